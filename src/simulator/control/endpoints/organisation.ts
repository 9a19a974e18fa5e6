import * as z from 'zod'
import { withoutUndefined } from '../../../values.js'
import {
  botType,
  isCalled,
  listedBot,
  listedUser,
  organisation,
  organisationOf,
  role,
} from '../../public/organisation.js'
import { emojiNames } from '../../realm/organisation/emoji.js'
import type { Account } from '../../realm/world/state.js'
import { readSeed, seedJsonSchema, writeSeed } from '../../seedFile/index.js'
import { type ControlContext, endpoint } from '../controlEndpoint.js'
import { ControlError } from '../controlError.js'
import { address, who, whoInText } from '../fields.js'

const canCreateUsers = z.boolean().describe('Whether an administrator may add users through the API.')

export const organisationEndpoints = [
  endpoint.get('/organisation', {
    summary: 'Lists people and bots, with their credentials for the API.',
    answer: organisation,
    handle: ({ simulator }) => organisationOf(simulator),
  }),
  endpoint.post('/users', {
    summary: 'Adds a person.',
    body: z.strictObject({
      full_name: z.string().min(1),
      email: z.email().optional().describe('(default: made from the name)'),
      role: role.optional().describe('(default: member)'),
      can_create_users: canCreateUsers.optional(),
    }),
    status: 201,
    answer: listedUser,
    handle({ simulator }, { body }) {
      const { email } = simulator.addUser(withoutUndefined(body))
      return found(organisationOf(simulator).users, email)
    },
  }),
  endpoint.post('/users/{user}/login', {
    summary: 'Logs a person in. The first login turns an imported stub into a real account.',
    pathParameters: z.strictObject({ user: whoInText }),
    notFound: 'There is no such person.',
    handle({ simulator }, { path }) {
      const person = simulator.realm.account(path.user)
      if (person.bot_type !== null) {
        throw new ControlError(400, 'not_a_person', `${person.full_name} is a bot, and never logs in; choose a person.`)
      }
      simulator.realm.do('logIn', person.id)
    },
  }),
  endpoint.post('/bots', {
    summary: 'Adds a bot. (default: an outgoing-webhook bot of the first owner)',
    body: z.strictObject({
      full_name: z.string().min(1),
      type: botType.optional(),
      owner: who.optional(),
      role: role.optional().describe('(default: member)'),
      can_create_users: canCreateUsers.optional(),
      address: address.optional().describe('Where its notifications go.'),
    }),
    status: 201,
    answer: listedBot,
    handle({ simulator }, { body }) {
      const { email } = simulator.addBot(withoutUndefined(body))
      return found(organisationOf(simulator).bots, email)
    },
  }),
  endpoint.patch('/bots/{bot}', {
    summary: "Sets where a bot's notifications go.",
    pathParameters: z.strictObject({ bot: whoInText }),
    body: z.strictObject({ address }),
    answer: listedBot,
    notFound: 'There is no such bot.',
    handle({ simulator }, { path, body }) {
      const account = calledBot(simulator, path.bot)
      simulator.connect(account.id, body.address)
      return found(organisationOf(simulator).bots, account.email)
    },
  }),
  endpoint.post('/bots/{bot}/probe', {
    summary:
      'Asks whether a bot answers where it is called, and knows its token, by a message of the bot to itself that is no delivery.',
    pathParameters: z.strictObject({ bot: whoInText }),
    answer: z.object({ answers: z.boolean(), says: z.string().describe('What answered, or what to do.') }),
    notFound: 'There is no such bot.',
    handle: ({ simulator, deliveryQueue }, { path }) => deliveryQueue.probe(calledBot(simulator, path.bot).id),
  }),
  endpoint.get('/seed', {
    summary: "Returns the organisation's seed as a seed file.",
    query: z.strictObject({ format: z.enum(['json', 'yaml']).default('json') }),
    contentType: 'application/json',
    answer: z.looseObject({}).describe('A seed file; see /sim/seed/schema.'),
    handle: ({ seed }, { query: { format } }) =>
      new Response(writeSeed(seed(), { format }), {
        headers: { 'Content-Type': format === 'json' ? 'application/json; charset=utf-8' : 'application/yaml' },
      }),
  }),
  endpoint.put('/seed', {
    summary: 'Starts over with another organisation.',
    description: 'Everything is as if the simulator had been started with this seed file. Checkpoints stay.',
    body: z.union([
      z
        .strictObject({ text: z.string(), name: z.string().default('seed.yaml') })
        .describe('A seed file, JSON or YAML, as text.'),
      z.strictObject({ seed: z.looseObject({}) }).describe('The content of a seed file.'),
    ]),
    handle({ simulator }, { body }) {
      const [text, name] = 'text' in body ? [body.text, body.name] : [JSON.stringify(body.seed, null, 2), 'seed.json']
      simulator.reset(readSeed(text, { name }))
    },
  }),
  endpoint.get('/seed/schema', {
    summary: 'Returns the JSON Schema of seed files, for editors.',
    answer: z.looseObject({}),
    handle: () => seedJsonSchema(),
  }),
]

const emoji = z.object({
  code: z.string().describe('Code points in hexadecimal, joined with dashes.'),
  names: z.array(z.string()).describe('All its names; the first is shown.'),
})

export const emojiEndpoints = [
  endpoint.get('/emoji', {
    summary: 'Lists the Unicode emoji of the server, with their names at its level.',
    answer: z.object({ emoji: z.array(emoji) }),
    handle: ({ simulator }) => ({ emoji: emojiNames(simulator.realm.world) }),
  }),
]

function found<Row extends { readonly email: string }>(rows: readonly Row[], email: string): Row {
  const row = rows.find((one) => one.email === email)
  if (row === undefined) throw new ControlError(404, 'not_found', `There is nobody with the address ${email}.`)
  return row
}

/** A bot that notifications are posted to. @throws {RangeError} if there is no such account */
export function calledBot({ realm }: ControlContext['simulator'], who: string | number): Account {
  const account = realm.account(who)
  if (isCalled(account)) return account
  throw new ControlError(
    400,
    'not_called',
    `${account.full_name} is no outgoing-webhook bot, so nothing is posted to it; choose one that is.`,
  )
}
