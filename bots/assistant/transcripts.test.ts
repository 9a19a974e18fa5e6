import { type Model, openAiModel } from 'earshot/assistant'
import { fakeModelApi } from 'earshot/testing'
import { transcripts } from 'earshot/testing/vitest'
import { createAssistant } from './bot.js'

const answers = [
  { text: 'Rye flour holds **more water** than wheat.', apart: 700 },
  {
    text: 'I ask an administrator.',
    calls: [{ name: 'post', args: { channel: 'general', topic: 'bread', text: 'Rye!' } }],
  },
  'Everybody knows now.',
  { status: 429, retryAfter: 30 },
  'Here I am again.',
]

const followUps = [
  'There is soup.',
  'With leeks.',
  // Hamlet and Iago talk to each other.
  '',
  {
    text: 'I ask an administrator.',
    calls: [{ name: 'post', args: { channel: 'general', topic: 'lunch', text: 'Soup!' } }],
  },
  'Everybody knows now.',
  { calls: [{ name: 'leave', args: {} }] },
  'You are welcome.',
]

/** A model behind a fake of its API, which takes its time by the clock of the conversation. */
function slowModel(): Model {
  let asked = 0
  return (request) => {
    const isFollowed = request.messages.some(({ content }) => content.includes('lunch'))
    const { fetch } = fakeModelApi({ answers: (isFollowed ? followUps : answers).slice(asked), wait: request.sleep })
    const counted: typeof fetch = (...given) => {
      asked += 1
      return fetch(...given)
    }
    return openAiModel({ url: 'https://model.example/v1', model: 'fake', fetch: counted })(request)
  }
}

transcripts(import.meta.url, { by: 'both', bot: () => createAssistant(slowModel()) })
