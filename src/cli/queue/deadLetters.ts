import type { DeadLetter, LedgerLine, QueueStatus } from '../../bot/index.js'
import { durationText } from '../../text/index.js'
import { parseJson, percentDecoded, shortened } from '../../values.js'
import type { Paint } from '../shared/terminal.js'

export function statusText(name: string, status: Omit<QueueStatus, 'capacity'>, now: number, paint: Paint): string {
  const { waiting, working, dead, oldest } = status
  const lines = [
    ['waiting', String(waiting)],
    ['working', String(working)],
    ['dead', dead === 0 ? '0' : paint('bad', String(dead))],
    ...(oldest === undefined ? [] : [['oldest', `came ${rounded(now - oldest)} ago`]]),
  ]
  return [paint('strong', name), ...lines.map(([what = '', said = '']) => `${what.padEnd(9)}${said}`)].join('\n')
}

/** A letter in a list, without the bot's notification. */
export function letterSummary({ entry, reason, error, attempts, crashes, died }: DeadLetter) {
  const { id, bot, message, sender, conversation, arrived } = entry
  return { id, bot, message, sender, conversation, arrived, died, reason, error, attempts, crashes }
}

export function letterDetails(letter: DeadLetter) {
  const { notification, trace } = letter.entry
  return {
    ...letterSummary(letter),
    ledger: letter.ledger,
    notification: parsed(notification),
    ...(trace && { trace }),
  }
}

export function listText(letters: readonly DeadLetter[], paint: Paint): string {
  if (letters.length === 0) return 'No dead letters.'
  return letters
    .map(({ entry, reason, error, died }) => {
      const facts = `${time(died)}  ${paint('strong', entry.id)}  ${paint('bad', reason)}  message ${entry.message}`
      return `${facts} to ${entry.bot}\n    ${paint('faint', cut(error))}`
    })
    .join('\n')
}

export function letterText(letter: DeadLetter, paint: Paint): string {
  const { entry, reason, error, attempts, crashes, died, ledger } = letter
  const { sender, content } = messageOf(entry.notification)
  const facts = [
    ['delivery', paint('strong', entry.id)],
    ['reason', paint('bad', reason)],
    ['error', error],
    ['bot', entry.bot],
    ['message', String(entry.message)],
    ['from', sender ?? entry.sender],
    ['came', time(entry.arrived)],
    ['died', time(died)],
    [
      'attempts',
      crashes === 0
        ? String(attempts)
        : `${attempts}; it crashed the process ${crashes === 1 ? 'once' : `${crashes} times`}`,
    ],
    ...ledger.map((line) => ['step', stepText(line)]),
  ]
  const lines = facts.map(([what = '', said = '']) => `${what.padEnd(10)}${said}`)
  return [...lines, '', content ?? entry.notification].join('\n')
}

function stepText({ key, outcome, begun }: LedgerLine): string {
  const [kind = '', name = '', target = ''] = key.split(' ')
  const reply = /^\d+$/.test(name) ? `reply ${Number(name) + 1}` : `reply "${percentDecoded(name) ?? name}"`
  const what =
    kind === 'reply'
      ? reply
      : kind === 'direct'
        ? `${reply}, sent only to the sender`
        : kind === 'call'
          ? `${target} as the ${name}`
          : kind === 'handler'
            ? `handler ${Number(name) + 1}`
            : key
  return `${what}: ${outcome === undefined ? `${begun === undefined ? '' : `begun ${time(begun)}, `}not known whether it was done` : endText(outcome, kind)}`
}

function endText(outcome: string, kind: string): string {
  const { done, value } = Object(parsed(outcome)) as { readonly done?: unknown; readonly value?: unknown }
  if (done === false) return 'not done'
  if (kind === 'handler') return typeof value === 'string' ? `failed with ${cut(value)}` : 'ended'
  const id = typeof value === 'number' ? value : Object(value).id
  return typeof id === 'number' ? `done, message ${id}` : 'done'
}

function messageOf(notification: string): { readonly sender?: string; readonly content?: string } {
  const { data, message } = Object(parsed(notification)) as { data?: unknown; message?: unknown }
  const sender: unknown = Object(message).sender_email
  return {
    ...(typeof sender === 'string' && { sender }),
    ...(typeof data === 'string' && { content: data }),
  }
}

/** Not trusted: anyone who can reach the store may have written it. */
function parsed(text: string): unknown {
  const value = parseJson(text)
  return value === undefined ? text : value
}

const time = (milliseconds: number) => new Date(milliseconds).toISOString().replace('T', ' ').replace(/\.\d+/, '')

const cut = (text: string) => shortened(text.replaceAll(/\s+/g, ' '), 160)

/** Rounded down to its largest unit. */
function rounded(milliseconds: number): string {
  const size = [86_400_000, 3_600_000, 60_000].find((one) => milliseconds >= one) ?? 1_000
  return durationText(Math.max(1, Math.floor(milliseconds / size)) * size)
}
