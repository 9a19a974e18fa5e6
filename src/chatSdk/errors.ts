import {
  AdapterError,
  AdapterRateLimitError,
  AuthenticationError,
  NetworkError,
  PermissionError,
  ResourceNotFoundError,
  ValidationError,
} from '@chat-adapter/shared'
import { isRateLimited } from '../client/errors/exchangeErrors.js'
import { ApiError, CallError, EarshotError, UnsupportedByServerError } from '../client/index.js'
import { refusalKind } from '../protocol/index.js'

/** What was tried, to be named in errors: `{ to: 'edit', what: 'message', id: '133' }`. */
export interface AttemptedCall {
  /** Such as `post to`. */
  readonly to: string
  readonly what: 'message' | 'thread' | 'channel' | 'user' | 'bot'
  readonly id?: string
}

/** Runs work, whose errors become those that the Chat SDK knows; `cause` is ours. */
export async function translated<T>(attempt: AttemptedCall, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw translate(attempt, error)
  }
}

function translate(attempt: AttemptedCall, error: unknown): unknown {
  if (error instanceof AdapterError || !(error instanceof EarshotError)) return error
  const translation = sdkError(attempt, error)
  // The Chat SDK's own words name neither what was tried nor the reason.
  if (error instanceof ApiError && !error.isAuthentication && !isRateLimited(error)) {
    translation.message = `Couldn't ${tried(attempt)}: ${sentence(error.msg)}${advice(translation)}`
  }
  return Object.assign(translation, { cause: error })
}

function sdkError(attempt: AttemptedCall, error: EarshotError): AdapterError {
  if (isRateLimited(error)) return new AdapterRateLimitError(name, seconds(error))
  if (error instanceof ApiError) return refused(attempt, error)
  if (error instanceof UnsupportedByServerError) {
    const denied = new PermissionError(name, tried(attempt))
    return Object.assign(denied, { message: `Couldn't ${tried(attempt)}: ${error.message}` })
  }
  if (error instanceof CallError) return new NetworkError(name, error.message, error)
  return new ValidationError(name, error.message)
}

function refused(attempt: AttemptedCall, error: ApiError): AdapterError {
  if (error.isAuthentication) return new AuthenticationError(name, error.message)
  const kind = refusalKind(error)
  if (kind === 'missing') return new ResourceNotFoundError(name, attempt.what, attempt.id)
  if (kind === 'forbidden') return new PermissionError(name, tried(attempt))
  return error.status >= 500 ? new NetworkError(name, error.message, error) : new ValidationError(name, error.message)
}

const tried = ({ to, what, id }: AttemptedCall) => (id === undefined ? `${to} the ${what}` : `${to} ${what} ${id}`)

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

function advice(error: AdapterError): string {
  return error instanceof ResourceNotFoundError ? ' Either it is gone, or the bot has no access to it.' : ''
}

function seconds(error: EarshotError): number | undefined {
  const wait: unknown = Reflect.get(error, 'retryAfter')
  return typeof wait === 'number' ? Math.ceil(wait / 1_000) : undefined
}

const name = 'zulip'
