import { useSignal } from '@preact/signals'
import type * as shown from '../../views/shown.js'
import { attempt } from '../notices.js'
import { type Drawing, performAll, RefusedDeed } from './within.js'

/** A button that does something; what there is to be seen of it stands behind. What takes long goes on until it is done. */
export function Press({ name, deed, given = {}, tone, label, isPressed, within, draw }: Drawing<shown.Press>) {
  const told = useSignal<shown.Shown>(undefined)
  const isBusy = useSignal(false)
  const press = async () => {
    told.value = undefined
    try {
      await performAll(within, deed, given, (shown, goesOn) => {
        told.value = shown
        isBusy.value = goesOn
      })
    } catch (error) {
      isBusy.value = false
      told.value = error instanceof RefusedDeed ? error.shown : undefined
      throw error
    }
  }
  return (
    <>
      {!isBusy.value && (
        <button
          type="button"
          class={tone}
          aria-label={label}
          aria-pressed={isPressed}
          onClick={() => void attempt(press)}
        >
          {name}
        </button>
      )}
      {draw(told.value)}
    </>
  )
}
