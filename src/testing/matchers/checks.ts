import type { EndpointName, Message, ReadParams } from '../../protocol/index.js'
import type { BotCall } from '../botCalls.js'
import type { MessageToTouch, TestChat, Where } from '../chat.js'
import { insideOf, originOf } from '../replies.js'
import { type ExpectedFields, type ExpectedText, expectedText, fits } from './fits.js'
import { listed, type Verdict, verdict } from './verdict.js'

/** Some of an endpoint's parameters, each as it is, as an expression, or as a framework's matcher. */
export type ExpectedParameters<Name extends EndpointName> = ExpectedFields<ReadParams<Name>>

/** Whether the bot made a call that the server took; with these parameters among others, if any are given. */
export function called<Name extends EndpointName>(
  chat: TestChat,
  endpoint: Name,
  parameters: ExpectedParameters<Name> = {},
): Verdict {
  const calls = chat.calls()
  const pass = calls.some((call) => call.endpoint === endpoint && isTaken(call) && fits(call.parameters, parameters))
  const same = calls.filter((call) => call.endpoint === endpoint)
  const shown = same.length > 0 ? same : calls
  return verdict(pass, {
    should: `have called ${endpoint}${parametersText(parameters, expectedText)}`,
    instead: shown.length === 0 ? 'It called nothing.' : `It called:${listed(shown.map(callText))}`,
    chat,
  })
}

const isTaken = ({ status }: BotCall) => status !== undefined && status < 400

function callText(call: BotCall): string {
  const end = isTaken(call) ? '' : call.status === undefined ? ' (no answer yet)' : ` (refused with ${call.status})`
  return `${call.endpoint}${parametersText(call.parameters, (value) => JSON.stringify(value))}${end}`
}

const parametersText = (parameters: object, text: (value: unknown) => string) =>
  Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${text(value)}`)
    .join('')

/** Whether the bot has said something, in a place or anywhere. */
export function said(chat: TestChat, expected: ExpectedText, where?: Where): Verdict {
  const { history, bot } = insideOf(chat)
  const messages =
    where === undefined ? history.since(0, bot) : chat.conversation(where).filter(({ sender_id }) => sender_id === bot)
  const texts = messages.map(({ content }) => content)
  return verdict(
    texts.some((text) => fits(text, expected)),
    {
      should: `have said ${expectedText(expected)}${where === undefined ? '' : ` in ${placeName(where)}`}`,
      instead: texts.length === 0 ? 'It said nothing.' : `It said:${listed(texts.map(expectedText))}`,
      chat,
    },
  )
}

const placeName = (where: Where) =>
  'channel' in where ? `${where.channel} > ${where.topic}` : `the conversation of ${where.dm.join(', ')}`

/** Whether an emoji of the bot is on a message, or on any where none is given. */
export function reacted(chat: TestChat, emoji: string, message?: MessageToTouch): Verdict {
  const { history, bot } = insideOf(chat)
  const wanted = typeof message === 'object' ? message.id : message
  const reactions = history
    .all()
    .flatMap(({ id, content, reactions }) => reactions.map((reaction) => ({ id, content, ...reaction })))
    .filter(({ user_id }) => user_id === bot)
  const name = emoji.replace(/^:(.+):$/, '$1')
  const texts = reactions.map(({ emoji_name, id, content }) => `:${emoji_name}: on ${id}, ${JSON.stringify(content)}`)
  return verdict(
    reactions.some(({ emoji_name, id }) => emoji_name === name && (wanted === undefined || id === wanted)),
    {
      should: `have reacted with :${name}:${wanted === undefined ? '' : ` to the message ${wanted}`}`,
      instead: texts.length === 0 ? 'It reacted to nothing.' : `Its reactions:${listed(texts)}`,
      chat,
    },
  )
}

/** What `say` and the like gave; or a chat, for the replies to what somebody said last. */
export type Replied = TestChat | readonly Message[]

/** Whether the bot replied just this, in this order; or anything at all where nothing is given. */
export function replied(to: Replied, expected: readonly ExpectedText[]): Verdict {
  const { messages, chat, ...where } = repliesOf(to)
  const texts = messages.map(({ content }) => content)
  const pass =
    expected.length === 0
      ? texts.length > 0
      : texts.length === expected.length && expected.every((one, at) => fits(texts[at], one))
  const should = expected.length === 0 ? 'have replied' : `have replied:${listed(expected.map(expectedText))}`
  const instead = texts.length === 0 ? 'It said nothing.' : `It replied:${listed(texts.map(expectedText))}`
  return verdict(pass, { should, instead, chat, ...where })
}

function repliesOf(to: Replied) {
  if (!areMessages(to)) {
    const { history, bot } = insideOf(to)
    return { messages: history.since(history.lastOfOthers(bot), bot), chat: to }
  }
  const { chat, where, after } = originOf(to) ?? {}
  return { messages: to, chat, where, ...(after !== undefined && { after }) }
}

const areMessages = (to: Replied): to is readonly Message[] => Array.isArray(to)
