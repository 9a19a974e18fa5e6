import type { Bot } from 'earshot'
import { Client, type ClientOptions } from 'earshot/client'
import { type EndpointName, endpoints } from 'earshot/protocol'
import type { Simulator } from 'earshot/simulator'
import { memoryStorage, type Storage, StorageError } from 'earshot/storage'
import { testBot } from 'earshot/testing'
import { town } from '../../queue/town.js'

export const ways = ['webhook', 'events', 'queue'] as const
export type Way = (typeof ways)[number]

/** What goes wrong with every call of an endpoint, or with every call of the storage whose name begins so. */
export interface Trouble {
  readonly call?: { readonly endpoint: string; readonly fault: string }
  readonly storage?: string
}

/** A bot with people around it, in whom trouble may be. */
export interface Stage {
  readonly simulator: Simulator
  readonly botName: string
  readonly botId: number
  readonly log: readonly { readonly level: string; readonly message: string }[]
  /** The bot's calls so far: endpoints, and storage such as `set conversation`. */
  readonly calls: ReadonlySet<string>
  readonly stored: ReadonlySet<string>
  /** Says something in kitchen > lunch, and lets time pass until the bot has certainly done all it could. */
  say(who: string, text: string, where?: object): Promise<void>
  pass(time: string): Promise<void>
  dead(): Promise<number>
  close(): Promise<void>
}

export const lunch = { channel: 'kitchen', topic: 'lunch' }

/** Faults of the simulator, by its sentences, and what only something between can do. */
export const faults = [
  'answers 500',
  'answers 503',
  'answers 429 with Retry-After 2s',
  'answers malformed JSON',
  'answers with the content type text/html',
  'is reset before taking effect',
  'hangs before taking effect',
  'finds the key revoked',
] as const
/** What a listener asks for before it gets an event. */
export const startsWith: ReadonlySet<string> = new Set([
  'events.register',
  'events.get',
  'server.settings',
  'users.getByEmail',
  'messages.list',
])
/** By status and body. */
export const between: Readonly<Record<string, readonly [status: number, body: string]>> = {
  'answers 400': [400, '{"result":"error","msg":"Bad request","code":"BAD_REQUEST"}'],
  'answers 403': [403, '{"result":"error","msg":"Not allowed","code":"BAD_REQUEST"}'],
  'answers 404': [404, '{"result":"error","msg":"Not found","code":"BAD_REQUEST"}'],
  'answers in another shape': [200, '{"result":"success","msg":"","id":{},"message":7,"user_id":"?","members":5}'],
}

export async function stage(bot: Bot, by: Way, trouble: Trouble = {}, level?: number): Promise<Stage> {
  const calls = new Set<string>()
  const stored = new Set<string>()
  const { endpoint, fault = '' } = trouble.call ?? {}
  const createClient = (given: ClientOptions) => {
    const { fetch: send = fetch } = given
    return new Client({
      ...given,
      async fetch(input, init) {
        const request = new Request(input, init)
        const name = endpointOf(request)
        calls.add(name)
        const [status, body] = (name === endpoint && between[fault]) || []
        if (status === undefined) return send(input, init)
        return new Response(body ?? '', { status, headers: { 'content-type': 'application/json' } })
      },
    })
  }
  const troubled = (inner: Storage): Storage => {
    const asked = async <T>(how: string, key: string, ask: () => Promise<T>): Promise<T> => {
      const what = `${how} ${key.split('/')[0]}`
      stored.add(what)
      if (what === trouble.storage) throw new StorageError('failed', `The database failed: ${what}`)
      return ask()
    }
    return {
      ...inner,
      isLocal: true,
      get: (key) => asked('get', key, () => inner.get(key)),
      set: (key, ...more) => asked('set', key, () => inner.set(key, ...more)),
      delete: (key, ...more) => asked('delete', key, () => inner.delete(key, ...more)),
      list: (prefix, ...more) => asked('list', prefix, () => inner.list(prefix, ...more)),
    }
  }
  // A listener that never begins has nothing to answer.
  const which =
    by === 'events' && startsWith.has(endpoint ?? '')
      ? `the next 4 calls of ${endpoint} ${plural(fault)}`
      : `every call of ${endpoint} ${fault}`
  const planned = endpoint === undefined || fault in between ? [] : [which]
  if (by === 'queue') {
    const log: { level: string; message: string }[] = []
    const line = (kind: string) => (_: object, message: string) => void log.push({ level: kind, message })
    const place = await town({
      createClient,
      log: { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') },
      troubled,
    })
    const { simulator } = place
    for (const one of planned) simulator.faults.add(one)
    place.start(bot)
    const botName = simulator.realm.account(place.echo).full_name
    return {
      simulator,
      botName,
      botId: place.echo,
      log,
      calls,
      stored,
      async say(who, text, where = lunch) {
        simulator.say(who, where as typeof lunch, text)
        await simulator.idle()
        await place.settle()
      },
      async pass(time) {
        await simulator.clock.advance(time)
        await place.settle()
      },
      dead: async () => (await place.dead()).length,
      close: () => place.close(),
    }
  }
  const chat = await testBot(bot, {
    by,
    storage: troubled(memoryStorage()),
    receiver: { createClient },
    simulator: { faults: planned },
    ...(level !== undefined && { featureLevel: level }),
  })
  return {
    simulator: chat.simulator,
    botName: chat.botName,
    botId: chat.simulator.realm.account(chat.botName).id,
    get log() {
      return chat.log
    },
    calls,
    stored,
    async say(who, text, where = lunch) {
      const saying = chat.as(who).say(text, where as typeof lunch)
      await chat.advance('5m')
      await saying
    },
    async pass(time) {
      await chat.advance(time)
    },
    dead: async () => 0,
    close: () => chat.close(),
  }
}

const plural = (fault: string) =>
  fault
    .replace(/^answers/, 'answer')
    .replace(/^is /, 'are ')
    .replace(/^hangs/, 'hang')
    .replace(/^finds/, 'find')

const patterns = endpoints.map(({ name, method, path }): [EndpointName, string, RegExp] => [
  name,
  method,
  new RegExp(`/api/v1${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
])

function endpointOf({ method, url }: Request): string {
  const path = new URL(url).pathname
  return patterns.find(([, how, pattern]) => how === method && pattern.test(path))?.[0] ?? `${method} ${path}`
}
