/** Why Redis didn't do something, without a full stop, and without ioredis's advice about its own options. */
export function redisReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return lost.test(message) ? 'the connection to Redis is lost' : message.replace(/\.$/, '')
}

const lost =
  /max retries per request limit|^Connection is closed|connection close$|^Socket timeout|^Stream isn't writeable/

/** Has a call of Redis fail with what its caller can print. */
export async function askRedis<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw new Error(redisReason(error), { cause: error })
  }
}
