import * as z from 'zod'
import {
  accessErrors,
  decodeParameters,
  dialectWordsOf,
  type Endpoint,
  ErrorEnvelope,
  type ErrorFacts,
  type ErrorId,
  type ErrorRow,
  errorBody,
  errorExtras,
  errors,
  errorsOf,
  isInPath,
  limits,
  toWire,
  type WireKind,
  wireKind,
} from '../../protocol/index.js'
import { type DescriptionContext, oneOrAny } from './schemas.js'
import type { Example, MediaType, Reference, Response, Schema } from './types.js'

/** The refusals of an endpoint by status, with the exact texts as examples and made-up facts. */
export function refusalsOf(
  declared: readonly Endpoint[],
  context: DescriptionContext,
): Record<string, Response | Reference> {
  const refusals = declared.flatMap((endpoint) => [
    ...errorsOf(endpoint).map((id) => ({ row: errors[id], facts: parameterFacts(errors[id], endpoint) })),
    ...accessErrors(endpoint).map((id) => asEverywhere(errors[id])),
    ...malformedParameters(endpoint),
  ])
  const statuses = [...new Set(refusals.map(({ row }) => row.status))].sort((one, other) => one - other)
  const grouped = statuses.map((status) => {
    const ofStatus = refusals.filter(({ row }) => row.status === status)
    return [String(status), responseOf(ofStatus, context)] as const
  })
  const isOpen = declared.every(({ access }) => access === 'public')
  return { ...Object.fromEntries(grouped), ...(!isOpen && shared) }
}

/** Refusals that all endpoints with credentials share. */
export function sharedRefusals(context: DescriptionContext): Record<string, Response> {
  const of = (rows: readonly ErrorRow[]) => responseOf(rows.map(asEverywhere), context)
  return { Unauthorized: of(unauthorized), RateLimited: of([errors.rateLimit]) }
}

/** The bodies of refusals: the common one, and one for each code with additional fields. */
export function errorSchemas({ schemas }: DescriptionContext): Record<string, Schema> {
  const coded = Object.entries(errorExtras).map(([code, extras]) => {
    const { type: _, ...more } = schemas.of(extras)
    const properties = { code: { const: code }, ...(more.properties as Schema) }
    return [schemaName(code), { allOf: [pointTo('schemas/Error'), { type: 'object', ...more, properties }] }] as const
  })
  return { Error: schemas.of(z.looseObject(ErrorEnvelope.shape)), ...Object.fromEntries(coded) }
}

const shared: Record<string, Reference> = {
  401: pointTo('responses/Unauthorized'),
  429: pointTo('responses/RateLimited'),
}

const unauthorized: readonly ErrorRow[] = [
  errors.notLoggedIn,
  errors.invalidAuthorizationHeader,
  errors.malformedApiKey,
  errors.invalidApiKey,
  errors.accountDeactivated,
  errors.notForIncomingWebhooks,
]

function asEverywhere(row: ErrorRow): Refusal {
  return { row, facts: undefined }
}

interface Refusal {
  readonly row: ErrorRow
  /** Only if the text depends on the endpoint. */
  readonly facts: ErrorFacts | undefined
}

/** The errors for a parameter that is missing, too long, or not JSON, found by decoding one. */
function malformedParameters(endpoint: Endpoint): readonly Refusal[] {
  const sent = Object.entries(endpoint.params).filter(([name]) => !isInPath(endpoint, name))
  const ofKind = (kind: WireKind) => sent.filter(([, schema]) => wireKind(schema) === kind)
  const firstOf = (params: typeof sent, text: string | undefined) =>
    params.flatMap(([name, schema]) => refusalOf(endpoint, name, schema, text)).slice(0, 1)
  const tooLong = firstOf(ofKind('text'), 'x'.repeat(10_000)).filter(({ row }) => row === errors.tooLong)
  return [...firstOf(sent, undefined), ...tooLong, ...firstOf(ofKind('json'), '{')]
}

function refusalOf(endpoint: Endpoint, name: string, schema: z.core.$ZodType, text: string | undefined): Refusal[] {
  const fields = new Map(text === undefined ? [] : [[name, text]])
  const alone = { ...endpoint, params: { [name]: schema } }
  const decoded = decodeParameters(alone, { path: {}, fields, files: [] })
  return decoded.ok ? [] : [{ row: decoded.error, facts: decoded.facts }]
}

function responseOf(refusals: readonly Refusal[], context: DescriptionContext): Response {
  const byId = new Map(refusals.map((refusal) => [idOf(refusal.row), refusal]))
  const examples = [...byId].map(([id, { row, facts }]): readonly [string, Example | Reference] => {
    if (facts !== undefined) return [id, exampleOf(row, facts, context)]
    context.examples.set(id, exampleOf(row, factsFor(row), context))
    return [id, pointTo(`examples/${id}`)]
  })
  const media: MediaType = {
    schema: oneOrAny(refusals.map(({ row }) => pointTo(`schemas/${schemaName(row.code)}`))),
    examples: Object.fromEntries(examples),
  }
  const codes = [...new Set(refusals.map(({ row }) => row.code ?? 'no code'))]
  return { description: `Refused: ${codes.join(', ')}.`, content: { 'application/json': media } }
}

function exampleOf(row: ErrorRow, facts: ErrorFacts, { dialect }: DescriptionContext): Example {
  const { brand, callProvider: provider } = dialectWordsOf(dialect)
  const value = errorBody(row, toWire(dialect, { ...facts, brand, provider }))
  return { summary: String(value.msg), value: toWire(dialect, value) }
}

const ids: ReadonlyMap<ErrorRow, string> = new Map(
  (Object.keys(errors) as ErrorId[]).map((id): [ErrorRow, string] => [errors[id], id]),
)

function idOf(row: ErrorRow): string {
  return ids.get(row) ?? row.code ?? 'unnamed'
}

/** `ErrorStreamDoesNotExist` for a code with fields of its own, `Error` for any other. */
function schemaName(code: string | undefined): string {
  if (code === undefined || !Object.hasOwn(errorExtras, code)) return 'Error'
  const words = code.toLowerCase().split('_')
  return `Error${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}`
}

function pointTo(place: string): Reference {
  return { $ref: `#/components/${place}` }
}

/** Made-up facts for the text of an error and for the fields of its code. */
function factsFor(row: ErrorRow): ErrorFacts {
  const named = [...row.msg.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, factNamed(name)])
  return { ...Object.fromEntries(named), ...carried.get(row) }
}

/** The facts of a text that names a parameter of the endpoint; undefined if the text is the same for all endpoints. */
function parameterFacts(row: ErrorRow, endpoint: Endpoint): ErrorFacts | undefined {
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
