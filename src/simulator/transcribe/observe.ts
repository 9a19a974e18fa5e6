import type * as z from 'zod'
import { type Endpoint, endpoints } from '../../protocol/index.js'
import type { Observed } from '../../transcript/observed.js'
import { type MoveScope, textAsKept } from '../../transcript/transcript.js'
import type { JournalEntry } from '../journal/entries.js'
import type { Realm } from '../realm/realm.js'
import type { OrganisationSeed } from '../realm/seed/seed.js'
import type { RealmEvent } from '../realm/world/events.js'
import { createChatLog, destinationOf, type Logged, loggedOf, nameOf } from './chatLog.js'
import { inChat, isCause, roleOfEvent, unnoticed } from './roles.js'
import { buttonThatSays, doneToWidget } from './widgets.js'

/** An action and its actor; undefined if it concerns a message that the log doesn't have. */
export interface Done {
  readonly actor: number
  readonly observed: Observed | undefined
}

export interface ObserverOptions {
  readonly realm: Realm
  readonly seed: OrganisationSeed
  readonly bot: number
  /** The owner, if the bot also has the owner's credentials. */
  readonly owner?: number
}

export type Observer = ReturnType<typeof createObserver>

/** Derives from the journal what people and the bot do. */
export function createObserver({ realm, seed, bot, owner }: ObserverOptions) {
  const log = createChatLog(realm, seed, bot)
  const calls = new Map<number, Call>()
  let cause: JournalEntry | undefined
  let items: { readonly call?: number; readonly observed: Observed | Promise<Observed> }[] = []

  /** An action on a message. `ownFirst`: by default it is about the newest of the actor's own. */
  function onMessage(
    id: number,
    actor: number,
    ownFirst: boolean,
    what: DistributiveOmit<Extract<Observed, { target: unknown }>, OnMessage>,
  ): Done {
    const message = log.find(id)
    if (message === undefined) return { actor, observed: undefined }
    const { content, place, sender } = message
    const isNewest = log.newest(place, ownFirst && sender === actor ? actor : undefined)?.id === id
    return { actor, observed: { ...what, who: nameOf(realm, actor), place, target: { id, content, isNewest } } }
  }

  function onWidget(message: Logged, actor: number, what: DistributiveOmit<ObservedOnWidget, OnMessage>): Done {
    const { id, content, place } = message
    const isNewest = log.newestWidget(place, what.kind)?.id === id
    return { actor, observed: { ...what, who: nameOf(realm, actor), place, target: { id, content, isNewest } } }
  }

  /** The actions behind an event, before it is taken; `deleter` is the account that deleted messages. */
  function* doneIn(event: RealmEvent, deleter: number | undefined): Iterable<Done> {
    if (event.type === 'message') {
      const { sender: actor, content, place } = loggedOf(realm, event.message, bot)
      const asked = actor === bot ? undefined : log.newestWidget(place, 'press')
      const part = asked && buttonThatSays(content, asked)
      yield asked && part !== undefined
        ? onWidget(asked, actor, { kind: 'press', part, content })
        : { actor, observed: { kind: 'message', who: nameOf(realm, actor), place, content } }
    } else if (event.type === 'submessage') {
      const message = log.find(event.message_id)
      const what = message && doneToWidget(message, { content: String(event.content) })
      const actor = Number(event.sender_id)
      yield message && what ? onWidget(message, actor, what) : { actor, observed: undefined }
    } else if (event.type === 'reaction') {
      const kind = event.op === 'add' ? 'react' : 'unreact'
      yield onMessage(event.message_id, event.user_id, false, { kind, emoji: String(event.emoji_name) })
    } else if (event.type === 'delete_message' && deleter !== undefined) {
      for (const id of event.message_ids) yield onMessage(id, deleter, true, { kind: 'delete' })
    } else if (event.type === 'update_message') {
      const actor = Number(event.user_id)
      if (typeof event.content === 'string') {
        yield onMessage(event.message_id, actor, true, { kind: 'edit', content: textAsKept(event.content) })
        // A move in the same call refers to the message by its new text.
        log.take({ ...event, message_ids: [], orig_subject: undefined, stream_id: undefined })
      }
      const to = destinationOf(realm, event)
      const scope = scopeNames.find((one) => propagateModes[one] === event.propagate_mode) ?? 'one'
      if (to !== undefined) yield onMessage(event.message_id, actor, false, { kind: 'move', scope, to })
    }
  }

  function takeCall({ number, endpoint, caller, method, parameters }: JournalEntry & { kind: 'call' }): void {
    if (method === undefined || method === 'GET' || endpoint === undefined || caller === undefined) return
    const isOwner = caller.user_id === owner
    // Without parameters it was refused before they were read.
    if ((caller.user_id !== bot && !isOwner) || parameters === undefined) return
    const call = { endpoint, caller: caller.user_id, parameters: parameters as Call['parameters'] }
    calls.set(number, call)
    if (unnoticed.has(endpoint) || (!isOwner && inChat.has(endpoint))) return
    const as = isOwner && { as: nameOf(realm, caller.user_id) }
    items.push({ call: number, observed: { kind: 'effect', ...observedCall(endpoint, call.parameters), ...as } })
  }

  function takeAnswer({ call: number, status, answer }: JournalEntry & { kind: 'answer' }): void {
    const call = calls.get(number)
    calls.delete(number)
    if (call === undefined) return
    if (status >= 400) items = items.filter((item) => item.call !== number)
    else if (call.endpoint === 'files.upload') items.push({ observed: uploaded(call, answer) })
  }

  async function uploaded({ parameters }: Call, answer: unknown): Promise<Observed> {
    const { name, content } = await uploadIn(realm, parameters, answer)
    const { filename = name } = answer as { readonly filename?: string }
    return { kind: 'upload', who: nameOf(realm, bot), name: filename, content }
  }

  return {
    log,
    doneIn,
    /** Takes the next entry. */
    take(entry: JournalEntry): void {
      if (isCause(entry)) cause = entry
      if (entry.kind === 'call') takeCall(entry)
      else if (entry.kind === 'answer') takeAnswer(entry)
      else if (entry.kind === 'event') {
        const { event } = entry
        const done = roleOfEvent(event, { realm, bot, cause, calls }) === 'bot' ? [...doneIn(event, bot)] : []
        items.push(...done.flatMap(({ observed }) => (observed === undefined ? [] : [{ observed }])))
        log.take(event)
      }
    },
    /** How many things the bot has done since the last call of `doneByBot`. */
    waiting: () => items.length,
    /** What the bot has done since the last call, in order. */
    async doneByBot(): Promise<readonly Observed[]> {
      const taken = items
      items = []
      return withoutRuns(await Promise.all(taken.map(({ observed }) => observed)))
    },
  }
}

/** Joins consecutive edits of a message into one with the last text: the versions between are visible only briefly. */
function withoutRuns(all: readonly Observed[]): readonly Observed[] {
  const kept: Observed[] = []
  for (const one of all) {
    const last = kept.at(-1)
    if (one.kind === 'edit' && last?.kind === 'edit' && last.target.id === one.target.id) {
      kept[kept.length - 1] = { ...last, content: one.content, times: (last.times ?? 1) + 1 }
    } else kept.push(one)
  }
  return kept
}

type ObservedOnWidget = Extract<Observed, { part: string }>
type OnMessage = 'who' | 'place' | 'target'
type DistributiveOmit<Whole, Names extends string> = Whole extends unknown ? Omit<Whole, Names> : never

interface Call {
  readonly endpoint: string
  readonly caller: number
  readonly parameters: Readonly<Record<string, unknown>>
}

/** The API's names for the scope of a move. */
export const propagateModes = {
  one: 'change_one',
  later: 'change_later',
  topic: 'change_all',
} as const satisfies Readonly<Record<MoveScope, string>>
const scopeNames = ['one', 'later', 'topic'] as const

/** A call, with the parameters that have their default values listed separately. */
export function observedCall(endpoint: string, parameters: Readonly<Record<string, unknown>>) {
  const known: Endpoint | undefined = endpoints.find(({ name }) => name === endpoint)
  const isDefault = ([name, value]: readonly [string, unknown]) => {
    const read = (known?.params[name] as z.ZodType | undefined)?.safeParse(undefined)
    return read?.success === true && JSON.stringify(read.data) === JSON.stringify(value)
  }
  const entries = Object.entries(parameters)
  return {
    endpoint,
    parameters: Object.fromEntries(entries.filter((entry) => !isDefault(entry))),
    defaults: Object.fromEntries(entries.filter(isDefault)),
  }
}

/** An uploaded file: its path, its name, and its text, or its size if it isn't text. */
export async function uploadIn(realm: Realm, parameters: Call['parameters'], answer: unknown) {
  const { url, uri } = answer as { readonly url?: string; readonly uri?: string }
  const { name = 'file', size = 0 } = (parameters.file ?? {}) as { readonly name?: string; readonly size?: number }
  const path = String(url ?? uri)
  const file = realm.world.state.uploadsByPath.get(path.replace(/^\/user_uploads\//, ''))?.file
  return { path, name, content: file === undefined ? unseen(size) : await contentOf(file) }
}

/** Placeholder text as long as a file that is gone; its newline is added later. */
const unseen = (bytes: number) => '.'.repeat(Math.max(1, Math.min(bytes, 64 * 1024) - 1))

async function contentOf(file: Blob): Promise<string> {
  try {
    const text = textAsKept(new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()))
    return text === '' || text.includes('\u0000') ? `(${file.size} bytes)` : text
  } catch {
    return `(${file.size} bytes)`
  }
}
