import { wildcards } from '../../text/index.js'
import { isObject } from '../../values.js'
import { jsonOf, type Recording, type Traffic } from './recording.js'

/** A person or a bot, as far as the recording shows. */
export interface FoundAccount {
  id?: number
  name?: string
  readonly emails: Set<string>
  isBot?: boolean
  isActive?: boolean
  role?: number
  timezone?: string
  isStub?: boolean
  isDeleted?: boolean
  /** UNIX seconds. */
  joined?: number
  botType?: number
  ownerId?: number
  /** Whether answers showed the real address; `both` if some did and others didn't. */
  addressIs?: 'shown' | 'hidden' | 'both'
}

export interface FoundMessage {
  readonly id: number
  readonly sender: number
  readonly content: string
  /** A channel's ID with a topic, or all people of a direct conversation. */
  readonly to: { readonly channel: number; readonly topic: string } | { readonly people: readonly number[] }
  /** UNIX seconds. */
  readonly timestamp: number
}

/** Everything that a recording mentions: accounts, channels, messages. */
export interface RecordingContents {
  readonly accounts: readonly FoundAccount[]
  readonly channels: ReadonlyMap<number, string>
  readonly messages: ReadonlyMap<number, FoundMessage>
  /** The address of the bot that was recorded. */
  readonly bot: string
}

/** @throws {RangeError} if the recording has no bot */
export function foundIn({ traffic }: Pick<Recording, 'traffic'>): RecordingContents {
  const accounts: FoundAccount[] = []
  const channels = new Map<number, string>()
  const messages = new Map<number, FoundMessage>()
  const bots = new Map<string, number>()
  const mentioned = new Set<string>()

  function account(id: unknown, email: unknown): FoundAccount | undefined {
    if (typeof id !== 'number' && typeof email !== 'string') return undefined
    const byId = typeof id === 'number' ? accounts.find((one) => one.id === id) : undefined
    const byEmail = accounts.find((one) => one.emails.has(String(email)))
    let known = byId ?? byEmail
    if (byId !== undefined && byEmail !== undefined && byId !== byEmail) {
      // One place showed the ID, another the address.
      accounts.splice(accounts.indexOf(byEmail), 1)
      Object.assign(byId, { ...byEmail, ...byId, emails: new Set([...byId.emails, ...byEmail.emails]) })
    }
    if (known === undefined) {
      known = { emails: new Set() }
      accounts.push(known)
    }
    if (typeof id === 'number') known.id = id
    if (typeof email === 'string') known.emails.add(email)
    return known
  }

  function note(one: FoundAccount | undefined, fields: Readonly<Record<string, unknown>>): void {
    if (one === undefined) return
    const { full_name, is_bot, is_active, role, timezone, delivery_email } = fields
    if (typeof full_name === 'string') one.name = full_name
    if (typeof is_bot === 'boolean') one.isBot = is_bot
    // The first value is the initial state.
    if (typeof is_active === 'boolean') one.isActive ??= is_active
    if (typeof role === 'number') one.role ??= role
    if (typeof timezone === 'string' && timezone !== '') one.timezone = timezone
    if (typeof delivery_email === 'string') one.emails.add(delivery_email)
    const { date_joined, bot_type, bot_owner_id, is_imported_stub, is_deleted } = fields
    if (typeof date_joined === 'string') one.joined = Date.parse(date_joined) / 1000
    if (typeof bot_type === 'number') one.botType = bot_type
    if (typeof bot_owner_id === 'number') one.ownerId = bot_owner_id
    if (is_imported_stub === true) one.isStub = true
    if (is_deleted === true) one.isDeleted = true
    if (delivery_email === undefined) return
    const sight = delivery_email === null ? 'hidden' : 'shown'
    one.addressIs = one.addressIs === undefined || one.addressIs === sight ? sight : 'both'
  }

  /** Notes mentions in Markdown and HTML: a mentioned account may occur nowhere else. */
  function visitText(text: string): void {
    for (const [, id, name] of text.matchAll(/data-user-id="(\d+)">@?([^<&]+)</g))
      note(account(Number(id), undefined), { full_name: name })
    for (const [, full_name = '', id] of text.matchAll(/@_?\*\*([^*|\n]+)(?:\|(\d+))?\*\*/g)) {
      if (id !== undefined) note(account(Number(id), undefined), { full_name })
      else if (!wildcards.has(full_name)) mentioned.add(full_name)
    }
  }

  function visit(value: unknown): void {
    if (typeof value === 'string') visitText(value)
    if (Array.isArray(value)) value.forEach(visit)
    if (!isObject(value)) return
    const { full_name, user_id, id, email, sender_id, sender_email, sender_full_name, bot_email, bot_full_name } = value
    if (typeof full_name === 'string') note(account(user_id ?? id, email), value)
    if (typeof sender_full_name === 'string') note(account(sender_id, sender_email), { full_name: sender_full_name })
    if (typeof bot_email === 'string') note(account(undefined, bot_email), { full_name: bot_full_name, is_bot: true })
    const { stream_id, name, display_recipient } = value
    const channel = typeof display_recipient === 'string' ? display_recipient : name
    if (typeof stream_id === 'number' && typeof channel === 'string') channels.set(stream_id, channel)
    const message = recordedMessage(value)
    if (message !== undefined && !messages.has(message.id)) messages.set(message.id, message)
    for (const inner of Object.values(value)) visit(inner)
  }

  const called = (email: string) => bots.set(email, (bots.get(email) ?? 0) + 1)
  for (const entry of traffic) {
    const json = jsonOf(entry)
    visit(entry.kind === 'call' ? entry.fields : json)
    if (entry.kind === 'delivery' && isObject(json)) called(String(json.bot_email))
  }
  if (bots.size === 0) for (const { caller } of callsIn(traffic)) if (caller !== undefined) called(caller)
  // A channel that a message was sent to may occur only by its name.
  const answered = new Set(
    traffic.flatMap((entry) => (entry.kind === 'answer' && entry.status < 400 ? [entry.id] : [])),
  )
  for (const { id, fields } of callsIn(traffic)) {
    const { type, to = '' } = fields
    const isNamed = /^(?:stream|channel)$/.test(type ?? '') && !/^(\d+|\[.*)$/.test(to) && answered.has(id)
    if (isNamed && ![...channels.values()].includes(to)) channels.set(-1 - channels.size, to)
  }
  for (const name of mentioned)
    if (!accounts.some((one) => one.name === name)) accounts.push({ name, emails: new Set() })
  const [first] = [...bots].sort(([, one], [, other]) => other - one)
  if (first === undefined) {
    throw new RangeError(
      "No bot was recorded: there are no deliveries and no calls. Set the recorder's address in the bot's account, and as the bot's site.",
    )
  }
  const [bot] = first
  for (const { caller } of callsIn(traffic)) account(undefined, caller)
  note(account(undefined, bot), { is_bot: true })
  return { accounts, channels, messages, bot }
}

const callsIn = (traffic: readonly Traffic[]) => traffic.filter((entry) => entry.kind === 'call')

/** A message as deliveries, events and answers show it. */
export function recordedMessage(value: unknown): FoundMessage | undefined {
  if (!isObject(value)) return undefined
  const { id, sender_id: sender, content, display_recipient: recipient, stream_id, subject, timestamp } = value
  if (typeof id !== 'number' || typeof sender !== 'number' || typeof content !== 'string') return undefined
  const at = typeof timestamp === 'number' ? timestamp : 0
  if (Array.isArray(recipient)) {
    const people = recipient.flatMap((one) => (isObject(one) && typeof one.id === 'number' ? [one.id] : []))
    return { id, sender, content, to: { people }, timestamp: at }
  }
  if (typeof stream_id !== 'number' || typeof subject !== 'string') return undefined
  return { id, sender, content, to: { channel: stream_id, topic: subject }, timestamp: at }
}
