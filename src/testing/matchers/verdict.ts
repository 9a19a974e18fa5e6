import type { LoggedLine, TestChat, Where } from '../chat.js'
import { placeText } from '../chatText.js'

/** What came of a look at a chat, in the form that `expect.extend` takes. */
export interface Verdict {
  readonly pass: boolean
  /** Why it failed; where `pass`, why it fails that it should not be so. */
  readonly message: () => string
}

export interface Explanation {
  /** E.g. `have replied "hi"`. */
  readonly should: string
  /** What was there instead, or in spite of that. */
  readonly instead: string
  readonly chat: TestChat | undefined
  /** The conversation that it is about, after a message; all of the chat where there is none. */
  readonly where?: Where | undefined
  readonly after?: number
}

/** A verdict whose message shows the chat, and what went wrong in the bot. */
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

/** The newest lines of the log that tell of something wrong: most often the reason. */
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

/** Items as a list in a sentence, or that there are none. */
export const listed = (items: readonly string[], none: string): string =>
  items.length === 0 ? none : items.map((item) => `\n  ${item}`).join('')
