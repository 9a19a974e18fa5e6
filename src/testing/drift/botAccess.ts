import { refusal } from './answers.js'
import { CannotAsk, type Json, type Question, type Side, until } from './question.js'

/** Calls that change nothing, whether they are let in or not: those that write lack a parameter. */
const calls: readonly (readonly [method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string])[] = [
  ['GET', '/users'],
  ['GET', '/bots'],
  ['GET', '/user_groups'],
  ['GET', '/invites'],
  ['GET', '/drafts'],
  ['GET', '/attachments'],
  ['GET', '/scheduled_messages'],
  ['GET', '/realm/presence'],
  ['POST', '/invites'],
  ['POST', '/user_groups/create'],
  ['POST', '/users'],
  ['POST', '/bots'],
  ['POST', '/realm/emoji/earshot_drift'],
  ['POST', '/realm/filters'],
  ['POST', '/users/me/presence'],
  ['POST', '/users/me/subscriptions'],
  ['POST', '/messages/flags'],
  ['POST', '/typing'],
]

/** Whether a bot is let into endpoints as the simulator lets it in, and sees of the history what it was sent. */
export const botQuestions: readonly Question[] = [
  ...calls.map(
    ([method, path]): Question => ({
      id: `${method} ${path}, as a bot`,
      about: 'access',
      says: 'A bot of this kind is let in, or refused with this code and text.',
      ask: async (side) => access(await refusal({ ...side, client: botOf(side) }, method, path)),
    }),
  ),
  {
    id: 'GET /messages without a channel, as a bot',
    about: 'access',
    says: 'Without a channel in the narrow, a bot gets only messages that it received, none from before or from elsewhere.',
    claim: { historical: 0 },
    ask: async (side) => {
      const page = { anchor: 'newest', num_before: 100, num_after: 0 } as const
      const { messages } = await botOf(side).messages.list(page, until(side))
      return { historical: messages.filter(({ flags }) => flags?.includes('historical')).length }
    },
  },
]

function botOf({ bot }: Side) {
  if (bot === undefined) throw new CannotAsk("Needs a bot's credentials too (`bot`, or --bot on the command line).")
  return bot
}

/** What a parameter is refused for says that the account was let in. */
function access(answer: Json): Json {
  const isRefused = answer.msg !== undefined && answersOfAccess.test(String(answer.msg))
  return isRefused ? answer : { 'let in': true }
}

const answersOfAccess =
  /does not accept bot requests|not available to incoming webhook bots|guest users|administrator|permission|not authorized/i
