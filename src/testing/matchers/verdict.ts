import type { LoggedLine, TestChat, Where } from '../chat.js'
import { placeText } from '../history.js'

/** The result of a check, in the form that `expect.extend` takes. */
export interface Verdict {
  readonly pass: boolean
  /** Why the check failed; if it passed, why the opposite fails. */
  readonly message: () => string
}

export interface Explanation {
  /** E.g. `have replied "hi"`. */
  readonly should: string
  /** What happened instead. */
  readonly instead: string
  readonly chat: TestChat | undefined
  /** The conversation that it is about, after a message (default: the whole chat). */
  readonly where?: Where | undefined
  readonly after?: number
}

/** A verdict whose message shows the chat and the bot's errors. */
export function verdict(pass: boolean, { should, instead, chat, where, after }: Explanation): Verdict {
  return {
    pass,
    message: () =>
      [
        `The bot should ${pass ? 'not ' : ''}${should}${should.includes('\n') ? '\n' : '. '}${instead}`,
        ...(chat === undefined ? [] : [where === undefined ? chat.text() : placeText(chat, where, (after ?? 1) - 1)]),
        ...troubleOf(chat?.log ?? []),
      ].join('\n\n'),
  }
}

/** The newest warnings and errors of the log, which most often say why. */
function troubleOf(log: readonly LoggedLine[]): string[] {
  const lines = log.filter(({ level }) => level === 'error' || level === 'warn').slice(-mostLines)
  if (lines.length === 0) return []
  return [['The log:', ...lines.map(lineText)].join('\n')]
}

const mostLines = 5

function lineText({ level, message, fields }: LoggedLine): string {
  const error: unknown = Reflect.get(fields, 'error')
  const text: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'message') : error
  return `  ${level}: ${message}${text === undefined ? '' : ` (${String(text)})`}`
}

/** Items, each on a line of its own. */
export const listed = (items: readonly string[]): string => items.map((item) => `\n  ${item}`).join('')
