import { signal } from '@preact/signals'
import { control } from '../../simulator.js'

type Unicode = readonly { readonly code: string; readonly names: readonly string[] }[]

/** Unicode's emoji as the service names them; empty until they have been asked for. */
export const unicodeEmoji = signal<Unicode>([])

let asked: Promise<void> | undefined

/** Asks for them, once. */
export function askForEmoji(): Promise<void> {
  asked ??= control<{ emoji: Unicode }>('GET', '/emoji').then(
    ({ emoji }) => {
      unicodeEmoji.value = emoji
    },
    () => {
      asked = undefined
    },
  )
  return asked
}
