import { useSignal } from '@preact/signals'
import { initials, type Named } from './names.js'

/** Degrees from one to the next: those who came after each other look different. */
const hueStep = 137

/** Somebody's picture, or the first letters of their name. Who is there by name already needs no second one. */
export function Avatar({ id, who }: { id: number; who: Named }) {
  const failed = useSignal('')
  const { picture } = who
  return (
    <span class="avatar" style={{ '--hue': id * hueStep }} aria-hidden="true">
      {picture !== undefined && picture !== failed.value ? (
        <img src={picture} alt="" onError={() => (failed.value = picture)} />
      ) : (
        initials(who.name)
      )}
    </span>
  )
}
