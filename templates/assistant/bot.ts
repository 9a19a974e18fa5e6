import { env } from 'node:process'
import { Bot, logging } from 'earshot'
import { assistant, type Model, openAiModel, tool } from 'earshot/assistant'

const menu = ['soup', 'pasta', 'salad']

/** What the model may do. What changes something is approved by a person first. */
const tools = [
  tool('menu', { description: 'Lists what there is for lunch' }, () => menu.join(', ')),
  tool(
    'announce <text>',
    { description: 'Announces something to everybody', approve: { by: { role: 'administrator' } } },
    async ({ text }, ctx) => {
      await ctx.client.messages.send({ type: 'stream', to: 'general', topic: 'news', content: text })
      return 'It is announced.'
    },
  ),
]

/** A bot that lets a language model answer. The model is any function from what was said to a stream of text. */
export function createBot(model: Model) {
  const answer = assistant({ model, tools, instructions: 'You help in a team chat. Be brief, and write Markdown.' })
  return new Bot().use(logging()).onMention(answer).onDirectMessage(answer)
}

/** The one that is served. */
export const bot = createBot(
  openAiModel({
    url: env.MODEL_URL ?? 'http://127.0.0.1:11434/v1',
    model: env.MODEL_NAME ?? 'llama3.2',
    ...(env.MODEL_KEY !== undefined && { key: env.MODEL_KEY }),
  }),
)
