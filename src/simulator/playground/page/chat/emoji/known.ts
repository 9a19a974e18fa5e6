import { signal } from '@preact/signals'
import { control } from '../../simulator.js'
import { withRecent } from './emojiList.js'

/** Unicode's emoji as the service names them; empty until they have been asked for. */
export const unicodeEmoji = signal<readonly { readonly code: string; readonly names: readonly string[] }[]>([])

let asked: Promise<void> | undefined

/** Asks for them, once. */
export function askForEmoji(): Promise<void> {
  asked ??= control<{ emoji: (typeof unicodeEmoji)['value'] }>('GET', '/emoji').then(
    ({ emoji }) => {
      unicodeEmoji.value = emoji
    },
    () => {
      asked = undefined
    },
  )
  return asked
}

/** The keys of the emoji that were used last, the last first. */
export const recentEmoji = signal<readonly string[]>(kept())

export function noteUsed(emoji: Parameters<typeof withRecent>[1]): void {
  recentEmoji.value = withRecent(recentEmoji.value, emoji)
  localStorage.setItem(shelf, JSON.stringify(recentEmoji.value))
}

const shelf = 'recentEmoji'

function kept(): readonly string[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(shelf) ?? '[]')
    return Array.isArray(read) ? read.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}
