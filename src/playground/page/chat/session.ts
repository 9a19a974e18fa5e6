import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Message } from '../../../protocol/index.js'
import type { JournalEntry } from '../../../simulator/journal/entries.js'
import { errorMessage } from '../../../values.js'
import type { ParsedJson } from '../../parsed.js'
import { follow, onEntries } from '../connection.js'
import { attempt } from '../notices.js'
import { accounts, roleOf } from '../organisation.js'
import { type CallingAccount, callAs, type Method } from '../simulator.js'
import { type ChatEvent, type Messages, noMessages, reduceMessages } from './messages.js'
import { type ChatPlace, narrowOf, placeOfMessage, placeText, readPlace } from './place.js'
import { isUpheaval, reduce } from './reduce.js'
import { type ChatState, fetchedTypes, followedTypes, stateFrom, withConversations, withTopics } from './state.js'

/** The chat as one person sees it, live. */
export interface ChatSession {
  readonly userId: number
  /** Undefined until loaded. */
  readonly state: ReadonlySignal<ChatState | undefined>
  /** Why nothing could be loaded or followed. */
  readonly problem: ReadonlySignal<string | undefined>
  /** The messages of a place, loaded at the first call and live from then on. */
  messagesIn(place: ChatPlace): ReadonlySignal<Messages | undefined>
  /** Loads older messages of a place, unless it already does or there are none. */
  readOlder(place: ChatPlace): Promise<void>
  /** Loads the topics of a channel into `state.topics`. */
  readTopics(channelId: number): Promise<void>
  /** Who is typing in a place. */
  typing(place: ChatPlace): readonly number[]
  /** Marks messages as read, here at once. */
  markRead(messageIds: readonly number[]): void
  /** Calls the server as this person. @throws {Refused} */
  call<Answer>(method: Method, path: string, parameters?: ParsedJson): Promise<Answer>
}

/** This person's session: started at the first call, and kept while the page shows it. */
export function sessionOf(userId: number): ChatSession {
  const known = sessions.get(userId)
  if (known !== undefined) return known.session
  const made = beginSession(userId)
  sessions.set(userId, made)
  return made.session
}

/** Ends the sessions of everybody else. */
export function keepSessions(userIds: readonly number[]): void {
  for (const [userId, { end }] of sessions) {
    if (userIds.includes(userId)) continue
    sessions.delete(userId)
    end()
  }
}

const sessions = new Map<number, { readonly session: ChatSession; end(): void }>()

/** Seconds for which the server keeps the event queue of a page that went away. */
const queueSeconds = 600
const messagesAtOnce = 100
/** The server's limit for one request. */
const mostMessages = 5000

interface Known {
  readonly place: ChatPlace
  readonly messages: Signal<Messages | undefined>
  /** How often they were requested; ahead of `answered` while a request is running. */
  asked: number
  answered: number
  /** How many of the newest to load. */
  count: number
  isReading: boolean
  /** Events since the running request began; its answer may or may not include them. */
  meanwhile: ChatEvent[]
}

function beginSession(userId: number): { readonly session: ChatSession; end(): void } {
  const state = signal<ChatState | undefined>(undefined)
  const problem = signal<string | undefined>(undefined)
  const writing = signal<ReadonlyMap<number, { readonly place: string; readonly until: number }>>(new Map())
  const places = new Map<string, Known>()
  const caller = computed<CallingAccount | undefined>(() => accounts.value.get(userId))
  const key = computed(() => caller.value && `${caller.value.email} ${caller.value.api_key}`)
  let stopFollowing = (_: { readonly isThere: boolean }) => {}
  /** Incremented with every registration, so that results of older ones are dropped. */
  let round = 0
  let isOver = false

  const call: ChatSession['call'] = async (method, path, parameters) => {
    const who = caller.peek()
    if (who === undefined) throw new Error('This person no longer exists.')
    return callAs(who, method, path, parameters)
  }

  /** `isThere`: the old queue still exists and has to be deleted. */
  async function register(isThere = true): Promise<void> {
    round += 1
    const own = round
    stopFollowing({ isThere })
    stopFollowing = () => {}
    if (isOver || caller.peek() === undefined) return
    try {
      const answer = await call<ParsedJson & { queue_id: string; last_event_id: number }>('POST', '/register', {
        event_types: followedTypes,
        fetch_event_types: fetchedTypes,
        // Refused to guests.
        all_public_streams: roleOf(userId) !== 'guest',
        apply_markdown: true,
        client_capabilities: capabilities,
        idle_queue_timeout: queueSeconds,
      })
      const id = answer.queue_id
      if (own !== round) return void giveUp(id)
      batch(() => {
        const before = state.peek()
        const fresh = stateFrom(answer)
        // Topics and conversations are loaded separately, and stay until then.
        state.value = before ? { ...fresh, topics: before.topics, conversations: before.conversations } : fresh
        problem.value = undefined
        for (const channelId of before?.topics.keys() ?? []) void readTopics(channelId)
      })
      const unfollow = follow({
        userId,
        id,
        lastEventId: answer.last_event_id,
        heard: (events) => own === round && heard(events),
        gone: () => own === round && void register(false),
      })
      stopFollowing = ({ isThere }) => {
        unfollow()
        if (isThere) giveUp(id)
      }
      void readConversations()
      for (const known of places.values()) void readNewest(known)
    } catch (error) {
      if (own === round) problem.value = errorMessage(error)
    }
  }

  function giveUp(id: string): void {
    call('DELETE', '/events', { queue_id: id }).catch(() => {
      // The queue no longer exists, as after a reset.
    })
  }

  function heard(events: readonly ChatEvent[]): void {
    const before = state.peek()
    if (before === undefined) return
    if (events.some(isUpheaval)) return void register()
    batch(() => {
      const after = events.reduce(reduce, before)
      state.value = after
      for (const { place, messages, isReading, meanwhile } of places.values()) {
        if (isReading) meanwhile.push(...events)
        if (messages.value === undefined) continue
        messages.value = events.reduce((known, event) => reduceMessages(known, place, userId, event), messages.value)
      }
      for (const event of events) noteTyping(event)
    })
    for (const known of places.values()) if (known.messages.peek()?.isStale) void readNewest(known)
    // A topic's newest message may have changed.
    const stale = new Set(
      events.flatMap(({ type, stream_id }) => (type === 'delete_message' ? [Number(stream_id)] : [])),
    )
    for (const id of stale) if (state.peek()?.topics.has(id)) void readTopics(id)
  }

  /** Loads the newest messages; again if that was requested in the meantime. */
  async function readNewest(known: Known): Promise<void> {
    known.asked += 1
    if (known.isReading) return
    known.isReading = true
    while (known.asked > known.answered && !isOver) {
      known.answered = known.asked
      known.meanwhile = []
      const { place, count, messages } = known
      try {
        const num_before = Math.min(mostMessages, Math.max(count, messages.peek()?.list.length ?? 0))
        const read = await call<{ messages: Message[]; found_oldest?: boolean }>('GET', '/messages', {
          ...{ anchor: 'newest', num_before, num_after: 0, narrow: narrowOf(place) },
          ...{ apply_markdown: true, allow_empty_topic_name: true },
        })
        const hasOldest = read.found_oldest ?? false
        messages.value = known.meanwhile.reduce((so, event) => reduceMessages(so, place, userId, event), {
          ...{ list: read.messages, hasOldest, isStale: false },
        } as Messages)
        if (messages.value.isStale) known.asked += 1
      } catch (error) {
        problem.value = errorMessage(error)
        messages.value = { ...noMessages, hasOldest: true }
      }
    }
    known.isReading = false
  }

  async function readTopics(channelId: number): Promise<void> {
    const own = round
    await attempt(async () => {
      const { topics } = await call<{ topics: { name: string; max_id: number }[] }>(
        'GET',
        `/users/me/${channelId}/topics`,
        { allow_empty_topic_name: true },
      )
      const now = state.peek()
      if (own === round && now !== undefined) state.value = withTopics(now, channelId, topics)
    })
  }

  async function readConversations(): Promise<void> {
    const own = round
    await attempt(async () => {
      const { messages } = await call<{ messages: Message[] }>('GET', '/messages', {
        anchor: 'newest',
        num_before: 1000,
        num_after: 0,
        narrow: [{ operator: 'is', operand: 'private' }],
      })
      const now = state.peek()
      if (own !== round || now === undefined) return
      const found = messages.flatMap((message) => {
        const place = placeOfMessage(message, userId)
        return place.kind === 'direct' ? [{ userIds: place.userIds, newest: message.id }] : []
      })
      state.value = withConversations(now, found)
    })
  }

  function noteTyping(event: ChatEvent): void {
    const senderId = event.type === 'message' ? (event.message as Message).sender_id : typingSender(event)
    if (senderId === undefined || senderId === userId) return
    const next = new Map(writing.value)
    const place = event.type === 'typing' && event.op === 'start' ? typingPlace(event, userId) : undefined
    if (place === undefined) next.delete(senderId)
    else {
      next.set(senderId, { place: placeText(place), until: Date.now() + typingLasts })
      setTimeout(() => {
        writing.value = new Map([...writing.value].filter(([, { until }]) => until > Date.now()))
      }, typingLasts + 50)
    }
    writing.value = next
  }

  const stopJournal = onEntries((entries) => {
    const anew = entries.findLast(isAnew)
    // Queues don't survive a change of state or version.
    if (anew !== undefined) void register(anew.kind === 'event')
  })
  // Registers again when the person returns or gets a new key.
  const stopKey = effect(() => {
    if (key.value !== undefined) void register()
    else if (accounts.value.size > 0) problem.value = 'This person does not exist.'
  })

  const session: ChatSession = {
    userId,
    state,
    problem,
    call,
    readTopics,
    messagesIn(place) {
      const name = placeText(place)
      let known = places.get(name)
      if (known === undefined) {
        known = {
          ...{ place, messages: signal(undefined), isReading: false, meanwhile: [] },
          ...{ asked: 0, answered: 0, count: messagesAtOnce },
        }
        places.set(name, known)
        if (state.peek() !== undefined) void readNewest(known)
      }
      return known.messages
    },
    markRead(messages) {
      const change = { op: 'add', flag: 'read', messages }
      heard([{ id: -1, type: 'update_message_flags', ...change }])
      // They are unread again when the page is loaded if the call fails.
      call('POST', '/messages/flags', change).catch(() => {})
    },
    async readOlder(place) {
      const known = places.get(placeText(place))
      const { list = [], hasOldest = true } = known?.messages.peek() ?? {}
      if (known === undefined || known.isReading || hasOldest || list.length >= mostMessages) return
      known.count = list.length + 2 * messagesAtOnce
      await readNewest(known)
    },
    typing(place) {
      const name = placeText(place)
      return [...writing.value].flatMap(([id, one]) => (one.place === name ? [id] : []))
    },
  }
  return {
    session,
    end() {
      isOver = true
      round += 1
      stopJournal()
      stopKey()
      stopFollowing({ isThere: true })
    },
  }
}

/**
 * Whether everything has to be loaded again. When a channel becomes private, or messages move to another channel, not
 * everybody concerned gets an event.
 */
function isAnew(entry: JournalEntry): boolean {
  if (entry.kind === 'memory') return entry.what === 'restore' || entry.what === 'reset' || entry.what === 'resume'
  if (entry.kind !== 'event') return entry.kind === 'level'
  const { event } = entry
  if (event.type === 'stream') return event.property === 'invite_only'
  return event.type === 'update_message' && event.new_stream_id !== undefined
}

const typingLasts = 15_000

function typingSender(event: ChatEvent): number | undefined {
  if (event.type !== 'typing') return undefined
  const { user_id } = event.sender as { readonly user_id?: number }
  return user_id
}

function typingPlace(event: ChatEvent, ownId: number): ChatPlace | undefined {
  if (event.message_type === 'stream') return readPlace(`channel/${String(event.stream_id)}/${String(event.topic)}`)
  const recipients = (event.recipients ?? []) as readonly { readonly user_id: number }[]
  const others = recipients.map(({ user_id }) => user_id).filter((id) => id !== ownId)
  return readPlace(`dm/${(others.length === 0 ? [ownId] : others).join(',')}`)
}

const capabilities = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  stream_typing_notifications: true,
  archived_channels: true,
  empty_topic_name: true,
}
