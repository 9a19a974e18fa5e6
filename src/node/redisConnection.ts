import type { Redis, RedisOptions } from 'ioredis'
import { errorMessage } from '../values.js'

/** Creates the caller's kind of error: a storage's or a queue's. */
type ConnectionFailure = (
  code: 'missing_package' | 'invalid_option' | 'failed',
  message: string,
  options?: ErrorOptions,
) => Error

/**
 * Opens a dedicated connection that fails calls while Redis is away instead of sending them twice, and reconnects
 * automatically.
 * @param address Such as `redis://localhost:6379/1`.
 */
export async function connectRedis(
  address: string,
  fail: ConnectionFailure,
  options: RedisOptions = {},
): Promise<Redis> {
  const { Redis } = await loaded(fail)
  const connection = new Redis(checkedAddress(address, fail), {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    // Milliseconds after which a silently dropped connection is given up; otherwise calls would wait forever.
    socketTimeout: 10_000,
    ...options,
  })
  forgettingCalls(connection)
  // Callers get the failure; without a listener, ioredis also writes it to the console.
  let reason: unknown
  connection.on('error', (error) => {
    reason = error
  })
  try {
    await connection.connect()
    return connection
  } catch (error) {
    connection.disconnect()
    throw unreachable(address, reason ?? error, fail)
  }
}

/**
 * Makes a connection, and its duplicates, stop waiting for responses once it is closed. ioredis keeps its timer
 * running, which keeps the process alive, or cuts the next connection because the last one owed a response.
 */
export function forgettingCalls(connection: Redis): Redis {
  const duplicate = connection.duplicate.bind(connection)
  connection.duplicate = (...parts) => forgettingCalls(duplicate(...parts))
  return connection.on('close', () => {
    clearTimeout(Reflect.get(connection, timer))
    Reflect.set(connection, timer, undefined)
  })
}

/** The property in which ioredis has it. */
const timer = 'socketTimeoutTimer'

async function loaded(fail: ConnectionFailure) {
  try {
    return await import('ioredis')
  } catch (error) {
    const message = `Redis needs the package ioredis, and it is not installed. Run \`${installing(['ioredis@5'])}\`.`
    throw fail('missing_package', message, { cause: error })
  }
}

function checkedAddress(address: string, fail: ConnectionFailure): string {
  // An address may hold a password, so it is never repeated.
  if (URL.canParse(address) && ['redis:', 'rediss:'].includes(new URL(address).protocol)) return address
  throw fail(
    'invalid_option',
    'The address of Redis is invalid: it has to begin with redis:// or rediss://. Give one such as redis://localhost:6379.',
  )
}

function unreachable(address: string, cause: unknown, fail: ConnectionFailure): Error {
  const { hostname, port } = new URL(address)
  return fail(
    'failed',
    `Redis can't be reached: ${hostname}:${port || 6379}, ${redisReason(cause)}. Check that it runs, its address and its password.`,
    { cause: withoutCommand(cause) },
  )
}

/** An error that is safe as a cause: those of ioredis contain the failed command, and with `AUTH` the password. */
export const withoutCommand = (error: unknown): Error => new Error(redisReason(error))

/** Why a call to Redis failed, without a full stop, and without ioredis's advice about its own options. */
export function redisReason(error: unknown): string {
  const message = errorMessage(error)
  return lost.test(message) ? 'the connection to Redis is lost' : message.replace(/\.$/, '')
}

const lost =
  /max retries per request limit|^Connection is closed|connection close$|^Socket timeout|^Stream isn't writeable/

export async function askRedis<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw withoutCommand(error)
  }
}

/**
 * The command that installs packages on this runtime: `npm install ioredis@5`.
 * @param packages Each with its version.
 */
export function installing(
  packages: readonly string[],
  runtimes: Readonly<Record<string, unknown>> = process.versions,
) {
  if (runtimes.deno !== undefined) return `deno add ${packages.map((name) => `npm:${name}`).join(' ')}`
  return `${runtimes.bun === undefined ? 'npm install' : 'bun add'} ${packages.join(' ')}`
}
