import { ApiError } from '../../client/index.js'
import { type AssumptionName, assumptionRows } from '../../simulator/realm/assumptions/assumptions.js'
import { type FixedAssumptionName, fixedAssumptions } from '../../simulator/realm/assumptions/fixedAssumptions.js'
import { fieldsOf, firstOf, read, refusal, withUpload } from './answers.js'
import { type Ask, CannotAsk, type Json, type Question, type Side, until } from './question.js'

/** How to ask about an assumption, or why it can't be asked with an account alone. */
type Way = string | Omit<Question, 'id' | 'about' | 'says'>

/** One question for each assumption, in the order of the tables. */
export function assumptionQuestions(): readonly Question[] {
  const rows = Object.entries({ ...assumptionRows, ...fixedAssumptions })
  return rows.map(([id, { says }]): Question => {
    const way = ways[id as keyof typeof ways]
    const asked = typeof way === 'string' ? { ask: () => Promise.reject(new CannotAsk(way)) } : way
    return { id, about: 'assumption', says, ...asked }
  })
}

const registered = (field: string): Way => ({ ask: async (side) => said(await side.registered(), field) })
const setting = (field: string): Way => ({ ask: async (side) => said(await side.settings(), field) })
const reading = (ask: Ask): Way => ({ ask })
const writing = (ask: Ask): Way => ({ ask, writes: true })

const needsWebhook = 'Needs an outgoing webhook at an address that the server can reach.'
const needsDays = 'Takes too long.'
const changesPeople = 'Would change or deactivate an account.'
const byTheContract = 'Other checks of this command cover it.'

const ways: Readonly<Record<AssumptionName | FixedAssumptionName, Way>> = {
  httpStatuses: reading(async (side) => ({
    'unknown path': await statusOf(side, '/no/such/path'),
    'unknown user': await statusOf(side, '/users/999999999'),
    'wrong key': await statusOf({ ...side, client: side.intruder }, '/users/me'),
  })),
  levelStart: reading(async (side) => {
    const fields = await side.newFields()
    if (fields.length === 0) throw new CannotAsk(`No field of POST /register begins at this level.`)
    const answer = await side.registered()
    return Object.fromEntries(fields.map((field) => [field, Object.hasOwn(answer, field)]))
  }),
  unmutedPolicy: writing(async (side) => {
    const { id: stream_id, topic } = await side.channel()
    await side.client.topics.setVisibility({ stream_id, topic, visibility_policy: 3 }, until(side))
    const narrow = [
      { operator: 'channel', operand: stream_id },
      { operator: 'is', operand: 'followed' },
    ]
    const page = { anchor: 'newest', num_before: 1, num_after: 0, narrow } as const
    try {
      const { messages } = await side.client.messages.list(page, until(side))
      return { 'a topic with the policy 3 is followed': messages.length > 0 }
    } finally {
      await side.client.topics.setVisibility({ stream_id, topic, visibility_policy: 0 })
    }
  }),
  replyFormat: needsWebhook,
  deliveryRetries: needsWebhook,
  retriedFailures: needsWebhook,
  deliveryRedirects: needsWebhook,
  deleteBatch: 'Needs a topic with thousands of messages.',
  deleteBatchesPerRequest: 'Needs a topic with thousands of messages.',
  messageLength: registered('max_message_length'),
  topicLength: registered('max_topic_length'),
  messagesPerRequest: reading((side) =>
    refusal(side, 'GET', '/messages', { anchor: 'newest', num_before: 1_000_000, num_after: 0 }),
  ),
  password: "Needs a person's password.",
  uploadMebibytes: registered('max_file_upload_size_mib'),
  emptyTopicDisplayName: registered('realm_empty_topic_display_name'),
  topicsRequired: registered('realm_mandatory_topics'),
  editSeconds: registered('realm_message_content_edit_limit_seconds'),
  deleteSeconds: registered('realm_message_content_delete_limit_seconds'),
  moveSeconds: registered('realm_move_messages_within_stream_limit_seconds'),
  readReceipts: registered('realm_enable_read_receipts'),
  wildcardSubscribers: 'Needs a channel with many subscribers, who would be notified.',
  scheduledLateSeconds: 'Needs a server that was down.',
  unusedUploadSeconds: needsDays,
  activeSeconds: 'Needs a person who goes idle.',
  offlineSeconds: registered('server_presence_offline_threshold_seconds'),
  presenceHistorySeconds: needsDays,
  ownerAlertSeconds: needsWebhook,
  heartbeatSeconds: {
    ask: heartbeat,
    isSlow: true,
    claim: assumptionRows.heartbeatSeconds.default,
    // Seconds.
    agree: (expected, actual) => Math.abs(Number(expected) - Number(actual)) <= 15,
  },
  queueSeconds: needsDays,
  limitPresenceToAccessibleUsers: "Needs a guest's account.",
  callProvider: writing(async (side) => {
    await side.client.calls.create({ room_name: 'earshot drift' }, until(side))
    return 'creates calls'
  }),
  rootDomain: reading(async (side) => ({
    'names the organisation': Object.hasOwn(await side.settings(), 'realm_name'),
  })),
  incompatibleClients: reading(async (side) => {
    const client = side.clientCalled('ZulipInvalid/1.0')
    return said(await client.request('GET', '/server_settings', {}, until(side)), 'is_incompatible')
  }),
  pushNotifications: setting('push_notifications_enabled'),
  webPublicAccess: setting('realm_web_public_access_enabled'),

  scheduledMessageFields: writing(async (side) => {
    const { id, topic } = await side.channel()
    const inAWeek = Math.ceil(side.clock.now() / 1000) + 7 * 86_400
    const { scheduled_message_id } = await side.client.scheduledMessages.create(
      { type: 'channel', to: id, topic, content: 'earshot drift', scheduled_delivery_timestamp: inAWeek },
      until(side),
    )
    try {
      const { scheduled_messages } = await read(side, '/scheduled_messages')
      const isOurs = (one: Json) => one.scheduled_message_id === scheduled_message_id
      return fieldsOf(firstOf(scheduled_messages, 'scheduled message of its own', isOurs))
    } finally {
      await side.client.scheduledMessages.delete({ scheduled_message_id })
    }
  }),
  userGroupFields: byTheContract,
  attachmentFields: writing((side) => {
    const file = new Blob(['earshot drift'], { type: 'text/plain' })
    return withUpload(side, file, async (_, attachment) => fieldsOf(attachment))
  }),
  profileFieldFields: byTheContract,
  failedMessageAfterEdit: 'Needs a server that was down.',
  scheduledMessageTransitions: 'Needs a server that was down.',
  userReactivation: changesPeople,
  deletedUsers: changesPeople,
  userGroupChanges: "Would leave a group behind, which can't be deleted.",
  unmutingUsers: changesPeople,
  folderArchiving: "Would leave a folder behind, which can't be deleted.",
  emojiDeactivation: "Would leave an emoji behind, which can't be deleted.",
  deactivationComment: changesPeople,
  companionEndpoints: byTheContract,
  searchedWords: 'The check of a search for words covers it.',
  credentials: 'Keys are never read.',
  roles: 'Needs accounts with several roles.',
  managingUsers: changesPeople,
  triggers: needsWebhook,
  eventShapes: writing(async (side) => {
    const { id: to, topic } = await side.channel()
    const { client } = side
    const event_types = ['message', 'reaction', 'update_message', 'typing']
    const { queue_id, last_event_id } = await client.events.register({ event_types }, until(side))
    try {
      const content = 'Is anybody listening?'
      const { id: message_id } = await client.messages.send({ type: 'channel', to, topic, content }, until(side))
      await client.reactions.add({ message_id, emoji_name: 'ear' }, until(side))
      await client.messages.edit({ message_id, content: 'Somebody is.' }, until(side))
      const { events } = await client.events.get({ queue_id, last_event_id, dont_block: true }, until(side))
      return events.map(({ type, ...event }) => `${type}: ${fieldsOf(event).join(', ')}`)
    } finally {
      await client.events.deleteQueue({ queue_id })
    }
  }),
  usualSettings: reading(async (side) => Object.keys(await side.registered()).sort()),
  deliveryTimeout: needsWebhook,
  failureNotices: needsWebhook,
  rateLimit: "Would use up the account's limit.",
  newerMarkdown: 'The checks of rendering cover it.',
  newerRefusals: 'The checks of refusals cover it.',
  newerAccess: 'The checks of access cover it.',
  undatedChanges: 'Needs servers of several levels.',
  otherErrors: 'The checks of refusals cover it.',
}

/** Why questions can't be asked, whatever the server and the options are. */
export const lastingReasons: ReadonlySet<string> = new Set(
  Object.values<Way>(ways).filter((way) => typeof way === 'string'),
)

/** A field of an answer. */
function said(answer: Json, field: string): unknown {
  if (Object.hasOwn(answer, field)) return answer[field]
  throw new CannotAsk(`The server's answer has no \`${field}\`.`)
}

async function statusOf({ client, ...side }: Pick<Side, 'client' | 'signal'>, path: string): Promise<number> {
  try {
    await client.request('GET', path, {}, until(side))
    return 200
  } catch (error) {
    if (error instanceof ApiError) return error.status
    throw error
  }
}

/** Seconds until an idle queue gets a heartbeat. */
async function heartbeat(side: Side): Promise<number> {
  const { client, clock } = side
  const { queue_id, last_event_id } = await client.events.register({ event_types: ['drafts'] }, until(side))
  try {
    const start = clock.now()
    const { events } = await client.events.get({ queue_id, last_event_id }, { timeout: longestSilence, ...until(side) })
    if (events.at(0)?.type !== 'heartbeat') throw new CannotAsk('Something else happened in the meantime.')
    return Math.round((clock.now() - start) / 1_000)
  } finally {
    await client.events.deleteQueue({ queue_id })
  }
}

/** Milliseconds. */
const longestSilence = 120_000
