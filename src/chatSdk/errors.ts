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

/** Runs work, whose errors become those that the Chat SDK knows; `cause` is ours. */
export async function translated<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw translate(what, error)
  }
}

function translate(what: string, error: unknown): unknown {
  if (error instanceof AdapterError || !(error instanceof EarshotError)) return error
  return Object.assign(sdkError(what, error), { cause: error })
}

function sdkError(what: string, error: EarshotError): AdapterError {
  if (isRateLimited(error)) return new AdapterRateLimitError(name, seconds(error))
  if (error instanceof ApiError) return refused(what, error)
  if (error instanceof UnsupportedByServerError) return new PermissionError(name, `${what}: ${error.message}`)
  if (error instanceof CallError) return new NetworkError(name, error.message, error)
  return new ValidationError(name, error.message)
}

function refused(what: string, error: ApiError): AdapterError {
  if (error.isAuthentication) return new AuthenticationError(name, error.message)
  const kind = refusalKind(error)
  if (kind === 'missing') return new ResourceNotFoundError(name, what)
  if (kind === 'forbidden') return new PermissionError(name, what)
  return error.status >= 500 ? new NetworkError(name, error.message, error) : new ValidationError(name, error.message)
}

function seconds(error: EarshotError): number | undefined {
  const wait: unknown = Reflect.get(error, 'retryAfter')
  return typeof wait === 'number' ? Math.ceil(wait / 1_000) : undefined
}

const name = 'zulip'
