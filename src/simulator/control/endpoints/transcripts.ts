import * as z from 'zod'
import type { TranscriptPlace } from '../../../transcript/transcript.js'
import { entriesAfter } from '../../journal/journal.js'
import { isCalled } from '../../public/organisation.js'
import { TranscriptNotKept } from '../../public/transcriptKeeper.js'
import type { Account } from '../../realm/world/state.js'
import { writeSeed } from '../../seedFile/index.js'
import { nameOf } from '../../transcribe/chatLog.js'
import { conversationAsTranscript } from '../../transcribe/conversation.js'
import { type ControlContext, endpoint } from '../controlEndpoint.js'
import { ControlError } from '../controlError.js'
import { who } from '../fields.js'

const place = z.union([
  z.strictObject({ channel: z.string().min(1), topic: z.string() }),
  z.strictObject({ people: z.array(who).min(1).describe('Everybody in it.') }),
])

const file = z.object({ name: z.string(), text: z.string() })

const written = z.object({
  name: z.string().describe('A name for the file.'),
  text: z.string(),
  bot: z.string(),
  actions: z.int().describe('How many things people do in it.'),
  organisation: file.nullable().describe('The seed file that it needs; null if it needs none.'),
  beside: z
    .string()
    .nullable()
    .describe('The file beside which `POST /transcript/file` would save it; null if nothing saves it.'),
  canRun: z.boolean().describe('Whether `POST /transcript/run` runs it.'),
})

/** A conversation as a transcript. */
export type WrittenTranscript = z.output<typeof written>

const outcome = {
  passed: z.boolean().nullable().describe('Whether the bot passes it; null if it could not be run.'),
  says: z.string().describe('The result as a sentence, and where the bot did something else, the difference.'),
}

const chatName = z
  .string()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,80}$/u, 'Give a name of letters, digits, spaces, dots and dashes.')
  .transform((text) => text.replace(/(\.chat)?$/, ''))

export const transcriptEndpoints = [
  endpoint.post('/transcript', {
    summary: 'Writes a conversation as a transcript, which is a test of the bot.',
    description:
      'When it is played, people do the same again, and the bot is expected to, with placeholders for IDs, files and times. What a return to a checkpoint has undone is left out.',
    body: z.strictObject({
      bot: who.optional().describe('The bot to test. (default: the one that takes part)'),
      from: z.int().optional().describe('ID of the first message. (default: the first of all)'),
      where: place
        .optional()
        .describe('Only this conversation, and what the bot did elsewhere because of it. (default: everything)'),
      name: chatName.optional().describe('Name of the file. (default: made from the place)'),
    }),
    answer: written,
    refusals: { 404: 'There is no such bot, person or channel.' },
    async handle(context, { body }) {
      const { simulator, seed, transcripts } = context
      const { realm, journal } = simulator
      const where = body.where && orNotFound(() => placeOf(context, body.where))
      const bot = botFor(context, body.bot, where)
      const name = body.name ?? nameFor(bot, where)
      const { text, organisation, actions } = await conversationAsTranscript({
        realm,
        journal: entriesAfter(journal, 0),
        seed: seed(),
        bot: bot.id,
        name,
        ...(body.from !== undefined && { from: body.from }),
        ...(where !== undefined && { where }),
      })
      return {
        name: `${name}.chat`,
        text,
        bot: nameOf(realm, bot.id),
        actions,
        organisation: organisation === undefined ? null : { name: `${name}.yaml`, text: writeSeed(organisation) },
        beside: transcripts?.beside ?? null,
        canRun: transcripts?.run !== undefined,
      }
    },
  }),
  endpoint.post('/transcript/file', {
    summary: 'Saves a transcript beside the bot and runs it, if the simulator was started by `earshot dev`.',
    body: z.strictObject({
      name: chatName,
      text: z.string().min(1),
      organisation: file.optional().describe('The seed file that it needs.'),
      replace: z.boolean().default(false).describe('Replace a file of this name.'),
    }),
    status: 201,
    answer: z.object({ path: z.string(), ...outcome }),
    refusals: { 409: 'No transcripts are saved here, or there is a file of this name.' },
    async handle({ transcripts }, { body: { name, organisation, ...rest } }) {
      if (transcripts?.keep === undefined) {
        throw new TranscriptNotKept(
          'This simulator saves no transcripts: save the text yourself, or run the bot with earshot dev.',
        )
      }
      return transcripts.keep({ name: `${name}.chat`, ...rest, ...(organisation && { organisation }) })
    },
  }),
  endpoint.post('/transcript/run', {
    summary: 'Runs a transcript without saving it, if the simulator was started by `earshot dev` or `npm start`.',
    body: z.strictObject({
      text: z.string().min(1),
      bot: z.string().min(1).describe('The name of the bot that it tests.'),
      organisation: file.optional().describe('The seed file that it needs.'),
    }),
    answer: z.object(outcome),
    refusals: { 409: 'No transcripts are run here.' },
    async handle({ transcripts }, { body: { organisation, ...rest } }) {
      if (transcripts?.run === undefined) {
        throw new TranscriptNotKept(
          'This simulator runs no transcripts: save it, and run it with earshot test, or run the bot with earshot dev.',
        )
      }
      return transcripts.run({ ...rest, ...(organisation && { organisation }) })
    },
  }),
]

function placeOf({ simulator }: ControlContext, where: z.output<typeof place> | undefined): TranscriptPlace {
  const { realm } = simulator
  if (where !== undefined && 'people' in where) {
    return { people: where.people.map((one) => nameOf(realm, realm.account(one).id)) }
  }
  return { channel: realm.channel(where?.channel ?? '').name, topic: where?.topic ?? '' }
}

/** The given bot; otherwise the one in the conversation, or the one with the latest delivery. */
function botFor({ simulator }: ControlContext, given: string | number | undefined, where: TranscriptPlace | undefined) {
  const { realm } = simulator
  if (given !== undefined) return orNotFound(() => realm.account(given))
  const people = where !== undefined && 'people' in where ? where.people.map((one) => realm.account(one)) : []
  const latest = simulator.deliveries.at(-1)?.bot.user_id
  const bot =
    people.find(isCalled) ??
    (latest === undefined ? undefined : realm.account(latest)) ??
    realm.accounts().find(isCalled)
  if (bot !== undefined) return bot
  throw new ControlError(404, 'not_found', 'There is no outgoing-webhook bot here; add one first.')
}

/** Turns an unknown name into a 404; a message that the journal doesn't know stays a 400. */
function orNotFound<Value>(look: () => Value): Value {
  try {
    return look()
  } catch (error) {
    if (error instanceof RangeError) throw new ControlError(404, 'not_found', error.message)
    throw error
  }
}

function nameFor(bot: Account, where: TranscriptPlace | undefined): string {
  const words = where !== undefined && 'topic' in where && where.topic !== '' ? where.topic : bot.full_name
  const name = words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  return name === '' ? 'conversation' : name
}
