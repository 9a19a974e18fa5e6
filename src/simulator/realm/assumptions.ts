import { emptyTopicDisplayName, eventRules, limits } from '../../protocol/index.js'

/** What the spec leaves open and an organisation may answer otherwise. */
export interface Assumptions {
  readonly deleteBatch: number
  readonly deleteBatchesPerRequest: number
  readonly messageLength: number
  readonly topicLength: number
  readonly messagesPerRequest: number
  readonly uploadMebibytes: number
  readonly emptyTopicDisplayName: string
  readonly topicsRequired: boolean
  readonly editSeconds: number | null
  readonly deleteSeconds: number | null
  readonly moveSeconds: number | null
  readonly wildcardSubscribers: number
  readonly scheduledLateSeconds: number
  readonly unusedUploadSeconds: number
  readonly activeSeconds: number
  readonly offlineSeconds: number
  readonly presenceHistorySeconds: number
  readonly ownerAlertSeconds: number
  readonly heartbeatSeconds: number
  readonly queueSeconds: number
  readonly limitPresenceToAccessibleUsers: boolean
  readonly callProvider: CallProvider
  readonly rootDomain: boolean
  readonly incompatibleClients: readonly string[]
  readonly pushNotifications: boolean
  readonly webPublicAccess: boolean
}

/** The conferencing provider of 4.16: where it is, or what is wrong with it. */
export type CallProvider =
  | { readonly url: string }
  | 'unconfigured'
  | { readonly unreachable: string }
  | 'malformed answer'

export interface AssumptionRow<Value> {
  readonly default: Value
  /** What is assumed, as a sentence. */
  readonly says: string
  /** What a real server might do instead. */
  readonly otherwise: string
}

/** Every assumption of the realm with its default. @see spec, wherever it says "not shown" */
export const assumptionRows: { readonly [Name in keyof Assumptions]: AssumptionRow<Assumptions[Name]> } = {
  deleteBatch: {
    default: limits.deleteBatch,
    says: 'A topic is deleted in batches of this many messages.',
    otherwise: 'Another size.',
  },
  deleteBatchesPerRequest: {
    default: 10,
    says: 'A request to delete a topic ends early after this many batches, as if its time were up.',
    otherwise: 'A limit of time: a real server stops after 50 s.',
  },
  messageLength: {
    default: limits.messageLength,
    says: '`max_message_length` in code points; longer content is cut.',
    otherwise: 'Set by the server.',
  },
  topicLength: {
    default: limits.topicLength,
    says: '`max_topic_length` in code points.',
    otherwise: 'Set by the server.',
  },
  messagesPerRequest: {
    default: limits.messagesPerRequest,
    says: 'One listing may ask for this many messages.',
    otherwise: 'Set by the server.',
  },
  uploadMebibytes: {
    default: limits.uploadMebibytes,
    says: 'The largest file that may be uploaded, in MiB.',
    otherwise: 'Set by the server.',
  },
  emptyTopicDisplayName: {
    default: emptyTopicDisplayName,
    says: '`realm_empty_topic_display_name`.',
    otherwise: "A translation into the organisation's language.",
  },
  topicsRequired: {
    default: false,
    says: 'Whether channel messages must have a topic.',
    otherwise: 'A setting of the organisation, and of each channel on newer servers.',
  },
  editSeconds: {
    default: 600,
    says: 'How long the sender may change the content of a message; null for ever.',
    otherwise: 'A setting of the organisation.',
  },
  deleteSeconds: {
    default: 600,
    says: 'How long the sender may delete a message; null for ever.',
    otherwise: 'A setting of the organisation.',
  },
  moveSeconds: {
    default: 7 * 24 * 60 * 60,
    says: 'How long members may move a message; null for ever. Moderators always may.',
    otherwise: 'A setting of the organisation.',
  },
  wildcardSubscribers: {
    default: 15,
    says: 'In channels with more subscribers than this, only administrators may mention everybody.',
    otherwise: 'A setting of the organisation.',
  },
  scheduledLateSeconds: {
    default: 600,
    says: 'A scheduled message that is later than this fails.',
    otherwise: 'It is sent, however late.',
  },
  unusedUploadSeconds: {
    default: 35 * 24 * 60 * 60,
    says: 'A file that no message links to is deleted this long after its upload ("a few weeks").',
    otherwise: 'Set by the server.',
  },
  activeSeconds: {
    default: 70,
    says: 'A user counts as active while the last activity is at most this much older than the last contact.',
    otherwise: 'Set by the server.',
  },
  offlineSeconds: {
    default: 200,
    says: 'A user without contact for this long went away; one of the seed had gone idle before that.',
    otherwise: 'Set by the server.',
  },
  presenceHistorySeconds: {
    default: 14 * 24 * 60 * 60,
    says: 'Older presence is not listed.',
    otherwise: 'Set by the server.',
  },
  ownerAlertSeconds: {
    default: 60,
    says: "A bot's owner is told of messages to missing or empty channels at most once in this time.",
    otherwise: 'Set by the server.',
  },
  heartbeatSeconds: {
    default: eventRules.heartbeat,
    says: 'A client that waits for events is sent a heartbeat after this silence.',
    otherwise: 'A time that varies: a real server waits from 45 to 55 s.',
  },
  queueSeconds: {
    default: eventRules.queueLife,
    says: 'An event queue that nobody asks for its events is forgotten after this long.',
    otherwise: 'Set by the server, or for longer by the client.',
  },
  limitPresenceToAccessibleUsers: {
    default: false,
    says: 'CAN_ACCESS_ALL_USERS_GROUP_LIMITS_PRESENCE.',
    otherwise: 'True: guests who may not see everybody see the presence of those they may see.',
  },
  callProvider: {
    default: { url: 'https://talk.example.com' },
    says: 'Where the external conferencing provider is.',
    otherwise: 'Unconfigured, unreachable, or answering nonsense.',
  },
  rootDomain: {
    default: false,
    says: "Whether requests go to the root domain of a server with many organisations: its settings omit the realm's.",
    otherwise: 'True.',
  },
  incompatibleClients: {
    default: ['ZulipInvalid'],
    says: 'Names of the clients that are told that they are incompatible.',
    otherwise: 'A list that the server keeps.',
  },
  pushNotifications: {
    default: false,
    says: '`push_notifications_enabled`.',
    otherwise: 'True.',
  },
  webPublicAccess: {
    default: false,
    says: '`realm_web_public_access_enabled`.',
    otherwise: 'True.',
  },
}

/** The assumptions with some of them answered otherwise. */
export function assume(chosen: Partial<Assumptions> = {}): Assumptions {
  const defaults = Object.entries(assumptionRows).map(([name, row]) => [name, row.default])
  return { ...(Object.fromEntries(defaults) as Assumptions), ...chosen }
}
