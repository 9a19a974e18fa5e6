import type { TestChat, Where } from '../chat.js'
import { insideOf } from '../replies.js'
import { type ExpectedText, expectedText, fits } from './fits.js'
import { listed, type Verdict, verdict } from './verdict.js'

/** Whether the bot has said something, in a place or anywhere. */
export function said(chat: TestChat, expected: ExpectedText, where?: Where): Verdict {
  const { talk, bot } = insideOf(chat)
  const messages =
    where === undefined ? talk.since(0, bot) : chat.conversation(where).filter(({ sender_id }) => sender_id === bot)
  const texts = messages.map(({ content }) => content)
  return verdict(
    texts.some((text) => fits(text, expected)),
    {
      should: `have said ${expectedText(expected)}${where === undefined ? '' : ` in ${placeName(where)}`}`,
      instead: texts.length === 0 ? 'It said nothing.' : `It said:${listed(texts.map(expectedText), '')}`,
      chat,
    },
  )
}

const placeName = (where: Where) =>
  'channel' in where ? `${where.channel} > ${where.topic}` : `the conversation of ${where.dm.join(', ')}`
