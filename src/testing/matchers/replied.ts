import type { Message } from '../../protocol/index.js'
import type { TestChat } from '../chat.js'
import { insideOf, originOf } from '../replies.js'
import { type ExpectedText, expectedText, fits } from './fits.js'
import { listed, type Verdict, verdict } from './verdict.js'

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
  const should = expected.length === 0 ? 'have replied' : `have replied:${listed(expected.map(expectedText), '')}`
  const instead = texts.length === 0 ? 'It said nothing.' : `It replied:${listed(texts.map(expectedText), '')}`
  return verdict(pass, { should, instead, chat, ...where })
}

function repliesOf(to: Replied) {
  if (!areMessages(to)) {
    const { talk, bot } = insideOf(to)
    return { messages: talk.since(talk.lastOfOthers(bot), bot), chat: to }
  }
  const { chat, where, after } = originOf(to) ?? {}
  return { messages: to, chat, where, ...(after !== undefined && { after }) }
}

const areMessages = (to: Replied): to is readonly Message[] => Array.isArray(to)
