import * as instruments from './instruments.mjs'

/** What runs in a child: the module's functions for whoever asks, what the process has used, and the instruments. */
const [, , module, options] = process.argv

process.once('disconnect', () => process.exit())
const started = await import(new URL(`../${module}`, import.meta.url)).then(({ start }) => start(JSON.parse(options)))

const own = {
  ...instruments,
  /** CPU time in microseconds, and memory in bytes. */
  usage: () => {
    const { user, system } = process.cpuUsage()
    return { cpu: user + system, rss: process.memoryUsage.rss() }
  },
}
process.on('message', async ({ id, what, argument }) => {
  if (what === 'stop') {
    await Promise.race([started.stop?.(), new Promise((resolve) => setTimeout(resolve, 2_000))])
    process.exit()
  }
  try {
    const result = await (own[what] ?? started[what])(argument)
    process.send({ id, result })
  } catch (error) {
    process.send({ id, error: error?.stack ?? String(error) })
  }
})
process.send({ id: 0, result: { url: started.url } })
