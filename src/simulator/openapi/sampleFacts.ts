import {
  type Endpoint,
  type ErrorFacts,
  type ErrorRow,
  errors,
  isInPath,
  limits,
  wireKind,
} from '../../protocol/index.js'

/** Made-up facts for the text of an error and for the fields of its code. */
export function factsFor(row: ErrorRow): ErrorFacts {
  const named = [...row.msg.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, factNamed(name)])
  return { ...Object.fromEntries(named), ...carried.get(row) }
}

/** The same where the text names a parameter of the endpoint; undefined where it is the same for all endpoints. */
export function parameterFacts(row: ErrorRow, endpoint: Endpoint): ErrorFacts | undefined {
  if (!ofParameters.has(row)) return undefined
  const sent = Object.entries(endpoint.params).filter(([name]) => !isInPath(endpoint, name))
  const texts = sent.filter(([, schema]) => wireKind(schema) === 'text')
  const needed = texts.find(([, schema]) => schema._zod.optin === undefined)
  const [name] = needed ?? texts[0] ?? sent[0] ?? ['name']
  return { ...factsFor(row), name, limit: limitOf[name] ?? limits.topicLength }
}

/** Errors whose text begins with the name of a parameter. */
const ofParameters: ReadonlySet<ErrorRow> = new Set<ErrorRow>([
  errors.tooLong,
  errors.blank,
  errors.invalidWord,
  errors.notInList,
  errors.tooSmall,
  errors.tooLarge,
])

const limitOf: Readonly<Record<string, number>> = {
  status_text: limits.statusText,
  deactivation_notification_comment: limits.deactivationComment,
}

function factNamed(name: string): unknown {
  return samples[name] ?? (/(^|_)(id|limit|maximum|position|size|count)$/.test(name) ? 99 : name)
}

const samples: ErrorFacts = {
  channel_name: 'kitchen',
  email: 'nobody@example.com',
  emoji_name: 'no_such_emoji',
  flag: 'no-such-flag',
  group: 'id',
  maximum: limits.messagesPerRequest,
  name: 'kitchen',
  names: 'no-such-channel',
  position: 3,
  prefix: 'role:',
  queue_id: 'no-such-queue',
  reason: 'the reason',
  status: 'asleep',
  stream: 'no-such-channel',
  who: 'nobody@example.com',
}

/** The fields of a code besides the facts of its text. */
const carried: ReadonlyMap<ErrorRow, ErrorFacts> = new Map<ErrorRow, ErrorFacts>([
  [errors.groupInUse, { objections: [{ type: 'realm', settings: ['can_invite_users_group'] }] }],
  [errors.rateLimit, { 'retry-after': 1.5 }],
  [errors.unsupportedCombination, { parameters: 'stream_id, stream' }],
  [errors.fileTooLarge, { limit: limits.uploadMebibytes }],
])
