import type { Client } from '../../client/index.js'
import type { Message } from '../../protocol/index.js'
import type { UploadLink } from '../../text/index.js'
import type { Sender } from '../base/notification.js'
import type { Sentences } from '../sentences/sentences.js'
import type { AttachedFile } from './attachments.js'

export interface TextPosition {
  readonly text: string
  readonly at: number
  /** Whether free text may follow, which would take what the argument leaves. */
  readonly isBeforeText: boolean
  /** Whether the pattern ends with the argument. */
  readonly isLast: boolean
  /** Whether this position is in code, where nothing is a mention or a link. */
  isCode(at: number): boolean
  /** With the bot's words for dates. */
  readonly sentences: Sentences
}

export interface ArgumentKind<Value = unknown> {
  /** Describes a valid argument, for `argumentIs` and other sentences. */
  expected(sentences: Sentences): string
  /** Reads an argument at this place; undefined if there is none. */
  take(place: TextPosition): Taken<Value> | RefusedArgument | undefined
  /** Reads a file that the text links to. Its link may be anywhere in the text, which is read without it. */
  takeFile?(link: UploadLink): Taken<Value>
  /** Whether the pattern lists the allowed words. */
  readonly isChoice?: boolean
  /** What an invalid word was perhaps meant to be. */
  meant?(word: string): string | undefined
}

/** What might be an argument, if people could read it in more than one way. */
export interface RefusedArgument {
  readonly found: string
  /** What it was perhaps meant to be, in ways that can only be read as that. */
  readonly meant?: readonly string[]
  /** Why it is refused, if the standard sentence doesn't say it. */
  problem?(argument: string, sentences: Sentences): string
}

/** An argument that was read. */
export interface Taken<Value> {
  /** Where it ends. */
  readonly end: number
  /** Whether any word could be one, so that another command with the same words may fit better. */
  readonly isGuess?: boolean
  /** What the handler gets. */
  value(written: WrittenArgument): Value | Promise<Value>
}

export interface WrittenArgument {
  /** The name that error messages use, such as `<who>`. */
  readonly argument: string
  /** For whoever wrote it. */
  readonly sentences: Sentences
  readonly ctx: ArgumentContext
}

/** The message with the argument, and the client that can ask for more. */
export interface ArgumentContext {
  readonly message: Message
  readonly sender: Sender
  readonly attachments: readonly AttachedFile[]
  readonly client: Client
  readonly signal: AbortSignal
}

export function wordAt({ text, at }: TextPosition): { readonly word: string; readonly end: number } {
  const whole = foundAt(/[\S\ufeff]+/y, text, at)?.[0] ?? ''
  let length = whole.length
  while (length > 0 && isLoose(whole[length - 1])) length -= 1
  return { word: whole.slice(0, length), end: at + length }
}

/** Skips what nobody sees, such as the marks that set the direction of text. */
export function afterMarks(text: string, at: number): number {
  let next = at
  while (isMark(text[next])) next += 1
  return next
}

/** The end of an argument that was read up to here, with the sign behind it; undefined within a word. */
export function argumentEnd(text: string, at: number): number | undefined {
  const marked = afterMarks(text, at)
  const end = afterMarks(
    text,
    marked + (foundAt(/\s[:;](?=\s)|[,;:.!?…、，；：。！？]{0,9}/y, text, marked)?.[0].length ?? 0),
  )
  return end >= text.length || /\s/.test(text[end] ?? '') ? end : undefined
}

const isMark = (character: string | undefined) =>
  character !== undefined && character > '~' && invisible.test(character)
const invisible = /\p{DI}/u
const isLoose = (character: string | undefined) => isMark(character) || /[,;:]/.test(character ?? '')

/** The match of a sticky pattern (flag `y`) at this index. */
export function foundAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}
