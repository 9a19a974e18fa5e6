import type { EndpointName, Message, ReadParams } from '../../protocol/index.js'
import { decodeEntities } from '../../text/index.js'
import type { BotCall } from '../botCalls.js'
import type { LoggedLine, MessageToTouch, TestChat, Where } from '../chat.js'
import { internalsOf, originOf, placeInWords } from '../history.js'

/** Some of an endpoint's parameters, each as a value, a regular expression, or a framework's matcher. */
export type ExpectedParameters<Name extends EndpointName> = ExpectedFields<ReadParams<Name>>

export function called<Name extends EndpointName>(
  chat: TestChat,
  endpoint: Name,
  parameters: ExpectedParameters<Name> = {},
): Verdict {
  const calls = chat.calls()
  const pass = calls.some((call) => call.endpoint === endpoint && isAccepted(call) && fits(call.parameters, parameters))
  const same = calls.filter((call) => call.endpoint === endpoint)
  const listedCalls = same.length > 0 ? same : calls
  return verdict(pass, {
    should: `have called ${endpoint}${parametersText(parameters, expectedText)}`,
    instead: listedCalls.length === 0 ? 'It called nothing.' : `It called:${listed(listedCalls.map(callText))}`,
    chat,
  })
}

const isAccepted = ({ status }: BotCall) => status !== undefined && status < 400

function callText(call: BotCall): string {
  const end = isAccepted(call) ? '' : call.status === undefined ? ' (no answer yet)' : ` (refused with ${call.status})`
  return `${call.endpoint}${parametersText(call.parameters, (value) => JSON.stringify(value))}${end}`
}

const parametersText = (parameters: object, text: (value: unknown) => string) =>
  Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${text(value)}`)
    .join('')

export function said(chat: TestChat, expected: ExpectedText, where?: Where): Verdict {
  const { history, bot } = internalsOf(chat)
  const messages =
    where === undefined ? history.since(0, bot) : chat.conversation(where).filter(({ sender_id }) => sender_id === bot)
  const texts = messages.map(({ content }) => decodeEntities(content))
  return verdict(
    messages.some(({ content }) => isSaid(content, expected)),
    {
      should: `have said ${expectedText(expected)}${where === undefined ? '' : ` in ${placeName(where)}`}`,
      instead: texts.length === 0 ? 'It said nothing.' : `It said:${listed(texts.map(expectedText))}`,
      chat,
    },
  )
}

const placeName = (where: Where) =>
  'channel' in where ? `${where.channel} > ${where.topic}` : `the conversation of ${where.dm.join(', ')}`

export function reacted(chat: TestChat, emoji: string, message?: MessageToTouch): Verdict {
  const { history, bot } = internalsOf(chat)
  const wanted = typeof message === 'object' ? message.id : message
  const reactions = history
    .all()
    .flatMap(({ id, content, reactions }) => reactions.map((reaction) => ({ id, content, ...reaction })))
    .filter(({ user_id }) => user_id === bot)
  const name = emoji.replace(/^:(.+):$/, '$1')
  const texts = reactions.map(
    ({ emoji_name, id, content }) => `:${emoji_name}: on ${id}, ${JSON.stringify(decodeEntities(content))}`,
  )
  return verdict(
    reactions.some(({ emoji_name, id }) => emoji_name === name && (wanted === undefined || id === wanted)),
    {
      should: `have reacted with :${name}:${wanted === undefined ? '' : ` to the message ${wanted}`}`,
      instead: texts.length === 0 ? 'It reacted to nothing.' : `Its reactions:${listed(texts)}`,
      chat,
    },
  )
}

/** The replies that `say` and the like returned; or a chat, for the replies to the latest message. */
export type Replied = TestChat | readonly Message[]

export function replied(to: Replied, expected: readonly ExpectedText[]): Verdict {
  const { messages, chat, ...where } = repliesOf(to)
  const texts = messages.map(({ content }) => decodeEntities(content))
  const pass =
    expected.length === 0
      ? texts.length > 0
      : texts.length === expected.length && messages.every(({ content }, at) => isSaid(content, expected[at]))
  const should = expected.length === 0 ? 'have replied' : `have replied:${listed(expected.map(expectedText))}`
  const instead = texts.length === 0 ? 'It said nothing.' : `It replied:${listed(texts.map(expectedText))}`
  return verdict(pass, { should, instead, chat, ...where })
}

function repliesOf(to: Replied) {
  if (!areMessages(to)) {
    const { history, bot } = internalsOf(to)
    return { messages: history.since(history.lastOfOthers(bot), bot), chat: to }
  }
  return { messages: to, chat: undefined, ...originOf(to) }
}

const areMessages = (to: Replied): to is readonly Message[] => Array.isArray(to)

/** The result of a check, in the form that `expect.extend` takes. */
export interface Verdict {
  readonly pass: boolean
  /** Why the check failed; if it passed, why the opposite fails. */
  readonly message: () => string
}

interface Explanation {
  /** E.g. `have replied "hi"`. */
  readonly should: string
  readonly instead: string
  readonly chat: TestChat | undefined
  /** The conversation that it is about (default: the whole chat). */
  readonly where?: Where | undefined
}

function verdict(pass: boolean, { should, instead, chat, where }: Explanation): Verdict {
  return {
    pass,
    message: () =>
      [
        `The bot should ${pass ? 'not ' : ''}${should}${should.includes('\n') ? '\n' : '. '}${instead}`,
        ...(chat === undefined ? [] : [where === undefined ? chat.text() : latest(chat, where)]),
        ...troubleOf(chat?.log ?? []),
      ].join('\n\n'),
  }
}

const latest = (chat: TestChat, where: Where) => placeInWords(chat, internalsOf(chat).history, where, mostMessages)

const mostMessages = 10

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

const listed = (items: readonly string[]): string => items.map((item) => `\n  ${item}`).join('')

/** A matcher of a test framework, such as `expect.stringContaining('hi')`. */
interface Matcher {
  asymmetricMatch(other: unknown): boolean
}

/** An exact text, a regular expression that matches a part of it, or a framework's matcher. */
export type ExpectedText = string | RegExp | Matcher

/** Whether a message's source is as expected, or what readers see of it, without HTML entities. */
function isSaid(content: string, expected: ExpectedText | undefined): boolean {
  return fits(content, expected) || fits(decodeEntities(content), expected)
}

/** Some of the fields, each as a value, a regular expression, or a matcher. */
type ExpectedFields<Fields> = { readonly [Name in keyof Fields]?: ExpectedValue<Fields[Name]> | undefined }

type ExpectedValue<Value> =
  | Matcher
  | (Value extends string ? Value | RegExp : Value extends object ? ExpectedFields<Value> : Value)

/** Whether a value is as expected; for objects, only the expected fields count. */
function fits(actual: unknown, expected: unknown): boolean {
  if (isMatcher(expected)) return expected.asymmetricMatch(actual)
  if (expected instanceof RegExp) return typeof actual === 'string' && found(expected, actual)
  if (typeof expected !== 'object' || expected === null) return Object.is(actual, expected)
  if (typeof actual !== 'object' || actual === null) return false
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) && actual.length === expected.length && expected.every((one, at) => fits(actual[at], one))
    )
  }
  return Object.entries(expected).every(([name, value]) => fits(Reflect.get(actual, name), value))
}

/** Searches from the beginning, whatever the flags. */
const found = (expression: RegExp, text: string) => text.search(expression) !== -1

const isMatcher = (value: unknown): value is Matcher =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'asymmetricMatch') === 'function'

function expectedText(expected: unknown): string {
  if (expected instanceof RegExp) return `something that matches ${expected}`
  if (!isMatcher(expected)) return JSON.stringify(expected)
  const describe: unknown = Reflect.get(expected, 'toAsymmetricMatcher')
  return typeof describe === 'function' ? String(describe.call(expected)) : String(expected)
}
