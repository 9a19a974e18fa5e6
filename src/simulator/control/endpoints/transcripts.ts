import * as z from 'zod'
import type { TranscriptPlace } from '../../../transcript/transcript.js'
import { isCalled } from '../../organisation.js'
import type { Account } from '../../realm/state.js'
import { writeSeed } from '../../seedFile/index.js'
import { conversationAsTranscript } from '../../transcript/conversation.js'
import { TranscriptNotKept } from '../../transcript/keeper.js'
import { nameOf } from '../../transcript/names.js'
import type { ControlContext } from '../context.js'
import { endpoint } from '../controlEndpoint.js'
import { ControlError } from '../controlError.js'
import { who } from '../fields.js'
import { accountOr404 } from './organisation.js'

const place = z.union([
  z.strictObject({ channel: z.string().min(1), topic: z.string() }),
  z.strictObject({ people: z.array(who).min(1).describe('Everybody in it, whoever looks on too.') }),
])

const file = z.object({ name: z.string(), text: z.string() })

const chatName = z
  .string()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,80}$/u, 'Give a name of letters, digits, spaces, dots and dashes.')
  .transform((text) => text.replace(/(\.chat)?$/, ''))

export const transcriptEndpoints = [
  endpoint.post('/transcript', {
    id: 'writeTranscript',
    summary: 'Writes a conversation as a transcript, which is a test of the bot.',
    description:
      'What people did happens again when the transcript is played, and what the bot did is expected of it, with placeholders for IDs, files and times. What was undone by going back to a checkpoint is left out.',
    body: z.strictObject({
      bot: who.optional().describe('Whose test it is to be; the bot that takes part in it unless given.'),
      from: z.int().optional().describe('ID of the first message; from the beginning unless given.'),
      to: z.int().optional().describe('ID of the last message, with what came of it; up to now unless given.'),
      where: place
        .optional()
        .describe('Only this conversation, with what the bot did elsewhere because of it; everything unless given.'),
      name: chatName.optional().describe('What the file is to be called; made from the place unless given.'),
    }),
    answer: z.object({
      name: z.string().describe('What the file may be called.'),
      text: z.string(),
      bot: z.string(),
      deeds: z.int().describe('How many things people do in it.'),
      organisation: file.nullable().describe('A seed file that belongs beside it; null where it needs none.'),
      beside: z
        .string()
        .nullable()
        .describe('The file beside which `keepTranscript` would write it; null where nobody keeps it.'),
    }),
    refusals: { 404: 'There is no such bot, person or channel.' },
    async handle(context, { body }) {
      const { simulator, seed, transcripts } = context
      const { realm, journal } = simulator
      const where = body.where && accountOr404(() => placeOf(context, body.where))
      const bot = botFor(context, body.bot, where)
      const name = body.name ?? nameFor(bot, where)
      const { text, organisation, organisationFile, deeds } = await conversationAsTranscript({
        realm,
        journal: entriesOf(journal),
        seed: seed(),
        faults: simulator.faults.list(),
        bot: bot.id,
        name,
        ...(body.from !== undefined && { from: body.from }),
        ...(body.to !== undefined && { to: body.to }),
        ...(where !== undefined && { where }),
      })
      return {
        name: `${name}.chat`,
        text,
        bot: nameOf(realm, bot.id),
        deeds,
        organisation: organisation === undefined ? null : { name: organisationFile, text: writeSeed(organisation) },
        beside: transcripts?.beside ?? null,
      }
    },
  }),
  endpoint.post('/transcript/file', {
    id: 'keepTranscript',
    summary: 'Saves a transcript beside the bot and runs it, if the simulator was started by `earshot dev`.',
    body: z.strictObject({
      name: chatName,
      text: z.string().min(1),
      organisation: file.optional().describe('The seed file that belongs beside it.'),
      replace: z.boolean().default(false).describe('Write over a file of this name.'),
    }),
    status: 201,
    answer: z.object({
      path: z.string(),
      passed: z.boolean().nullable().describe('Whether the bot does what it says; null where it was not tried.'),
      says: z.string().describe('What came of trying it.'),
    }),
    refusals: { 409: 'Nobody keeps transcripts here, or there is a file of this name.' },
    async handle({ transcripts }, { body: { name, organisation, ...rest } }) {
      if (transcripts === undefined) {
        throw new TranscriptNotKept(
          'This simulator saves no transcripts: save the text yourself, or run the bot with earshot dev.',
        )
      }
      return transcripts.keep({ name: `${name}.chat`, ...rest, ...(organisation && { organisation }) })
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

/** The bot that is meant; or the one that is in the conversation, or was told something last. */
function botFor({ simulator }: ControlContext, given: string | number | undefined, where: TranscriptPlace | undefined) {
  const { realm } = simulator
  if (given !== undefined) return accountOr404(() => realm.account(given))
  const people = where !== undefined && 'people' in where ? where.people.map((one) => realm.account(one)) : []
  const told = simulator.deliveries.at(-1)?.bot.user_id
  const bot =
    people.find(isCalled) ?? (told === undefined ? undefined : realm.account(told)) ?? realm.accounts().find(isCalled)
  if (bot !== undefined) return bot
  throw new ControlError(404, 'NOT_FOUND', 'There is no outgoing-webhook bot here; add one first.')
}

function nameFor(bot: Account, where: TranscriptPlace | undefined): string {
  const words = where !== undefined && 'topic' in where && where.topic !== '' ? where.topic : bot.fullName
  const name = words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  return name === '' ? 'conversation' : name
}

function* entriesOf(journal: ControlContext['simulator']['journal']) {
  let since = 0
  for (let page = journal.read({ limit: 1000 }); page.entries.length > 0; page = journal.read({ since, limit: 1000 })) {
    yield* page.entries
    since = page.next
  }
}
