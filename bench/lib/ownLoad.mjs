import { Pool } from 'undici'
import { summary } from './statistics.mjs'

/** Sends requests as `wrk` does, where there is none, or an exact number of them (`most`). */
export function start() {
  return { send }
}

async function send({
  url,
  request: { method = 'GET', path, headers, body = '' },
  seconds = Number.POSITIVE_INFINITY,
  most = Number.POSITIVE_INFINITY,
  first,
  connections,
}) {
  const pool = new Pool(url, { connections })
  const parts = body.split('{n}')
  const times = []
  const count = { refused: 0, broken: 0 }
  let n = first
  const begun = performance.now()
  const end = begun + seconds * 1_000
  const sender = async () => {
    while (performance.now() < end && n < first + most) {
      n += 1
      const sent = performance.now()
      try {
        const answer = await pool.request({
          method,
          path,
          headers,
          body: body === '' ? undefined : parts.join(String(n)),
        })
        await answer.body.dump()
        if (answer.statusCode >= 400) count.refused += 1
      } catch {
        count.broken += 1
      }
      times.push(performance.now() - sent)
    }
  }
  await Promise.all(Array.from({ length: connections }, sender))
  const took = (performance.now() - begun) / 1_000
  await pool.close()
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { requests: times.length, seconds: took, p50: summary(times).median, p99: at(0.99), ...count }
}
