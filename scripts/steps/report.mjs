/**
 * Runs one step, prints a line with its result and its time, and its output only when it failed. The result of a step
 * is `{ ok, note, output, advice }`.
 */
export async function step(name, work) {
  const start = Date.now()
  const result = await work()
  if (!result.ok && result.output?.trim()) console.log(`\n${result.output.trim()}\n`)
  console.log(`${name.padEnd(10)} ${result.ok ? result.note : 'FAILED'} (${seconds(Date.now() - start)})`)
  return { ...result, name }
}

/** Says for every failed step what to do about it. */
export function explain(failures) {
  if (failures.length === 0) return
  console.log('\nWhat failed, and what to do:')
  for (const { name, advice } of failures) console.log(`- ${name}: ${advice}`)
}

export const seconds = (ms) => (ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : minutes(Math.round(ms / 1_000)))

const minutes = (total) => `${Math.floor(total / 60)} min ${total % 60} s`
