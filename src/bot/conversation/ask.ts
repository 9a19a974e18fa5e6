import { nameErrors } from '../../errors.js'
import {
  alikeAmong,
  asCode,
  checkOptions,
  findNumbered,
  findTyped,
  fold,
  type OptionNames,
  readDuration,
  withoutSigns,
} from '../../text/index.js'
import { HandlerError, UserError } from '../base/errors.js'
import { described } from '../base/log.js'
import type { AskOptions } from '../context/asking.js'
import { type People, problemOf } from '../people/people.js'
import { english } from '../sentences/english.js'
import type { Sentences } from '../sentences/sentences.js'
import { isWord } from '../sentences/words.js'

const askOptions: OptionNames<AskOptions> = { choices: true, buttons: true, timeout: true, from: true, name: true }

interface Asked {
  readonly choices: readonly string[] | undefined
  readonly buttons: boolean
  /** Milliseconds. */
  readonly timeout: number
  readonly from: 'sender' | 'anyone' | People
  readonly name: string | undefined
}

export function checkedAsk(question: unknown, options: AskOptions = {}): Asked {
  checkOptions('ctx.ask', options, askOptions)
  const { choices, buttons = choices !== undefined, timeout = tenMinutes, from = 'sender', name } = options
  checkQuestion('ask', question)
  if (choices !== undefined) checkChoices(choices)
  if (typeof buttons !== 'boolean') throw unusable('ask', `\`buttons\` is ${described(buttons)}`, 'Give true or false')
  if (buttons && choices === undefined) throw unusable('ask', 'it has `buttons` without choices', 'Give the choices')
  if (typeof from === 'string' && from !== 'sender' && from !== 'anyone') {
    throw unusable('ask', `\`from\` is ${described(from)}`, "Give 'sender', 'anyone', or people such as { group }")
  }
  const whose = typeof from === 'string' ? from : usablePeople('ask', 'from', from)
  return { choices, buttons, timeout: timeoutOf('ask', timeout), from: whose, name }
}

type Asks = 'ask' | 'approve'

export function checkQuestion(method: Asks, question: unknown): void {
  if (typeof question === 'string' && question.trim() !== '') return
  const given = typeof question === 'string' ? 'empty' : described(question)
  throw unusable(method, `the question is ${given}`, 'Give a text')
}

export function usablePeople(method: Asks, option: string, people: People): People {
  const wrong = problemOf(people)
  if (wrong) throw unusable(method, `\`${option}\` ${wrong.problem}`, wrong.advice)
  return people
}

/** Milliseconds. */
export function timeoutOf(method: Asks, timeout: unknown): number {
  const milliseconds = readDuration(timeout)
  if (milliseconds !== undefined && milliseconds > 0 && milliseconds <= longestWait) return Math.ceil(milliseconds)
  throw unusable(
    method,
    `its timeout is ${JSON.stringify(timeout)}`,
    "Give milliseconds, or a string such as '5m', of at most a year",
  )
}

const tenMinutes = 600_000
const longestWait = 366 * 86_400_000

function checkChoices(choices: readonly string[]): void {
  if (!Array.isArray(choices) || choices.length === 0 || choices.some((choice) => !isChoice(choice))) {
    throw unusable('ask', 'its choices are not a list of strings', "Give at least one, such as ['yes', 'no']")
  }
  const [one, other] = alikeAmong(choices, String) ?? []
  if (one === undefined) return
  const twice = one === other ? '' : `: people can't tell it from '${other}'`
  throw unusable('ask', `it has the choice '${one}' twice${twice}`, 'Give each once')
}

const isChoice = (choice: unknown) => typeof choice === 'string' && fold(choice) !== ''

export function unusable(method: Asks, problem: string, advice: string): HandlerError {
  return new HandlerError('invalid_question', `ctx.${method} can't ask that: ${problem}. ${advice.replace(/\.$/, '')}.`)
}

type Reading =
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'none' }

/**
 * Reads a message, without the bot's mention, as an answer. A choice matches by its text, by its number, or by a unique
 * prefix, all folded; in that order, so that the choice `2` wins over the second one. Where choices begin with numbers, a
 * number isn't a place.
 */
export function readTypedAnswer(text: string, choices: readonly string[] | undefined, sentences: Sentences): Reading {
  const isCancelled = isWord(sentences, 'cancelWord', text)
  if (choices === undefined) {
    if (isCancelled) return { kind: 'cancelled' }
    return fold(text) === '' ? { kind: 'none' } : { kind: 'answer', text }
  }
  const meant = choiceMeant(text, choices, isCancelled)
  if (meant !== undefined) return { kind: 'answer', text: meant }
  // A choice called `cancel` was matched above.
  return { kind: isCancelled ? 'cancelled' : 'none' }
}

function choiceMeant(text: string, choices: readonly string[], isCancelled: boolean): string | undefined {
  const whole = findTyped(text, choices, String)
  if (whole !== undefined) return whole
  const said = withoutSigns(fold(text))
  if (/^\d+$/.test(said)) return findNumbered(said, choices, String)
  if (isCancelled || said === '') return undefined
  const beginning = choices.filter((choice) => fold(choice).startsWith(said))
  return beginning.length === 1 ? beginning[0] : undefined
}

export function choicesText(choices: readonly string[] | undefined, sentences: Sentences): string {
  const cancel = asCode(sentences.cancelWord)
  return choices === undefined
    ? sentences.waitingForAnswer(cancel)
    : sentences.pleaseAnswer(choices.map(asCode), cancel)
}

export type NoAnswerCode =
  /** The person said `cancel`. */
  | 'cancelled'
  /** The time is up. */
  | 'timed_out'
  /** The bot asked another question in the same place. */
  | 'replaced'

/**
 * What `ctx.ask` throws if there is no answer. If it isn't caught, the sender gets its message, as with any `UserError`;
 * catch it to clean up, or to say something else.
 *
 * @example
 * const size = await ctx.ask('How large?', { timeout: '5m' }).catch((error) => {
 *   if (error instanceof NoAnswer && error.code === 'timed_out') return 'medium'
 *   throw error
 * })
 */
export class NoAnswer extends UserError {
  declare readonly code: NoAnswerCode
  constructor(code: NoAnswerCode, sentences: Sentences = english) {
    super(sentences[sentenceOf[code]], { code })
  }
}

const sentenceOf = {
  cancelled: 'cancelled',
  timed_out: 'answerTimedOut',
  replaced: 'questionReplaced',
} as const satisfies Record<NoAnswerCode, keyof Sentences>

nameErrors({ NoAnswer })
