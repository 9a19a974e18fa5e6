import { readFileSync } from 'node:fs'
import { type DeliveryWatch, errorFields, type JobWatch, type Log, logOf, type Observer } from '../../bot/index.js'
import { isThisMachine } from '../../client/site.js'
import { jsonReplacer } from '../../receiver/log.js'
import type { DeliveryLog } from '../../simulator/delivery/deliveryLog.js'
import { framesIn, ownPlace } from './stack.js'

/** Receives everything known about a delivery so far; called repeatedly while the delivery runs. */
type SendLog = (bot: string, message: number, log: DeliveryLog) => void

/** A delivery that is running. */
interface Kept {
  readonly log: Writable<DeliveryLog>
  readonly began: number
  /** Schedules sending the log. */
  changed(): void
}

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] }

/** Milliseconds between a change and sending the log. */
const sendAfter = 300
const mostLines = 1000
const mostCalls = 500

/** A log and an observer for bots. They collect what handlers did with each delivery, and pass it to `send`. All lines also go to `log`. */
export function deliveryLogs(log: Log, send: SendLog): { readonly log: Log; readonly observer: Observer } {
  const kept = new Map<string, Kept>()

  function begin(id: string, bot: string, message: number): Kept {
    const began = performance.now()
    let isWaiting = false
    const known: Kept = {
      log: { name: id, middleware: [], lines: [], errors: [], calls: [] },
      began,
      changed() {
        if (isWaiting) return
        isWaiting = true
        setTimeout(() => {
          isWaiting = false
          send(bot, message, known.log)
        }, sendAfter).unref()
      },
    }
    kept.set(id, known)
    return known
  }

  function watch(known: Kept): JobWatch & DeliveryWatch {
    const after = () => sinceBegan(known)
    return {
      routed({ name = null, middleware }) {
        known.log.handler = name
        known.log.middleware = middleware.map((one) => ({ name: one, passed: false }))
        known.changed()
      },
      passed(middleware) {
        known.log.middleware = known.log.middleware.map((one, at) =>
          at === middleware ? { ...one, passed: true } : one,
        )
      },
      failed(error) {
        const { name, message, stack } = errorFields(error).error
        known.log.errors.push({ after: after(), name, message, frames: framesOf(stack) })
        known.changed()
      },
      call({ endpoint }) {
        const call: Writable<DeliveryLog['calls'][number]> = { after: after(), endpoint }
        if (known.log.calls.length < mostCalls) known.log.calls.push(call)
        return {
          sending: () => ({ 'earshot-client': `delivery ${known.log.name}` }),
          ended({ status, code, duration }) {
            Object.assign(call, { status: status ?? null, code, duration })
            known.changed()
          },
        }
      },
    }
  }

  const over = (known: Kept, outcome: string) => {
    Object.assign(known.log, { outcome, duration: sinceBegan(known) })
    known.changed()
    // The log lines about the end come right after this.
    setTimeout(() => kept.delete(known.log.name), sendAfter).unref()
  }
  const line = (level: keyof Log) => (fields: object, text: string) => {
    log[level](fields, text)
    const { delivery, bot: _, trigger: __, message: ___, error, ...rest } = fields as Readonly<Record<string, unknown>>
    const known = typeof delivery === 'string' ? kept.get(delivery) : undefined
    if (known === undefined || known.log.lines.length >= mostLines) return
    const facts = error === undefined ? rest : { ...rest, error: said(error) }
    known.log.lines.push({ after: sinceBegan(known), level, text, fields: plain(facts) })
    known.changed()
  }
  return {
    log: logOf(line),
    observer: {
      delivery({ id, bot, message }) {
        const known = begin(id, bot, message)
        return { ...watch(known), ended: ({ outcome }) => outcome !== 'queued' && over(known, outcome) }
      },
      job({ id, bot, message }) {
        const known = kept.get(id) ?? begin(id, bot, message)
        return { ...watch(known), ended: ({ outcome }) => over(known, outcome) }
      },
    },
  }
}

const sinceBegan = ({ began }: Kept) => Math.round((performance.now() - began) * 10) / 10

const said = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : error)

/** The fields as JSON can carry them. */
function plain(fields: object): Record<string, unknown> {
  try {
    return JSON.parse(JSON.stringify(fields, jsonReplacer))
  } catch {
    return {}
  }
}

/** The frames of a stack; those of the bot's own files with their source lines. */
const framesOf = (stack = ''): DeliveryLog['errors'][number]['frames'] =>
  framesIn(stack)
    .slice(0, 20)
    .map((at) => {
      const source = sourceAt(at)
      return source === undefined ? { at } : { at, source }
    })

function sourceAt(frame: string): string | undefined {
  const place = ownPlace(frame)
  if (place === undefined) return undefined
  try {
    return readFileSync(place.file, 'utf8').split('\n')[place.line - 1]?.trim().slice(0, 300)
  } catch {
    return undefined
  }
}

/** A bot's account on a server, which may be a simulator. */
export interface LoggedAccount {
  readonly site: string
  readonly email: string
  readonly apiKey: string
}

/** Sends logs to simulators through their control API, with the bot's key. Failures are ignored: bots must keep running. */
export function tellSimulators(accounts: readonly LoggedAccount[]): SendLog {
  const byEmail = new Map(accounts.map((account) => [account.email.toLowerCase(), account]))
  return (bot, message, log) => {
    const account = byEmail.get(bot)
    if (account === undefined) return
    const credentials = Buffer.from(`${account.email}:${account.apiKey}`).toString('base64')
    fetch(new URL('/sim/deliveries/log', account.site), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Basic ${credentials}` },
      body: JSON.stringify({ message, log }),
    }).catch(() => {})
  }
}

/** The accounts that are on a simulator on this machine, which accepts delivery logs. */
export async function onSimulators<Account extends LoggedAccount>(accounts: readonly Account[]): Promise<Account[]> {
  const sites = [...new Set(accounts.map(({ site }) => site))].filter(
    (site) => URL.canParse(site) && isThisMachine(new URL(site).hostname),
  )
  const found = await Promise.all(sites.map(async (site) => ((await isSimulator(site)) ? [site] : [])))
  return accounts.filter(({ site }) => found.flat().includes(site))
}

async function isSimulator(site: string): Promise<boolean> {
  try {
    const response = await fetch(new URL('/sim/health', site), { signal: AbortSignal.timeout(1_000) })
    return response.ok && typeof ((await response.json()) as { instance?: unknown }).instance === 'string'
  } catch {
    return false
  }
}
