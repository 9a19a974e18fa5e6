import { EarshotError, nameErrors } from '../../errors.js'
import type { Endpoint, FeatureLevelRow } from '../../protocol/index.js'

/** An option of a client or call is invalid. */
export class InvalidOptionError extends EarshotError {
  readonly option: string
  /** What is wrong with it, without its value. */
  readonly problem: string
  constructor(option: string, problem: string, advice: string) {
    super('invalid_option', `The option \`${option}\` ${problem}, so it can't be used. ${advice}`)
    this.option = option
    this.problem = problem
  }
}

/** A call violates a rule that the client checks, so nothing was sent. */
export class InvalidParameterError extends EarshotError {
  readonly endpoint: string
  /** The parameter, or a path in it, e.g. `narrow[0].operator`; empty for the parameters as a whole. */
  readonly field: string
  readonly problem: string
  constructor(endpoint: string, field: string, problem: string, advice: string) {
    super(
      'invalid_parameter',
      `${endpoint} was not sent: ${field === '' ? 'the first argument' : `\`${field}\``} ${problem}. ${advice}`,
    )
    this.endpoint = endpoint
    this.field = field
    this.problem = problem
  }
}

/** The server is too old for a call, or has lost the endpoint, so nothing was sent. */
export class UnsupportedByServerError extends EarshotError {
  readonly endpoint: string
  /** Can be passed to `client.supports`. */
  readonly feature: string
  readonly serverLevel: number
  /** The highest level that has the endpoint, if the server has lost it. */
  readonly neededLevel: number
  constructor(endpoint: Endpoint, { id, level }: Pick<FeatureLevelRow, 'id' | 'level'>, serverLevel: number) {
    const { name, until, deprecated = '' } = endpoint
    const isGone = id === until
    super(
      'unsupported_by_server',
      isGone
        ? `${name} was not sent: servers have it below feature level ${level} only, and this one has ${serverLevel}. ${deprecated}`
        : `${name} was not sent: it needs feature level ${level} (${id}), and the server has ${serverLevel}. ` +
            `Upgrade the server, or ask client.supports('${id}') first.`,
    )
    this.endpoint = name
    this.feature = id
    this.serverLevel = serverLevel
    this.neededLevel = isGone ? level - 1 : level
  }
}

/** A topic still has messages after the maximum number of requests. Deleted messages stay deleted. */
export class TopicNotDeletedError extends EarshotError {
  readonly streamId: number
  readonly topicName: string
  readonly requests: number
  constructor(streamId: number, topicName: string, requests: number) {
    super(
      'topic_not_deleted',
      `The topic "${topicName}" of channel ${streamId} still has messages after ${requests} requests. ` +
        'Call deleteWholeTopic again to go on, or allow more with `maxRequests`.',
    )
    this.streamId = streamId
    this.topicName = topicName
    this.requests = requests
  }
}

nameErrors({ InvalidOptionError, InvalidParameterError, UnsupportedByServerError, TopicNotDeletedError })
