import * as z from 'zod'
import { deliveryRules, emptyTopicDisplayName, eventRules, type FeatureId, limits } from '../../../protocol/index.js'
import { withoutUndefined } from '../../../values.js'
import { type FixedAssumption, fixedAssumptions } from './fixedAssumptions.js'

export interface AssumptionRow<Value> {
  /** The section of the spec that leaves it open. */
  readonly spec: string
  readonly allowed: z.ZodType<Value>
  readonly default: Value
  /** The assumption as a sentence. */
  readonly says: string
  /** What a real server might do instead. */
  readonly otherwise: string
}

function row<Value>(
  spec: string,
  allowed: z.ZodType<Value>,
  usual: Value,
  words: Pick<AssumptionRow<Value>, 'says' | 'otherwise'>,
): AssumptionRow<Value> {
  return { spec, allowed, default: usual, ...words }
}

const seconds = z.number().min(0)
const count = z.int().min(1)

/** The provider of video calls of 4.16: its URL, or what is wrong with it. */
const callProvider = z.union([
  z.object({ url: z.url() }).readonly(),
  z.object({ unreachable: z.string() }).readonly(),
  z.enum(['unconfigured', 'malformed answer']),
])

/**
 * What the spec leaves open and the option `assumptions` can change, with defaults. What it can't change is in
 * `fixedAssumptions`.
 */
export const assumptionRows = {
  httpStatuses: row('7', z.enum(['by kind', 'always 400', 'always 200']), 'by kind', {
    says: 'Refusals have the HTTP status of their kind: 400, or 401, 404, 405, 413, 429 and 500.',
    otherwise: '400 for every refusal; or 200 for every answer, so that only the envelope tells.',
  }),
  levelStart: row('9.2', z.enum(['at', 'after']), 'at', {
    says: 'A server of level N has the features introduced at level N.',
    otherwise: '"All features before level N": only servers above level N have them.',
  }),
  unmutedPolicy: row('3', z.union([z.literal(2), z.literal(3)]), 2, {
    says: 'The topic visibility that stands for unmuted. The other one of 2 and 3 stands for followed.',
    otherwise: '3 for unmuted and 2 for followed.',
  }),
  replyFormat: row(
    '6.2',
    z.enum(['content or response_string', 'content', 'response_string']),
    'content or response_string',
    {
      says: "The field of a receiver's response that is posted; `response_string`, the older one, takes precedence.",
      otherwise: 'Only one of them is read.',
    },
  ),
  deliveryRetries: row('6.2', z.int().min(0).max(100), deliveryRules.retries, {
    says: 'A failed delivery is retried this many times, without delay.',
    otherwise: 'Another number, or none.',
  }),
  retriedFailures: row('6.2', z.enum(['no answer', 'no answer or 5xx']), 'no answer', {
    says: 'Deliveries are retried after a time-out or a connection error, but never after a response, whatever its status.',
    otherwise: 'They are also retried after a response with status 500 or above.',
  }),
  deliveryRedirects: row('6.2', z.int().min(0).max(100), deliveryRules.redirects, {
    says: 'A delivery follows this many redirects.',
    otherwise: 'Another number, or none.',
  }),
  deleteBatch: row('8', count, limits.deleteBatch, {
    says: 'A topic is deleted in batches of this many messages.',
    otherwise: 'Another size.',
  }),
  deleteBatchesPerRequest: row('8', count, 10, {
    says: 'A request to delete a topic ends early after this many batches, as if its time were up.',
    otherwise: 'A limit of time: a real server stops after 50 s.',
  }),
  messageLength: row('8', count, limits.messageLength, {
    says: '`max_message_length` in code points; longer content is cut.',
    otherwise: 'Set by the server.',
  }),
  topicLength: row('8', count, limits.topicLength, {
    says: '`max_topic_length` in code points.',
    otherwise: 'Set by the server.',
  }),
  messagesPerRequest: row('4', count, limits.messagesPerRequest, {
    says: 'One request can list at most this many messages.',
    otherwise: 'Set by the server.',
  }),
  password: row('5', z.string().min(1), 'password', {
    says: 'The password of everybody who has set none.',
    otherwise: 'Each person has their own.',
  }),
  uploadMebibytes: row('8', count, limits.uploadMebibytes, {
    says: 'The largest file that may be uploaded, in MiB.',
    otherwise: 'Set by the server.',
  }),
  emptyTopicDisplayName: row('4.1', z.string().min(1), emptyTopicDisplayName, {
    says: '`realm_empty_topic_display_name`.',
    otherwise: "A translation into the organisation's language.",
  }),
  topicsRequired: row('4.1', z.boolean(), false, {
    says: 'Whether channel messages must have a topic.',
    otherwise: 'A setting of the organisation, and of each channel on newer servers.',
  }),
  editSeconds: row('4', seconds.nullable(), 600, {
    says: 'How long the sender may change the content of a message; null for ever.',
    otherwise: 'A setting of the organisation.',
  }),
  deleteSeconds: row('4', seconds.nullable(), 600, {
    says: 'How long the sender may delete a message; null for ever.',
    otherwise: 'A setting of the organisation.',
  }),
  moveSeconds: row('4', seconds.nullable(), 7 * 24 * 60 * 60, {
    says: 'How long members may move a message; null for ever. Moderators always may.',
    otherwise: 'A setting of the organisation.',
  }),
  readReceipts: row('4', z.boolean(), true, {
    says: 'Whether read receipts are enabled in the organisation.',
    otherwise: 'A setting of the organisation.',
  }),
  wildcardSubscribers: row('4', z.int().min(0), 15, {
    says: 'In channels with more subscribers, and topics with more participants, only those of `can_mention_many_users_group` may use wildcard mentions.',
    otherwise: 'Set by the server.',
  }),
  scheduledLateSeconds: row('3', seconds, 600, {
    says: 'A scheduled message that is later than this fails.',
    otherwise: 'It is sent, however late.',
  }),
  unusedUploadSeconds: row('8', seconds, 35 * 24 * 60 * 60, {
    says: 'A file that no message links to is deleted this long after its upload ("a few weeks").',
    otherwise: 'Set by the server.',
  }),
  activeSeconds: row('2.9', seconds, 70, {
    says: 'A user counts as active while the last activity is at most this much older than the last contact.',
    otherwise: 'Set by the server.',
  }),
  offlineSeconds: row('2.9', seconds, 200, {
    says: 'A user without contact for this long is offline; in a seed, such a user was idle first.',
    otherwise: 'Set by the server.',
  }),
  presenceHistorySeconds: row('4.11', seconds, 14 * 24 * 60 * 60, {
    says: 'Older presence is not listed.',
    otherwise: 'Set by the server.',
  }),
  ownerAlertSeconds: row('6.2', seconds, 60, {
    says: "A bot's owner is notified of messages to missing or empty channels at most once in this time.",
    otherwise: 'Set by the server.',
  }),
  heartbeatSeconds: row('6.2', seconds, eventRules.heartbeat, {
    says: 'A client that waits for events is sent a heartbeat after this silence.',
    otherwise: 'A time that varies: a real server waits from 45 to 55 s.',
  }),
  queueSeconds: row('6.2', seconds, eventRules.queueLife, {
    says: 'An event queue without requests is deleted after this long.',
    otherwise: 'Set by the server, or for longer by the client.',
  }),
  limitPresenceToAccessibleUsers: row('4.11', z.boolean(), false, {
    says: 'CAN_ACCESS_ALL_USERS_GROUP_LIMITS_PRESENCE.',
    otherwise: 'True: guests who may not see everybody see the presence of those they may see.',
  }),
  callProvider: row(
    '4.16',
    callProvider,
    { url: 'https://talk.example.com' },
    {
      says: 'Where the external conferencing provider is.',
      otherwise: 'Unconfigured, unreachable, or answering nonsense.',
    },
  ),
  rootDomain: row('4.20', z.boolean(), false, {
    says: "Whether requests go to the root domain of a server with many organisations: its settings omit the realm's.",
    otherwise: 'True.',
  }),
  incompatibleClients: row('4.20', z.array(z.string()).readonly(), ['ZulipInvalid'], {
    says: 'Names of the clients that the server calls incompatible.',
    otherwise: 'A list that the server keeps.',
  }),
  pushNotifications: row('4.20', z.boolean(), false, { says: '`push_notifications_enabled`.', otherwise: 'True.' }),
  webPublicAccess: row('4.20', z.boolean(), false, { says: '`realm_web_public_access_enabled`.', otherwise: 'True.' }),
} as const

export type Assumptions = {
  readonly [Name in AssumptionName]: (typeof assumptionRows)[Name] extends AssumptionRow<infer Value> ? Value : never
}

export type AssumptionName = keyof typeof assumptionRows

/**
 * The assumptions, with some of them changed. `note` is called whenever one is read.
 *
 * @throws {RangeError} for an unknown assumption or an invalid value
 */
export function assume(chosen: Partial<Assumptions> = {}, note: (name: string) => void = () => {}): Assumptions {
  for (const [name, value] of Object.entries(chosen)) check(name, value)
  return new Proxy({ ...defaults, ...withoutUndefined(chosen) } as Assumptions, {
    get(all, name: AssumptionName) {
      note(name)
      return all[name]
    },
  })
}

const defaults = Object.fromEntries(Object.entries(assumptionRows).map(([name, row]) => [name, row.default]))

function check(name: string, value: unknown): void {
  if (!Object.hasOwn(assumptionRows, name)) {
    const names = Object.keys(assumptionRows).join(', ')
    throw new RangeError(`There is no assumption "${name}"; choose among ${names}.`)
  }
  if (value === undefined) return
  const { allowed, default: usual } = assumptionRows[name as AssumptionName]
  const { error } = allowed.safeParse(value)
  if (error === undefined) return
  const given = JSON.stringify(value) ?? String(value)
  const problem = error.issues.map((issue) => issue.message).join('; ')
  throw new RangeError(
    `The assumption "${name}" can't be ${given} (${problem}); its default is ${JSON.stringify(usual)}.`,
  )
}

const contract = 'Set by the server; change the declaration in src/protocol.'

/**
 * All assumptions for display, changeable ones first. `option` is null if no option changes it; `allowed` is a JSON
 * Schema.
 */
export function listAssumptions(assumptions: Assumptions) {
  const changeable = (Object.keys(assumptionRows) as AssumptionName[]).map((id) => {
    const { spec, says, otherwise, default: usual, allowed }: AssumptionRow<unknown> = assumptionRows[id]
    const { $schema: _, ...schema } = z.toJSONSchema(allowed)
    const value = assumptions[id]
    return { id, spec, says, otherwise, option: `assumptions.${id}`, default: usual, value, allowed: schema }
  })
  const fixed = Object.entries<FixedAssumption>(fixedAssumptions).map(
    ([id, { spec, says, otherwise = contract, option = null }]) => ({ id, spec, says, otherwise, option }),
  )
  return [...changeable, ...fixed]
}

/** What an answer depends on, each list sorted. */
export interface Noted {
  readonly assumptions: readonly string[]
  /** Features that would have made a difference on a server of a later level. */
  readonly lacking: readonly FeatureId[]
}

function sorted<Name extends string>(names: ReadonlySet<Name>): readonly Name[] {
  return names.size === 0 ? none : [...names].sort()
}

const none: readonly never[] = []

/** Collects what answers depend on. */
export function createAnswerNotes() {
  let open: readonly { readonly assumptions: Set<string>; readonly lacking: Set<FeatureId> }[] = []
  return {
    get isCollecting() {
      return open.length > 0
    },
    assumes(name: string): void {
      for (const { assumptions } of open) assumptions.add(name)
    },
    lacks(feature: FeatureId): void {
      for (const { lacking } of open) lacking.add(feature)
    },
    /** Starts collecting. The function returned stops it, and returns what was collected. */
    collect(): () => Noted {
      const notes = { assumptions: new Set<string>(), lacking: new Set<FeatureId>() }
      open = [...open, notes]
      return () => {
        open = open.filter((one) => one !== notes)
        return { assumptions: sorted(notes.assumptions), lacking: sorted(notes.lacking) }
      }
    },
  }
}
