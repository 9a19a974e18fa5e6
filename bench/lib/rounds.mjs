import { rounded } from './rows.mjs'
import { summary } from './statistics.mjs'

/**
 * Measures several that do the same, a little of each in turn, so that whatever else the machine does hits all alike. The first is
 * another one in every round.
 *
 * @param contenders `[{ name, measure({ seconds, first }) }]`; measuring gives `{ count, perSecond, cpu, p50?, p99?, rss? }`,
 * `cpu` in microseconds for each.
 */
export async function inTurn(contenders, { rounds, seconds, warmUp }, say) {
  const measured = new Map(contenders.map(({ name }) => [name, []]))
  let first = 0
  const numbers = () => {
    first += 1_000_000
    return first
  }
  for (const { name, measure } of contenders) {
    say(`warming up ${name}`)
    await warm(({ seconds }) => measure({ seconds, first: numbers() }), warmUp)
  }
  for (let round = 0; round < rounds; round += 1) {
    say(`round ${round + 1} of ${rounds}`)
    for (let at = 0; at < contenders.length; at += 1) {
      const { name, measure } = contenders[(at + round) % contenders.length]
      measured.get(name).push(await measure({ seconds, first: numbers() }))
    }
  }
  return new Map(
    contenders.map(({ name }) => {
      const all = measured.get(name)
      const column = (key) => all.map((one) => one[key])
      return [name, Object.fromEntries(columns.map(([, key]) => [key, column(key)]))]
    }),
  )
}

/** Measures until there were `count` operations, for at most `most` seconds. Code is compiled by how often it runs, not by how long: on a slow or busy machine that takes longer. */
export async function warm(measure, { seconds, count, most }) {
  const end = performance.now() + most * 1_000
  let done = 0
  while (done < count && performance.now() < end) done += (await measure({ seconds })).count
}

/** Measures a server under load: answers per second, and what an answer costs. */
export function serverUnder(load, server, request, connections = 32) {
  return async (round) => {
    const before = await server.ask('usage')
    const sent = await load.send(server.url, request, { ...round, connections })
    const after = await server.ask('usage')
    if (sent.refused > 0 || sent.broken > 0 || sent.requests === 0) {
      throw new Error(
        `${server.url}: ${sent.refused} of ${sent.requests} requests were refused and ${sent.broken} failed`,
      )
    }
    return {
      count: sent.requests,
      perSecond: sent.requests / sent.seconds,
      cpu: (after.cpu - before.cpu) / sent.requests,
      p50: sent.p50,
      p99: sent.p99,
      rss: after.rss / 2 ** 20,
    }
  }
}

const columns = [
  ['{what} a second', 'perSecond'],
  ['CPU µs each', 'cpu'],
  ['median ms', 'p50'],
  ['p99 ms', 'p99'],
  ['memory MB', 'rss'],
]

/** What was measured as a table: a line for each, the fastest first. */
export function tableOf(title, measured, { what = 'requests', notes = [], absent = [] } = {}) {
  const range = (values) => {
    const { median, min, max } = summary(values)
    return `${rounded(median)} (${rounded(min)}–${rounded(max)})`
  }
  const has = (key) => [...measured.values()].some((one) => one[key].every((value) => value !== undefined))
  const shown = columns.filter(([, key]) => has(key)).map(([head, key]) => [head.replace('{what}', what), key])
  return {
    title,
    head: ['', ...shown.map(([head]) => head)],
    lines: [...measured]
      .toSorted(([, a], [, b]) => summary(b.perSecond).median - summary(a.perSecond).median)
      .map(([name, one]) => [name, ...shown.map(([, key]) => range(one[key]))]),
    notes: [...notes, ...absent.map(({ name, why }) => `${name} could not run: ${why}.`)],
  }
}

/** CPU time of each as bars of a chart. */
export const barsOf = (measured) =>
  [...measured].map(([label, { cpu }]) => ({ label, ...summary(cpu), own: /^Earshot/.test(label) }))
