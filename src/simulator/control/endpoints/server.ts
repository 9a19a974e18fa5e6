import * as z from 'zod'
import { changeOf, featureLevels, newestFeatureLevel, releases, versionOf } from '../../../protocol/index.js'
import { mask } from '../../delivery/record.js'
import { readLevel } from '../../public/options.js'
import { listAssumptions } from '../../realm/assumptions/assumptions.js'
import { messageOf } from '../../realm/conversations/messages.js'
import { notificationAt } from '../../realm/notifications/notifications.js'
import { endpoint } from '../controlEndpoint.js'
import { time, whoInText, wholeNumber } from '../fields.js'
import { calledBot } from './organisation.js'

const level = z.object({
  featureLevel: z.int().min(0).max(newestFeatureLevel),
  version: z.string().describe('The version that a server of this level reports.'),
})
export type ServerLevel = z.output<typeof level>

const levelOf = (featureLevel: number) => ({ featureLevel, version: versionOf(featureLevel) })

const text = z.string()
const affected = z.object({ endpoint: text, parameter: text, entity: text, field: text }).partial()

const levelRow = z.object({
  id: z.string().describe('The name of the feature.'),
  level: z.int().describe('The first level whose servers have it.'),
  kind: z.enum(['endpoint', 'parameter', 'value', 'field', 'behaviour', 'error', 'removal']),
  appliesTo: z.array(affected).describe('What it affects, the main thing first.'),
  change: z.string(),
})

const assumption = z.object({
  id: z.string(),
  spec: z.string().describe('What leaves it open.'),
  says: z.string().describe('What is assumed.'),
  otherwise: z.string().describe('What a real server might do instead.'),
  option: z.string().nullable().describe("The simulator's option that changes it; null if none does."),
  default: z.unknown().optional(),
  value: z.unknown().optional().describe('Its value in this simulator.'),
  allowed: z.unknown().optional().describe('The values that it may have, as a JSON Schema.'),
})

export type ListedAssumption = z.output<typeof assumption>

function rowOf({ alsoAppliesTo, ...row }: (typeof featureLevels)[number]) {
  const { appliesTo } = row
  return { ...row, change: changeOf(row), appliesTo: [appliesTo, ...alsoAppliesTo] }
}

const health = z.object({
  status: z.literal('up'),
  instance: z.string().describe('Different for each simulator.'),
  url: z.string(),
  featureLevel: z.int(),
  dialect: z.string(),
  time,
})

export type Health = z.output<typeof health>

export const healthEndpoints = [
  endpoint.get('/health', {
    summary: 'Reports that the simulator is up, and which instance it is.',
    description: 'Compare `instance` to be sure that no other simulator has taken over the port.',
    answer: health,
    handle: ({ simulator, instance, dialect }) => ({
      status: 'up' as const,
      instance,
      url: simulator.url,
      featureLevel: simulator.realm.featureLevel,
      dialect: dialect.name,
      time: simulator.clock.now(),
    }),
  }),
]

export const serverEndpoints = [
  endpoint.get('/level', {
    summary: "Returns the server's feature level.",
    answer: level,
    handle: ({ simulator }) => levelOf(simulator.realm.featureLevel),
  }),
  endpoint.put('/level', {
    summary: 'Changes the feature level of the running server.',
    body: z.strictObject({ featureLevel: z.number() }),
    answer: level,
    handle({ simulator }, { body }) {
      simulator.setFeatureLevel(body.featureLevel)
      return levelOf(simulator.realm.featureLevel)
    },
  }),
  endpoint.get('/levels', {
    summary: 'Lists everything that changed with a feature level, oldest first.',
    answer: z.object({
      levels: z.array(levelRow),
      releases: z.array(z.object({ version: z.string(), level: z.int() })).describe('Oldest first.'),
      newest: z.int(),
    }),
    handle: () => ({ levels: featureLevels.map(rowOf), releases: [...releases], newest: newestFeatureLevel }),
  }),
  endpoint.get('/levels/{featureLevel}/notification', {
    summary:
      'Returns the notification that a server of a level would post to a bot about a message, with the token masked.',
    pathParameters: z.strictObject({ featureLevel: wholeNumber }),
    query: z.strictObject({ message: wholeNumber, bot: whoInText }),
    answer: z.object({ notification: z.looseObject({}) }),
    notFound: 'There is no such bot or message.',
    handle({ simulator }, { path: { featureLevel }, query: { message, bot } }) {
      const { realm } = simulator
      const posted = { bot: calledBot(simulator, bot).id, message: messageOf(realm.world, message).id }
      const notification = notificationAt(realm.world, readLevel(featureLevel), posted)
      return { notification: { ...notification, token: mask } }
    },
  }),
  endpoint.get('/assumptions', {
    summary: "Lists the simulator's assumptions: how it behaves where the server's documentation says nothing.",
    description:
      'Send `Earshot-Show: assumptions` with a call of the API, and its answer names in `Earshot-Assumptions` those that it rests on.',
    answer: z.object({ assumptions: z.array(assumption) }),
    handle: ({ simulator }) => ({ assumptions: listAssumptions(simulator.realm.assumptions) }),
  }),
]
