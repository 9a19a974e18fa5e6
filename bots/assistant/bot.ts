import { env } from 'node:process'
import { Bot } from 'earshot'
import { assistant, type Model, openAiModel } from 'earshot/assistant'
import { tools } from './tools.js'

const instructions = [
  'You answer questions in a team chat. Be brief, and write Markdown.',
  'Each message of a person begins with their name. Say so when you do not know something.',
  'Once you were mentioned in a topic, you get every message there: answer with nothing if people talk to each other.',
].join(' ')

/** Lets a language model answer; which one, the environment says: `ASSISTANT_URL`, `ASSISTANT_MODEL`, `ASSISTANT_KEY`. */
export function createAssistant(model: Model = modelOfEnvironment()): Bot {
  const answer = assistant({ model, instructions, tools, follow: '30m' })
  return new Bot({ name: 'assistant' }).onMention(answer).onDirectMessage(answer).onFollowUp(answer)
}

function modelOfEnvironment(): Model {
  const { ASSISTANT_URL: url, ASSISTANT_MODEL: model, ASSISTANT_KEY: key } = env
  if (url === undefined || model === undefined) return unconfigured
  return openAiModel({ url, model, ...(key !== undefined && { key }) })
}

async function* unconfigured() {
  yield 'I have no model to ask yet. Set `ASSISTANT_URL`, `ASSISTANT_MODEL` and `ASSISTANT_KEY`, and start me again.'
}
