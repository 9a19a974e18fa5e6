import type { IconNode } from 'lucide'
import type { Message } from '../../../protocol/index.js'
import { escapeRegExp, parseJson } from '../../../values.js'
import { goTo } from '../address.js'
import { activeUserId, openConversation } from '../chat/conversation.js'
import { placeName } from '../chat/names.js'
import { openMessage } from '../chat/openLink.js'
import { placeOfMessage, placeText } from '../chat/place.js'
import { sessionOf } from '../chat/session.js'
import { sectionsOf } from '../chat/sidebar/sections.js'
import { standingOf } from '../chat/sidebar/standing.js'
import { wordsOfDelivery } from '../deliveries/store.js'
import { deliveries } from '../deliveries/watchedDeliveries.js'
import { plainText } from '../plainText.js'
import { shortcuts } from '../shortcuts.js'
import { shownKey } from '../ui/index.js'

/** A result: its title, its kind, and where it leads. */
export interface FoundItem {
  readonly title: string
  readonly group: string
  /** Of its group by default. */
  readonly icon?: IconNode | undefined
  /** Shown after the title: a place, a key. */
  readonly detail?: string
  /** Text that it is also found by. */
  readonly words?: string
  run(): void
}

/** Everything that can be found without a request. */
export function findable(commands: readonly FoundItem[]): readonly FoundItem[] {
  const keyed = shortcuts.value.map(({ key, says, group, icon, run }) => ({
    ...{ title: says, group: group === 'Go to' ? group : 'Commands', icon },
    ...{ detail: shownKey(key), run },
  }))
  return [...conversations(), ...keyed, ...commands, ...foundDeliveries()]
}

function conversations(): readonly FoundItem[] {
  const userId = activeUserId.value
  const state = userId === undefined ? undefined : sessionOf(userId).state.value
  if (userId === undefined || state === undefined) return []
  const lines = sectionsOf(state, standingOf).flatMap(({ title: group, lines, more }) =>
    [...lines, ...more].map(({ kind, place, name }) => ({
      key: placeText(place),
      title: kind === 'topic' ? placeName(state, place) : kind === 'channel' ? `#${name}` : name,
      group,
      run: () => openConversation(userId, place),
    })),
  )
  // A bot or a person can be among the direct messages too.
  return [...new Map(lines.map((line) => [line.key, line])).values()]
}

/** Newest first, so that the newest of equal matches comes first. */
const foundDeliveries = (): readonly FoundItem[] =>
  deliveries.rows.all
    .slice(-1000)
    .reverse()
    .map((row) => ({
      title: `Delivery ${row.id} to ${row.bot.full_name}: ${plainText(row.text).slice(0, 60)}`,
      group: 'Deliveries',
      words: wordsOfDelivery(row),
      run: () => goTo('deliveries', { d: String(row.id) }),
    }))

/** Messages that contain a text and that the person who acts can read. */
export async function foundMessages(text: string): Promise<readonly FoundItem[]> {
  const userId = activeUserId.value
  if (text.length < 2 || userId === undefined) return []
  const session = sessionOf(userId)
  const { messages } = await session.call<{ messages: readonly Message[] }>('GET', '/messages', {
    anchor: 'newest',
    num_before: 15,
    num_after: 0,
    narrow: [{ operator: 'search', operand: text }],
    apply_markdown: false,
  })
  const state = session.state.value
  return messages.toReversed().map((message) => {
    const place = placeOfMessage(message, userId)
    const where = state ? placeName(state, place) : ''
    return {
      title: `${message.sender_full_name}: ${plainText(message.content).replace(/\s+/g, ' ').slice(0, 80)}`,
      group: 'Messages',
      detail: where,
      run: () => openMessage(userId, place, message.id),
    }
  })
}

/** The matches, best first: prefixes, then matches anywhere, shorter titles first; deliveries as they are, the newest first. */
export function matching(all: readonly FoundItem[], typed: string): readonly FoundItem[] {
  const wanted = typed.toLowerCase()
  const words = wanted.split(/\s+/)
  return all
    .flatMap((one) => {
      const title = one.title.toLowerCase()
      const text = `${title} ${one.group} ${one.words ?? ''}`.toLowerCase()
      if (!words.every((word) => text.includes(word))) return []
      const at = title.replace(/^[#@]/, '').indexOf(wanted)
      return [{ one, rank: at === 0 ? 0 : at > 0 ? 1 : 2 }]
    })
    .sort((one, other) => one.rank - other.rank || lengthOf(one.one) - lengthOf(other.one))
    .map(({ one }) => one)
}

const lengthOf = ({ group, title }: FoundItem) => (group === 'Deliveries' ? Number.MAX_SAFE_INTEGER : title.length)

/** A title, cut around the parts that were typed: every second part is one of those. */
export function parted(title: string, typed: string): readonly string[] {
  const words = typed.split(/\s+/).filter(Boolean).map(escapeRegExp)
  return words.length === 0 ? [title] : title.split(new RegExp(`(${words.join('|')})`, 'i'))
}

const storageKey = 'found'
const nameOf = ({ group, title }: FoundItem) => `${group} ${title}`
const remembered = (): readonly string[] => [parseJson(localStorage.getItem(storageKey) ?? '') ?? []].flat().map(String)

/** Notes what was chosen, for the next time. */
export function remember(one: FoundItem): void {
  const names = [nameOf(one), ...remembered().filter((name) => name !== nameOf(one))]
  if (one.group !== 'Recent') localStorage.setItem(storageKey, JSON.stringify(names.slice(0, 5)))
}

/** What was chosen last and is still there, newest first. */
export function recently(all: readonly FoundItem[]): readonly FoundItem[] {
  return remembered().flatMap((name) => {
    const found = all.find((one) => nameOf(one) === name)
    return found ? [{ ...found, group: 'Recent', detail: found.detail ?? found.group }] : []
  })
}
