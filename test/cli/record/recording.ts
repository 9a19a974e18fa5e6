import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Bot } from 'earshot'
import { createReceiver } from 'earshot/receiver'
import { createSimulator, type SimulatorOptions } from 'earshot/simulator'
import { onTestFinished } from 'vitest'
import { NodeClient } from '../../../src/node/client.js'
import { serveHttp } from '../../../src/node/http/serveHttp.js'
import { startEarshot } from '../inProcess.js'

/** A simulator in place of a server, a bot at an address, and `earshot record` between them. */
export async function recordingOf(
  bot: Bot,
  {
    args = [],
    account = 'Echo',
    type = 'outgoing webhook',
    role,
    elsewhere,
    simulator: options = {},
  }: RecordingOptions = {},
) {
  const folder = folderOfTest()
  const simulator = createSimulator(options)
  const { url: site } = await simulator.serve()
  const known = simulator.realm.accounts().some(({ full_name }) => full_name === account)
  if (!known) simulator.addBot({ full_name: account, owner: 'Iago', type })
  if (role !== undefined) {
    const { realm } = simulator
    realm.call(
      'users.update',
      realm.account('Desdemona'),
      { user_id: realm.account(account).id, role },
      { client: 'website' },
    )
  }
  const { token = '', email, apiKey } = simulator.credentials(account)
  let receiver: ReturnType<typeof createReceiver> | undefined
  const botServer = await serveHttp(
    (request) => receiver?.fetch(request) ?? new Response(null, { status: 503 }),
    '127.0.0.1',
    0,
  )
  const name = join(folder, 'lunch')
  const recording = startEarshot([
    'record',
    name,
    '--site',
    elsewhere ?? site,
    '--to',
    botServer.url,
    '--port',
    '0',
    ...args,
  ])
  const [, proxy = ''] = /Set (http:\S+) as/.exec(await recording.until('Deliveries go on')) ?? []
  const clients: NodeClient[] = []
  const createClient = (given: ConstructorParameters<typeof NodeClient>[0]) => {
    const client = new NodeClient({ ...given, retry: { attempts: 1 } })
    clients.push(client)
    return client
  }
  const { email: ownerEmail, apiKey: ownerKey } = simulator.credentials('Iago')
  const owner = { email: ownerEmail, apiKey: ownerKey }
  const silent = { debug() {}, info() {}, warn() {}, error() {} }
  receiver = createReceiver({
    bots: [
      {
        bot,
        credentials: { site: proxy, email, apiKey, allowInsecure: true },
        tokens: [token === '' ? 'x'.repeat(32) : token],
        owner,
      },
    ],
    log: silent,
    createClient,
  })
  if (type === 'outgoing webhook') simulator.connect(account, proxy)
  const stopBot = async () => {
    await receiver?.idle()
    for (const client of clients) await client.close()
    await botServer.cut()
  }
  const close = async () => {
    await stopBot()
    await simulator.close()
  }
  onTestFinished(async () => {
    await recording.end('SIGINT').catch(() => {})
    await close()
  })
  return {
    folder,
    name,
    simulator,
    proxy,
    client: new NodeClient({ site: proxy, email, apiKey, allowInsecure: true }),
    stopBot,
    credentials: { email, apiKey },
    secrets: [token, apiKey, ownerKey],
    say: async (who: string, where: Parameters<typeof simulator.say>[1], text: string) => {
      simulator.say(who, where, text)
      await simulator.idle()
      await receiver?.idle()
    },
    read: (ending: string) => readFileSync(`${name}.${ending}`, 'utf8'),
    end: () => recording.end('SIGINT'),
  }
}

export function folderOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'record-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** A copy of a bot that comes along, as a file that `earshot` can be given, with some of its words changed. */
export function botFile(name: string, change: (source: string) => string = (source) => source): string {
  const original = fileURLToPath(new URL(`../../../bots/${name}/bot.ts`, import.meta.url))
  const near = original.replace(/bot\.ts$/, '')
  const source = change(readFileSync(original, 'utf8')).replace(
    /from '(\.\.?\/)/g,
    (_, start) => `from '${near}${start}`,
  )
  const [, create = ''] = /export function (\w+)/.exec(source) ?? []
  const path = join(folderOfTest(), 'bot.ts')
  writeFileSync(path, `${source}\nexport const bot = ${create}()\n`)
  return path
}

interface RecordingOptions {
  readonly args?: readonly string[]
  readonly account?: string
  readonly type?: 'outgoing webhook' | 'generic'
  readonly role?: 200
  /** A server's address instead of the simulator's. */
  readonly elsewhere?: string
  readonly simulator?: SimulatorOptions
}
