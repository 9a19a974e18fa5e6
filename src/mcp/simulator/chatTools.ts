import * as z from 'zod'
import type { FaultStatus } from '../../simulator/faults/faults.js'
import type { DeliveryRecord } from '../../simulator/index.js'
import { whyTriggered } from '../../simulator/realm/notifications/whyTriggered.js'
import type { Where } from '../../testing/chat.js'
import { internalsOf } from '../../testing/history.js'
import type { TestChat } from '../../testing/index.js'
import { withoutUndefined } from '../../values.js'
import { type McpTool, readOnly, toolsFor } from '../tool.js'
import { happened, messageSummary, type OpenChat } from './chat.js'

const changing = { readOnlyHint: false, destructiveHint: false, openWorldHint: false }

const as = z
  .string()
  .optional()
  .describe('Who does it: the name of a person of the organisation (default: the `speaker` that `start` names)')
const place = {
  channel: z.string().optional().describe('A channel (default: a direct conversation with the bot)'),
  topic: z.string().default('tests').describe('A topic of the channel'),
  with: z.array(z.string()).optional().describe('Names of others in the direct conversation'),
}
type Place = z.infer<z.ZodObject<typeof place & { readonly as: typeof as }>>
const messageId = z.int().describe('The ID of a message')

const tool = toolsFor<OpenChat>()

/** The tools for a running bot. */
export const chatTools: readonly McpTool<OpenChat>[] = [
  tool(
    'say',
    'Says something as a person, and returns what happened: this message, what the bot answered anywhere, the calls by which it changed something, and what it logged. A bot hears a direct message; in a channel it hears what mentions it, as in `@**Echo** hi`.',
    changing,
    { text: z.string(), as, ...place },
    async (args, open) => {
      const { chat } = open
      const speaker = chat.as(args.as ?? open.speaker)
      const result = await happened(open, () => speaker.say(args.text, whereIn(open, args)))
      const [said] = result.messages
      if (said === undefined || open.by === 'events') return result
      const why = whyTriggered(chat.simulator.realm.world, internalsOf(chat).bot, said.id)
      return why.triggered ? result : { ...result, notCalled: why.says }
    },
  ),
  tool(
    'act',
    'Presses a button, votes in a poll, ticks off a task, reacts to a message or edits one, as a person, and returns what happened.',
    changing,
    {
      action: z.enum(['press', 'vote', 'tick', 'react', 'edit']),
      value: z.string().describe("The button's label, the option, the task, the emoji's name, or the new text"),
      message: messageId
        .optional()
        .describe(
          "The message's ID (default: the bot's newest with buttons, poll or tasks where this person spoke last; to react to, the newest there; to edit, the person's last)",
        ),
      as,
    },
    async ({ action, value, message, as: who }, open) =>
      happened(open, () => open.chat.as(who ?? open.speaker)[action](value, message)),
  ),
  tool(
    'read',
    'Reads the newest messages of a conversation, or of all of them where no place is named.',
    readOnly,
    { ...place, as, limit: z.int().min(1).max(200).default(20) },
    async (args, open) => {
      const { chat } = open
      const isNamed = args.channel !== undefined || args.with !== undefined || args.as !== undefined
      const messages = isNamed ? chat.conversation(whereIn(open, args)) : internalsOf(chat).history.all()
      return {
        messages: messages.slice(-args.limit).map((message) => messageSummary(chat, message)),
        of: messages.length,
      }
    },
  ),
  tool(
    'advance',
    'Moves the clock, which stands still otherwise: schedules and time-outs happen, each at its time. Returns what happened.',
    changing,
    { by: z.string().describe('A duration such as `90s`, `5m` or `1d 12h`') },
    async ({ by }, open) => {
      const result = await happened(open, () => open.chat.advance(by))
      return { time: new Date(open.chat.clock.now()).toISOString(), ...result }
    },
  ),
  tool(
    'restart',
    'Kills the bot as `kill -9` does, and starts it anew from its file as it is now, in the same organisation with the same storage. To begin with a new organisation, call `start`.',
    changing,
    {},
    async (_, open) => happened(open, () => open.chat.restart()),
  ),
  tool(
    'why',
    'Says why a message was posted to the bot, or why it was not, what became of the delivery, and which handler took it.',
    readOnly,
    { message: messageId },
    async ({ message }, { chat, by }) => {
      const { simulator } = chat
      const log = linesAbout(chat, message)
      if (by === 'events') return { says: eventsSay(chat.botName), log }
      const { bot } = internalsOf(chat)
      const { triggered, because, says, besides } = whyTriggered(simulator.realm.world, bot, message)
      const deliveries = simulator.deliveries.filter((one) => one.messageId === message && one.bot.user_id === bot)
      return { triggered, because, says, besides, deliveries: deliveries.map(deliveryIn), log }
    },
  ),
  tool(
    'set_faults',
    'Replaces what goes wrong from now on, by sentences such as `the next 2 calls of messages.send answer 503`, `the next delivery to Echo is delayed by 20s` or `every call of users.me answers 429`. An empty list makes all well; without a list it is only shown. See earshot://docs/reference/faults.',
    changing,
    { faults: z.array(z.string()).max(100).optional() },
    async ({ faults: sentences }, { chat: { faults } }) => {
      if (sentences === undefined) return { faults: faults.list().map(faultIn) }
      // All are parsed before any takes effect.
      const read = sentences.map((sentence) => faults.read(sentence).fault)
      faults.clear()
      for (const fault of read) faults.add(fault)
      return { faults: faults.list().map(faultIn) }
    },
  ),
  tool(
    'journal',
    'Reads what has happened in the simulated server, oldest first: calls, answers, events, deliveries, moves of the clock. The newest entries unless `since` says after which.',
    readOnly,
    {
      since: z.int().min(0).optional().describe('The number of an entry'),
      limit: z.int().min(1).max(500).default(50),
      kinds: z
        .array(z.enum(['call', 'answer', 'event', 'delivery', 'clock', 'level', 'fault', 'memory', 'notice', 'change']))
        .optional(),
    },
    async ({ since, limit, kinds }, { chat }) => {
      const { journal } = chat.simulator
      const wanted = withoutUndefined({ kinds })
      if (since !== undefined) return journal.read({ since, limit, ...wanted })
      const all = journal.read({ limit: Number.MAX_SAFE_INTEGER, ...wanted })
      return { ...all, entries: all.entries.slice(-limit) }
    },
  ),
]

function whereIn(open: OpenChat, { channel, topic, with: others = [], as: who }: Place): Where {
  if (channel !== undefined) return { channel: channel.replace(/^#/, ''), topic }
  return { dm: [who ?? open.speaker, ...others, internalsOf(open.chat).bot] }
}

function eventsSay(name: string): string {
  return `${name} listens to an event queue: it gets every message of its channels and direct conversations, and its own handlers decide. See the tool \`journal\` for the events.`
}

/** The bot's log lines about a message: its handler, its calls, its outcome. */
function linesAbout(chat: TestChat, id: number) {
  return chat.log.flatMap(({ message: what, fields }) => {
    const { message, delivery, bot, trigger, ...facts } = fields as Readonly<Record<string, unknown>>
    return message === id ? [{ what, ...facts }] : []
  })
}

function deliveryIn({ id, outcome, attempts, notice, ownerNotice, replyId, faults }: DeliveryRecord) {
  const results = attempts.map(({ result, duration }) => ({ ...result, milliseconds: duration }))
  return { id, outcome, attempts: results, replyId, notice, ownerNotice, faults }
}

const faultIn = ({ sentence, seen, fired, remaining }: FaultStatus) => ({ sentence, seen, fired, remaining })
