import { endpoints } from '../../protocol/index.js'
import { literally } from '../../transcript/placeholders.js'
import { quoteOf } from '../../transcript/seen.js'
import type { Deed, MoveScope, Parameters, TranscriptPlace } from '../../transcript/transcript.js'
import { givenValue } from '../../transcript/values.js'
import type { Volatile } from '../../transcript/volatile.js'
import { textAsKept } from '../../transcript/write.js'
import type { JournalEntry } from '../journal/entries.js'
import type { RealmEvent } from '../realm/events.js'
import type { Realm } from '../realm/realm.js'
import { contentOf, defaultsOf, scopes } from './botDeeds.js'
import { type ChatLog, destinationOf, type Logged, loggedOf } from './chatLog.js'
import type { Answers } from './roles.js'
import { nameOf } from './who.js'

/** What somebody did, and where; or why a transcript can't say it. */
export type Told =
  | { readonly deed: Deed; readonly place?: TranscriptPlace; readonly actor: number }
  | { readonly remark: string }

export interface PeopleOptions {
  readonly realm: Realm
  readonly bot: number
  /** What has been told so far: what is not in it cannot be pointed at. */
  readonly log: ChatLog
  readonly volatile: Volatile
  readonly answers: Answers
  /** Whoever did something by a call, as far as the entry does not say it. */
  readonly callerOf: (entry: JournalEntry) => number | undefined
  /** Whether the newest message of a topic is certain to be the same when it is played. */
  readonly isNearestCertain: boolean
}

/** Says what somebody did, as a transcript does. */
export async function deedsOf(entry: JournalEntry, options: PeopleOptions): Promise<readonly Told[]> {
  const { realm } = options
  const who = (id: number) => nameOf(realm, id)
  if (entry.kind === 'call') return [await callTold(entry, options)]
  if (entry.kind !== 'event') return []
  const { event } = entry
  switch (event.type) {
    case 'message': {
      const { sender, content, place } = loggedOf(realm, event.message, options.bot)
      return [
        { deed: { kind: 'message', who: who(sender), text: options.volatile.ofPerson(content) }, place, actor: sender },
      ]
    }
    case 'reaction': {
      const actor = event.user_id
      const kind = event.op === 'add' ? 'react' : 'unreact'
      const emoji = String(event.emoji_name)
      return [touch(event.message_id, actor, undefined, options, (aim) => ({ kind, who: who(actor), emoji, ...aim }))]
    }
    case 'delete_message': {
      const actor = options.callerOf(entry)
      if (actor === undefined) return []
      return event.message_ids.map((id) =>
        touch(id, actor, actor, options, (aim, message) => ({
          kind: 'delete',
          who: who(actor),
          which: aim.which ?? quoteOf(message.content),
        })),
      )
    }
    case 'update_message':
      return changesTold(event, options)
    default:
      return []
  }
}

function changesTold(event: RealmEvent & { type: 'update_message' }, options: PeopleOptions): readonly Told[] {
  const { realm, log, volatile } = options
  const actor = Number(event.user_id)
  const who = nameOf(realm, actor)
  const told: Told[] = []
  if (typeof event.content === 'string') {
    const text = volatile.ofPerson(textAsKept(event.content))
    told.push(touch(event.message_id, actor, actor, options, (aim) => ({ kind: 'edit', who, text, ...aim })))
    // What moves it in the same breath finds it as it is now.
    log.hear({ ...event, message_ids: [], orig_subject: undefined, stream_id: undefined })
  }
  const to = destinationOf(realm, event)
  if (to !== undefined) {
    const scope: MoveScope = scopes[String(event.propagate_mode)] ?? 'one'
    told.push(touch(event.message_id, actor, undefined, options, (aim) => ({ kind: 'move', who, scope, to, ...aim })))
  }
  return told
}

/** Something that is done with a message, which has to be found again by its words. */
function touch(
  id: number,
  actor: number,
  sender: number | undefined,
  options: PeopleOptions,
  make: (aim: { readonly which?: string }, message: Logged) => Deed,
): Told {
  const { log, realm } = options
  const message = log.find(id)
  const name = nameOf(realm, actor)
  if (message === undefined) return { remark: ` ${name} did something with a message that is not told here.` }
  const aim = aimAt(message, message.sender === sender ? sender : undefined, options)
  if (aim !== undefined) return { deed: make(aim, message), place: message.place, actor }
  return {
    remark: ` ${name} did something with a message that its words don't tell from another: ${quoteOf(message.content)}`,
  }
}

function aimAt(
  message: Logged,
  sender: number | undefined,
  { log, volatile, isNearestCertain }: PeopleOptions,
): { readonly which?: string } | undefined {
  if (isNearestCertain && log.newest(message.place, sender)?.id === message.id) return {}
  const beginning = volatile.beginning(message.content)
  const quotes =
    beginning === undefined
      ? [literally(message.content)]
      : [
          ...(/\S/.test(beginning) ? [`${literally(beginning)}…`] : []),
          ...(volatile.isStable(message.content) ? [literally(message.content)] : []),
        ]
  const which = quotes.find((quote) => log.meant(message.place, quote, new Map())?.id === message.id)
  return which === undefined ? undefined : { which }
}

async function callTold(entry: JournalEntry & { kind: 'call' }, options: PeopleOptions): Promise<Told> {
  const { realm, volatile, answers } = options
  const actor = entry.caller?.user_id ?? 0
  const who = nameOf(realm, actor)
  const parameters = entry.parameters as Readonly<Record<string, unknown>>
  const endpoint = entry.endpoint ?? ''
  if (endpoint === 'files.upload') {
    const answer = answers.get(entry.number)?.answer as { readonly url?: string; readonly uri?: string }
    const path = String(answer.url ?? answer.uri)
    const file = realm.file(realm.account(actor), path.replace(/^\/user_uploads\//, ''))
    const name = volatile.uploaded(path, (parameters.file as { readonly name?: string } | undefined)?.name ?? 'file')
    return { deed: { kind: 'upload', who, name, text: literally(await contentOf(file?.file)) }, actor }
  }
  const isOurs = endpoints.some(({ name }) => name === endpoint)
  const defaults = defaultsOf(endpoint, parameters)
  const given = Object.entries(parameters).filter(([name]) => !defaults.has(name))
  const hasFile = Object.values(parameters).some((value) => isFile(value))
  const hasId = Object.hasOwn(parameters, 'message_id')
  if (!isOurs || hasFile || hasId) return { remark: ` ${who} called ${endpoint} here, which a transcript can't say.` }
  const told: Parameters = Object.fromEntries(given.map(([name, value]) => [name, givenValue(value)]))
  return { deed: { kind: 'call', who, endpoint, parameters: told }, actor }
}

function isFile(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'size' in value && 'type' in value
}
