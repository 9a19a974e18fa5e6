/**
 * Makes simulators, or bots in simulators for tests (`testBot`), and prints the CPU time of one in milliseconds: the mean of the
 * second to the tenth in a process, as a file of tests makes them. The first also loads and compiles.
 */
const [, , what, dist] = process.argv
const { Bot } = await import(new URL('index.js', dist))
const { createSimulator } = await import(new URL('simulator/index.js', dist))
const { testBot } = await import(new URL('testing/index.js', dist))
const make = { createSimulator: () => createSimulator(), testBot: () => testBot(new Bot().onMention(() => 'Hello.')) }[
  what
]

const times = []
for (let made = 0; made < 10; made += 1) {
  const before = process.cpuUsage()
  const one = await make()
  const { user, system } = process.cpuUsage(before)
  times.push((user + system) / 1_000)
  await one.close()
}
const later = times.slice(1)
console.log(later.reduce((sum, time) => sum + time) / later.length)
