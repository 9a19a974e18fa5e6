import { saveAsTest } from '../../saving/saving.js'
import type { Shortcut } from '../../shortcuts.js'
import { acting } from './acting.js'
import { type Acted, answerIn, copyLink, isStarred, markUnread, quote, remove, toggleStar } from './acts.js'
import type { MenuItem } from './Menu.js'

/** What can be done with a message; `beside` is where something small opens. The service says what it refuses. */
export function messageItems(acted: Acted, beside: Element | undefined): readonly MenuItem[] {
  const { message, userId } = acted
  const isOwn = message.sender_id === userId
  const isChanged = message.last_edit_timestamp !== undefined || (message.edit_history?.length ?? 0) > 0
  const isMoved = message.last_moved_timestamp !== undefined
  return [
    { says: 'React …', key: '+', run: () => (acting.value = { ...acted, beside, kind: 'emoji' }) },
    { says: 'Reply', key: 'r', run: () => answerIn(acted) },
    { says: 'Quote and reply', key: 'q', run: () => void quote(acted) },
    {
      says: isOwn ? 'Edit' : 'See what was written',
      key: 'e',
      startsGroup: true,
      run: () => (acting.value = { ...acted, kind: 'edit' }),
    },
    ...(message.type === 'stream'
      ? [{ says: 'Move …', key: 'm', run: () => (acting.value = { ...acted, kind: 'move' }) }]
      : []),
    ...(isChanged || isMoved
      ? [{ says: 'History …', key: 'v', run: () => (acting.value = { ...acted, kind: 'history' }) }]
      : []),
    {
      says: isStarred(message) ? 'Take the star away' : 'Star',
      key: 's',
      startsGroup: true,
      run: () => void toggleStar(acted),
    },
    { says: 'Mark as unread', key: 'u', run: () => void markUnread(acted) },
    { says: 'Save as a test from here …', run: () => saveAsTest({ userId, place: acted.place, from: message.id }) },
    { says: 'Copy the link', key: 'c', run: () => void copyLink(acted) },
    { says: 'Delete', key: 'd', startsGroup: true, isDangerous: true, run: () => void remove(acted) },
  ]
}

/**
 * The keys that act on the message that is selected, for the page's shortcuts. `selected` gives it when a key is
 * pressed, with what stands for it in the page.
 */
export function messageShortcuts(
  selected: () => (Acted & { readonly element?: Element | undefined }) | undefined,
): readonly Shortcut[] {
  const run = (key: string) => {
    const acted = selected()
    if (acted === undefined) return
    const { element, ...rest } = acted
    messageItems(rest, element)
      .find((item) => item.key === key)
      ?.run()
  }
  return keys.map(([key, says]) => ({ key, says, group: 'The message with the focus', run: () => run(key) }))
}

const keys: readonly (readonly [key: string, says: string])[] = [
  ['+', 'React'],
  ['r', 'Reply'],
  ['q', 'Quote and reply'],
  ['e', 'Edit'],
  ['m', 'Move'],
  ['v', 'Show what it was before'],
  ['s', 'Star, or take the star away'],
  ['u', 'Mark as unread'],
  ['c', 'Copy the link'],
  ['d', 'Delete'],
]
