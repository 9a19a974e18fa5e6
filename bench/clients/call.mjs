/** Whom every client asks for. */
export const user = 'iago@example.com'

export const path = `/api/v1/users/${user}`

export const account = { email: 'echo-bot@example.com', apiKey: 'k'.repeat(32) }

/**
 * Calls 32 at a time for so long, or an exact number of times (`most`). Each call gives the name of the user, so that nobody can leave out reading the answer.
 */
export function caller(call) {
  return async ({ seconds = Number.POSITIVE_INFINITY, most = Number.POSITIVE_INFINITY }) => {
    let [begunCalls, calls] = [0, 0]
    const { user: userBefore, system: systemBefore } = process.cpuUsage()
    const begun = performance.now()
    const end = begun + seconds * 1_000
    const one = async () => {
      while (performance.now() < end && begunCalls < most) {
        begunCalls += 1
        if ((await call()) !== 'Iago') throw new Error('The answer is another than expected.')
        calls += 1
      }
    }
    await Promise.all(Array.from({ length: 32 }, one))
    const took = (performance.now() - begun) / 1_000
    const { user: userAfter, system: systemAfter } = process.cpuUsage()
    return {
      count: calls,
      perSecond: calls / took,
      cpu: (userAfter - userBefore + systemAfter - systemBefore) / calls,
      rss: process.memoryUsage.rss() / 2 ** 20,
    }
  }
}
