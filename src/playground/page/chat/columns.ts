import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { Organisation } from '../../../simulator/organisation.js'
import { place as address, choice, choose, goTo } from '../address.js'
import { organisation } from '../organisation.js'
import { type Column, choicesOf, mostColumns, readColumns } from './columnText.js'
import { directPlace, type Place, placeText, turned } from './place.js'
import { keepSessions, sessionOf } from './session.js'
import type { ChatState } from './state.js'

/** The open conversations, from left to right; they are part of the page's address. */
export const columns: ReadonlySignal<readonly Column[]> = computed(() => {
  const written = readColumns({ c1: c1.value, c2: c2.value })
  return isChat.value && written.length > 0 ? written : last.value
})

const [c1, c2] = [choice('c1'), choice('c2')]
const isChat = computed(() => address.value.screen === 'chat')
const last = signal<readonly Column[]>([])
const active = signal(0)

/** The index of the focused column. */
export const activeColumn: ReadonlySignal<number> = computed(() =>
  Math.min(active.value, Math.max(0, columns.value.length - 1)),
)

/** The person of the focused column. */
export const activeUserId: ReadonlySignal<number | undefined> = computed(
  () => columns.value[activeColumn.value]?.userId,
)

/** Opens a first conversation if none is open. An effect. */
export function beginSomewhere(): void {
  if (columns.value.length > 0) return
  const userId = firstPerson(organisation.value)
  const state = userId === undefined ? undefined : sessionOf(userId).state.value
  const place = state && firstPlace(state)
  if (userId !== undefined && place !== undefined) last.value = [{ userId, place }]
}

/** Keeps the open columns for the reader's return from another screen, and ends unused sessions. */
export function keepColumns(): void {
  const open = columns.value
  if (open.length === 0) return
  last.value = open
  keepSessions(open.map(({ userId }) => userId))
}

export function activateColumn(index: number): void {
  active.value = Math.max(0, Math.min(columns.value.length - 1, index))
}

/**
 * Shows a conversation as a person: in the column of this person that was last used, or else in the focused one; with
 * `beside`, in a new one.
 */
export function openConversation(userId: number, where: Place, { beside = false } = {}): void {
  const open = columns.value
  const same = open.findIndex((one) => one.userId === userId && placeText(one.place) === placeText(where))
  if (same >= 0) {
    show(open, same)
    return
  }
  if (beside && open.length < mostColumns) {
    show([...open, { userId, place: where }], open.length)
    return
  }
  const at =
    open[activeColumn.value]?.userId === userId ? activeColumn.value : open.findIndex((one) => one.userId === userId)
  const index = at >= 0 ? at : activeColumn.value
  show(open.length === 0 ? [{ userId, place: where }] : open.with(index, { userId, place: where }), index)
}

/** Shows a column's conversation as another person. */
export function switchUser(index: number, userId: number): void {
  const column = columns.value[index]
  if (column === undefined) return
  const place = turned(column.place, column.userId, userId)
  show(columns.value.with(index, { userId, place }), index)
}

export function closeColumn(index: number): void {
  if (columns.value.length < 2) return
  show(
    columns.value.filter((_, at) => at !== index),
    Math.max(0, index - 1),
  )
}

/** Incremented with each opening, after which the composer gets the focus. */
export const openings = signal(0)

function show(next: readonly Column[], index: number): void {
  openings.value += 1
  last.value = next
  active.value = index
  if (address.peek().screen === 'chat') choose(choicesOf(next))
  else goTo('chat', choicesOf(next))
}

/** The people to choose from. */
export function peopleToBe() {
  return organisation.value.users.filter(({ is_active }) => is_active)
}

/** Shows the same conversation as the next person beside it. */
export function addColumn(): void {
  const open = columns.peek()
  const column = open[activeColumn.peek()]
  if (column === undefined || open.length >= mostColumns) return
  const others = peopleToBe().filter(({ user_id }) => user_id !== column.userId)
  // In a direct conversation, the recipient.
  const { place } = column
  const partner = place.kind === 'direct' ? others.find(({ user_id }) => place.userIds.includes(user_id)) : undefined
  const next = partner ?? others[0]
  if (next === undefined) return
  const where = place.kind === 'direct' && !partner ? directPlace([], next.user_id) : place
  openConversation(next.user_id, turned(where, column.userId, next.user_id), { beside: true })
}

/** The person to start as: the first member, or else the first who isn't a guest. */
function firstPerson({ users }: Organisation): number | undefined {
  const people = users.filter(({ is_active, role }) => is_active && role !== 'guest')
  return (people.find(({ role }) => role === 'member') ?? people[0] ?? users[0])?.user_id
}

/** The bot to start with: Echo if it is connected, or else the first that is. */
export function firstBot() {
  const connected = organisation.value.bots.filter(({ is_active, address }) => is_active && address !== null)
  return connected.find(({ full_name }) => full_name === 'Echo') ?? connected[0]
}

/** The place to start in: a bot's direct messages, or else the first channel, or notes to self. */
function firstPlace({ ownId, channels, people }: ChatState): Place {
  const bot = firstBot()
  if (bot !== undefined && people.has(bot.user_id)) return { kind: 'direct', userIds: [bot.user_id] }
  const first = [...channels.values()].find(({ isSubscribed, isArchived }) => isSubscribed && !isArchived)
  return first === undefined ? directPlace([], ownId) : { kind: 'channel', channelId: first.id }
}
