import { callNamed } from '../../client/callNamed.js'
import { ApiError, MalformedAnswerError } from '../../client/index.js'
import { readsOnly } from '../../protocol/endpoint.js'
import {
  accessErrors,
  type Dialect,
  type Endpoint,
  type EndpointName,
  type ErrorRow,
  endpointsAt,
  errors,
  errorsOf,
  summaryOf,
} from '../../protocol/index.js'
import { CannotAsk, type Json, type Question, type Side, type Subjects, until } from './question.js'

/** One question for each endpoint that only reads: whether its answer has the shape that the contract declares. */
export function contractQuestions(level: number, dialect: Dialect): readonly Question[] {
  return askedEndpoints(level, dialect).map((endpoint) => ({
    id: endpoint.name,
    about: 'contract',
    says: `${summaryOf(endpoint)} The answer has the declared shape.`,
    ask: (side) => shapeOf(endpoint, side),
  }))
}

/** The endpoints that can be asked without changing anything. */
export function askedEndpoints(level: number, dialect: Dialect): readonly Endpoint[] {
  return endpointsAt(level, dialect).filter((endpoint) => readsOnly(endpoint) && !unasked.has(endpoint.name))
}

/** Endpoints that need the result of another call. */
const unasked: ReadonlySet<string> = new Set([
  'bots.getKey',
  'botStorage.get',
  'events.get',
  'files.temporaryUrl',
  'outgoingWebhook.latest',
])

async function shapeOf(endpoint: Endpoint, side: Side): Promise<Json> {
  const name = endpoint.name as EndpointName
  const params = paramsFor(name, await side.subjects())
  try {
    await callNamed(side.client, name, params, until(side))
    return { shape: 'as declared' }
  } catch (error) {
    if (error instanceof MalformedAnswerError) {
      return { shape: `${error.path || 'The answer'} ${error.problem}`, status: error.status }
    }
    if (!(error instanceof ApiError)) throw error
    const isRefusedToCaller = accessErrors(endpoint).some((id) => errors[id].msg === error.msg)
    if (isRefusedToCaller || errorsOf(endpoint).some((id) => codeOf(errors[id]) === error.code))
      throw new CannotAsk(`The server refuses it: ${error.msg}`)
    return { refused: error.msg, code: error.code }
  }
}

const codeOf = ({ code }: ErrorRow) => code

/** The parameters that an endpoint needs. @throws {CannotAsk} if the account sees nothing suitable */
export function paramsFor(name: string, { user, channelId, channelName, messageId, groupId }: Subjects): Json {
  const own = { user_id: user.user_id }
  const channel = () => ({ stream_id: there(channelId, 'channel') })
  const message = () => ({ message_id: there(messageId, 'message') })
  const group = () => ({ user_group_id: there(groupId, 'user group') })
  const needed: Partial<Record<EndpointName, () => Json>> = {
    'messages.get': message,
    'messages.history': message,
    'messages.list': () => ({ anchor: 'newest', num_before: 20, num_after: 0 }),
    'messages.matchesNarrow': () => ({ msg_ids: [there(messageId, 'message')], narrow: [] }),
    'messages.readReceipts': message,
    'messages.render': () => ({ content: '**bold**' }),
    'presence.get': () => ({ user_id_or_email: user.email }),
    'streams.get': channel,
    'streams.getEmail': channel,
    'streams.getId': () => ({ stream: there(channelName, 'channel') }),
    'streams.members': channel,
    'streams.topics': channel,
    'subscriptions.isSubscribed': () => ({ ...own, ...channel() }),
    'userGroups.isMember': () => ({ ...own, ...group() }),
    'userGroups.members': group,
    'userGroups.subgroups': group,
    'users.get': () => own,
    'users.getByEmail': () => ({ email: user.email }),
    'users.getStatus': () => own,
  }
  return needed[name as EndpointName]?.() ?? {}
}

function there<Value>(value: Value | undefined, what: string): Value {
  if (value !== undefined) return value
  throw new CannotAsk(`The account sees no ${what}.`)
}
