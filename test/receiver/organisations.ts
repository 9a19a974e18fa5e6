import { type BotBinding, createReceiver, type ReceiverOptions } from 'earshot/receiver'
import { type Answered, answered, chatServer, manualClock, recordingLog } from './kit.js'
import { type Json, mention } from './notifications.js'

/** A row of the database. */
export interface Row {
  readonly name: string
  readonly token?: string
  readonly apiKey?: string
  readonly bot?: BotBinding['bot']
}

export const emailOf = (name: string) => `${name}@example.com`
export const tokenOf = (name: string) => `token of ${name}`.padEnd(32, '.')
export const keyOf = (name: string) => `key of ${name}`.padEnd(32, '.')

const replies: BotBinding['bot'] = { handle: async ({ reply }) => void reply('Hello!') }

export function bindingOf({ name, token = tokenOf(name), apiKey = keyOf(name), bot = replies }: Row): BotBinding {
  return { bot, credentials: { site: 'https://chat.example.com', email: emailOf(name), apiKey }, tokens: [token] }
}

/** A table of organisations, each with a bot, and a receiver that has its bots from there. */
export function organisations(options: Partial<Omit<ReceiverOptions, 'bots'>> = {}) {
  const clock = manualClock()
  const { log, lines } = recordingLog()
  const table = new Map<string, Row>()
  const sent: Record<string, string>[] = []
  const database = {
    /** The addresses that were asked for. */
    asked: [] as string[],
    /** Stands between the receiver and the table. */
    through: async <Result>(answer: () => Result): Promise<Result> => answer(),
  }
  const bots = async (email: string) => {
    database.asked.push(email)
    const row = () => table.get(email.replace('@example.com', ''))
    const found = await database.through(row)
    return found && bindingOf(found)
  }
  const receiver = createReceiver({ bots, clock, log, fetch: chatServer(sent, undefined), ...options })
  let message = 0
  return {
    receiver,
    clock,
    lines,
    table,
    database,
    sent,
    add: (row: Row) => void table.set(row.name, row),
    /** Posts a message to the bot of that name. */
    post(name: string, { token = tokenOf(name), env, ...more }: Posted = {}): Promise<Answered> {
      message += 1
      const body = JSON.stringify(mention({ id: message }, { bot_email: emailOf(name), token, ...more }))
      return Promise.resolve(receiver.request('/', { method: 'POST', body }, env)).then(answered)
    },
  }
}

interface Posted extends Json {
  readonly token?: string
  readonly env?: object
}
