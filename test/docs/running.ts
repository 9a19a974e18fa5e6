import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Bot, silent } from 'earshot'
import { listen, NodeClient, serve, sqlite, sqliteStorage, work } from 'earshot/node'
import { createReceiver } from 'earshot/receiver'
import { createSimulator } from 'earshot/simulator'
import { testBot } from 'earshot/testing'
import 'earshot/testing/vitest'
import { expect } from 'vitest'

/**
 * The module `./node.js`, which an example that is run gets for `earshot/node`: bots are served on a free port, with the
 * credentials of a simulated server, until the example has ended. Files are kept in the folder of the examples.
 */
export const nodeModule = `
export * from 'earshot/node'
export const { serve, listen, work, redis, sqlite, sqliteStorage } = globalThis.forExamples
`

interface Closable {
  close(): void | Promise<void>
}

/** Gives one example, anew, what `standIns` declares. What it returns ends all that the example has started. */
export async function provideStandIns(folder: string, createBot: () => Bot): Promise<() => Promise<void>> {
  const started: Closable[] = []
  const keep = async <Started extends Closable>(starting: Started | Promise<Started>) => {
    const running = await starting
    started.push(running)
    return running
  }
  const simulator = await keep(createSimulator())
  const { url: site } = await simulator.serve()
  const { email, apiKey, token = '' } = simulator.credentials('echo')
  const generic = simulator.addBot({ full_name: 'Listener', type: 'generic' })
  const bots = [{ bot: createBot(), credentials: { site, email, apiKey }, tokens: [token] }]
  const files = join(folder, `files-${crypto.randomUUID()}`)
  mkdirSync(files, { recursive: true })
  const configFile = join(files, 'earshotrc')
  const section = `email=${email}\nkey=${apiKey}\nsite=${site}\ntoken=${token}\n`
  writeFileSync(configFile, `[echo]\n${section}[other]\n${section.replace(email, 'timer-bot@chat.example.com')}`)

  const quiet = { log: silent, handleSignals: false }
  const running = (run: typeof serve | typeof listen | typeof work, account: object, ours: object) => {
    return (first: object, options: object = {}) => {
      const several = 'bots' in first ? [{ configFile, ...first, ...quiet, ...ours }] : undefined
      const given = several ?? [first, { credentials: { site, ...account }, ...options, ...quiet, ...ours }]
      return keep(Reflect.apply(run, undefined, given))
    }
  }
  const globals = {
    forExamples: {
      serve: running(serve, { email, apiKey, token }, { port: 0 }),
      listen: running(listen, { email: generic.email, apiKey: generic.apiKey }, {}),
      work: running(work, { email, apiKey, token }, { healthPort: 0 }),
      // What needs Redis is tried with SQLite.
      redis: () => sqlite(join(files, 'bots.db')),
      sqlite: (file: string) => sqlite(join(files, file)),
      sqliteStorage: (file: string) => keep(sqliteStorage(join(files, file))),
    },
    bot: createBot(),
    echo: createBot(),
    timer: createBot(),
    bots,
    receiver: createReceiver({ bots, log: silent }),
    client: await keep(new NodeClient({ ...simulator.credentials('iago'), site })),
    ...{ site, email, apiKey, token },
    simulator,
    chat: await keep(testBot(createBot)),
    expect,
    till: { read: async () => 0, write: async () => {} },
    statsd: { timing: () => {} },
    database: { rows: async function* () {} },
  }
  const before = Object.keys(globals).map((name) => [name, Reflect.get(globalThis, name)] as const)
  Object.assign(globalThis, globals)
  return async () => {
    for (const running of started.reverse()) await running.close()
    for (const [name, value] of before) {
      if (value === undefined) Reflect.deleteProperty(globalThis, name)
      else Reflect.set(globalThis, name, value)
    }
  }
}
