import { Bot, escapeMentions } from 'earshot'

/** Says back what it is told, and mentions nobody by it. */
export function createEcho(): Bot {
  return new Bot({ name: 'echo' }).onMention(({ text }) => sayBack(text)).onDirectMessage(({ text }) => sayBack(text))
}

const sayBack = (text: string) => escapeMentions(text) || 'Tell me something, and I will say it back.'
