import type * as z from 'zod'
import { type Endpoint, endpoints } from '../../protocol/index.js'
import type { Seen, Target } from '../../transcript/seen.js'
import type { MoveScope } from '../../transcript/transcript.js'
import { textAsKept } from '../../transcript/write.js'
import type { JournalEntry } from '../journal/entries.js'
import type { RealmEvent } from '../realm/events.js'
import type { Realm } from '../realm/realm.js'
import type { OrganisationSeed } from '../realm/seed.js'
import { type ChatLog, createChatLog, destinationOf, type Logged, loggedOf } from './chatLog.js'
import { nameOf } from './who.js'

/** Makes deeds of what the journal tells of a bot. */
export interface Recorder {
  readonly log: ChatLog
  /** Takes what has happened, in order. */
  hear(entry: JournalEntry): void
  /** What the bot did since it was asked last, in order. */
  take(): Promise<readonly Seen[]>
}

export interface RecorderOptions {
  readonly realm: Realm
  readonly seed: OrganisationSeed
  readonly bot: number
  /** Whose credentials the bot has besides its own. */
  readonly owner?: number
}

export function createRecorder({ realm, seed, bot, owner }: RecorderOptions): Recorder {
  const log = createChatLog(realm, seed, bot)
  const who = (id: number) => nameOf(realm, id)
  const calls = new Map<number, Call>()
  let items: { readonly call?: number; seen: Seen | Promise<Seen> }[] = []

  const touching = (message: Logged, actor: number, target: Target) => ({
    who: who(actor),
    place: message.place,
    target,
  })
  const targetOf = (message: Logged, sender?: number): Target => ({
    content: message.content,
    isNearest: log.newest(message.place, sender)?.id === message.id,
  })

  function seenIn(event: RealmEvent): readonly Seen[] {
    if (event.type === 'message') {
      const message = loggedOf(realm, event.message, bot)
      const isNotice = event.message.client === 'Internal' && event.message.type === 'private'
      if (message.sender !== bot && !isNotice) return []
      return [{ kind: 'message', who: who(message.sender), place: message.place, said: message.content }]
    }
    if (event.type === 'reaction') {
      const message = log.find(event.message_id)
      if (event.user_id !== bot || message === undefined) return []
      const kind = event.op === 'add' ? 'react' : 'unreact'
      return [{ kind, emoji: String(event.emoji_name), ...touching(message, bot, targetOf(message)) }]
    }
    if (event.type === 'update_message' && event.user_id === bot && event.rendering_only !== true) {
      const message = log.find(event.message_id)
      if (message === undefined) return []
      const touched = touching(message, bot, targetOf(message, bot))
      const seen: Seen[] = []
      if (typeof event.content === 'string') seen.push({ kind: 'edit', said: textAsKept(event.content), ...touched })
      const to = destinationOf(realm, event)
      if (to !== undefined)
        seen.push({ kind: 'move', scope: scopes[String(event.propagate_mode)] ?? 'one', to, ...touched })
      return seen
    }
    return []
  }

  function hearCall(entry: JournalEntry & { kind: 'call' }): void {
    const { endpoint: name, caller, method, number } = entry
    if (method === undefined || method === 'GET' || name === undefined || caller === undefined) return
    const isOwner = caller.user_id === owner
    if (caller.user_id !== bot && !isOwner) return
    const parameters = entry.parameters as Readonly<Record<string, unknown>> | undefined
    // The call was refused before it was read, so nothing came of it.
    if (parameters === undefined) return
    calls.set(number, { name, parameters })
    if (quiet.has(name) || (!isOwner && inChat.has(name))) return
    items.push({
      call: number,
      seen: {
        kind: 'effect',
        endpoint: name,
        parameters,
        defaults: defaultsOf(name, parameters),
        ...(isOwner && { as: who(caller.user_id) }),
      },
    })
  }

  function hearAnswer({ call: number, status, answer }: JournalEntry & { kind: 'answer' }): void {
    const call = calls.get(number)
    calls.delete(number)
    if (call === undefined) return
    if (status >= 400) items = items.filter((item) => item.call !== number)
    else if (call.name === 'files.upload') {
      const { url, filename } = answer as { readonly url?: string; readonly uri?: string; readonly filename?: string }
      const file = call.parameters.file as { readonly name?: string } | undefined
      const path = url ?? (answer as { readonly uri: string }).uri
      items.push({ seen: uploaded(path, filename ?? file?.name ?? 'file') })
    }
  }

  async function uploaded(path: string, name: string): Promise<Seen> {
    const found = realm.file(realm.account(bot), path.replace(/^\/user_uploads\//, ''))
    return { kind: 'upload', who: who(bot), name, said: await contentOf(found?.file) }
  }

  function hearDeletion(event: RealmEvent & { type: 'delete_message' }): void {
    const isOfBot = [...calls.values()].some(
      ({ name, parameters }) => name === 'messages.delete' && parameters.message_id === event.message_ids[0],
    )
    const message = isOfBot ? log.find(event.message_ids[0] ?? 0) : undefined
    if (message !== undefined)
      items.push({ seen: { kind: 'delete', ...touching(message, bot, targetOf(message, bot)) } })
  }

  function hear(entry: JournalEntry): void {
    if (entry.kind === 'call') hearCall(entry)
    else if (entry.kind === 'answer') hearAnswer(entry)
    else if (entry.kind === 'event') {
      if (entry.event.type === 'delete_message') hearDeletion(entry.event)
      const seen = seenIn(entry.event)
      log.hear(entry.event)
      items.push(...seen.map((one) => ({ seen: one })))
    }
  }

  return {
    log,
    hear,
    async take() {
      const taken = items
      items = []
      return Promise.all(taken.map(({ seen }) => seen))
    },
  }
}

interface Call {
  readonly name: string
  readonly parameters: Readonly<Record<string, unknown>>
}

/** What shows in the chat by itself. */
export const inChat: ReadonlySet<string> = new Set([
  'messages.send',
  'messages.edit',
  'messages.delete',
  'reactions.add',
  'reactions.remove',
  'files.upload',
])

/** What a bot tells the server, and nobody reads in the chat afterwards. */
export const quiet: ReadonlySet<string> = new Set([
  'typing.send',
  'presence.report',
  'events.register',
  'events.deleteQueue',
  'messages.updateFlags',
  'messages.updateFlagsInNarrow',
])

export const scopes: Readonly<Record<string, MoveScope>> = {
  change_one: 'one',
  change_later: 'later',
  change_all: 'topic',
}

export function defaultsOf(name: string, parameters: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const endpoint: Endpoint | undefined = endpoints.find((one) => one.name === name)
  const isDefault = (parameter: string, value: unknown) => {
    const read = (endpoint?.params[parameter] as z.ZodType | undefined)?.safeParse(undefined)
    return read?.success === true && JSON.stringify(read.data) === JSON.stringify(value)
  }
  return new Set(Object.entries(parameters).flatMap(([one, value]) => (isDefault(one, value) ? [one] : [])))
}

/** What is in a file, as text; how long it is, for one that holds none. */
export async function contentOf(file: Blob | undefined): Promise<string> {
  if (file === undefined) return '(0 bytes)'
  try {
    const text = textAsKept(new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()))
    return text === '' || text.includes('\u0000') ? `(${file.size} bytes)` : text
  } catch {
    return `(${file.size} bytes)`
  }
}
