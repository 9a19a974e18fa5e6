import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { Organisation } from '../../../simulator/public/organisation.js'
import { place as address, adjust, choice, choose, goTo } from '../address.js'
import { organisation } from '../organisation.js'
import { conversationText, readConversation, type ViewedConversation } from './conversationText.js'
import { type ChatPlace, directPlace, turned } from './place.js'
import { keepSessions, sessionOf } from './session.js'
import type { ChatState } from './state.js'

/** The open conversation; it is part of the page's address. Undefined until the organisation is loaded. */
export const conversation: ReadonlySignal<ViewedConversation | undefined> = computed(
  () => (isChat.value ? readConversation(c.value) : undefined) ?? last.value,
)

const c = choice('c')
const isChat = computed(() => address.value.screen === 'chat')
const last = signal<ViewedConversation | undefined>(undefined)

/** The person in whose name the page acts. */
export const activeUserId: ReadonlySignal<number | undefined> = computed(() => conversation.value?.userId)

/** Opens a first conversation if none is open. An effect. */
export function beginSomewhere(): void {
  if (conversation.value !== undefined) return
  const userId = firstPerson(organisation.value)
  const state = userId === undefined ? undefined : sessionOf(userId).state.value
  const place = state && firstPlace(state)
  if (userId !== undefined && place !== undefined) last.value = { userId, place }
}

/** Keeps the open conversation for the reader's return from another screen, and ends unused sessions. An effect. */
export function keepConversation(): void {
  const open = conversation.value
  if (open === undefined) return
  last.value = open
  keepSessions([open.userId])
}

/** Shows a conversation as a person. */
export function openConversation(userId: number, place: ChatPlace): void {
  const open = { userId, place }
  const before = conversation.peek()
  openings.value += 1
  const chosen = { c: conversationText(open) }
  const isHere = address.peek().screen === 'chat'
  // So that going back leads to the one that was open without being named.
  if (isHere && before !== undefined && c.peek() === '') adjust({ c: conversationText(before) })
  last.value = open
  if (isHere) choose(chosen)
  else goTo('chat', chosen)
}

/** Shows the conversation as another person. */
export function switchUser(userId: number): void {
  const open = conversation.peek()
  if (open !== undefined) openConversation(userId, turned(open.place, open.userId, userId))
}

/** Incremented with each opening, after which the composer gets the focus. */
export const openings = signal(0)

/** The people to choose from. */
export function peopleToBe() {
  return organisation.value.users.filter(({ is_active }) => is_active)
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
function firstPlace({ ownId, channels, people }: ChatState): ChatPlace {
  const bot = firstBot()
  if (bot !== undefined && people.has(bot.user_id)) return { kind: 'direct', userIds: [bot.user_id] }
  const first = [...channels.values()].find(({ isSubscribed, isArchived }) => isSubscribed && !isArchived)
  return first === undefined ? directPlace([], ownId) : { kind: 'channel', channelId: first.id }
}
