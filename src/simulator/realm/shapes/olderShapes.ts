import * as z from 'zod/mini'
import {
  Channel,
  changeOfShape,
  DataExport,
  type EndpointName,
  endpointNamed,
  entitiesOf,
  type FeatureId,
  featureLevels,
  hasFeature,
  Message,
  type ObjectChange,
  Playground,
  ProfileField,
  prefixFromTemplate,
  Subscription,
  User,
  UserGroup,
} from '../../../protocol/index.js'
import { accountOf } from '../access/accounts.js'
import { apiEmail, type Viewer } from '../access/visibility.js'
import type { Wire } from '../world/events.js'
import type { World } from '../world/world.js'
import { channelShape } from './channel.js'

/**
 * What a server of the realm's level answers, made from an answer in today's shape: without the fields that it lacks, and with
 * the names and values that it has for others.
 */
export function answerAtLevel(world: World, viewer: Viewer, name: EndpointName, answer: Wire): Wire {
  const change = changeAt(world, name, () => endpointNamed(name).response)
  return change === undefined ? answer : (change(answer, { world, viewer }) as Wire)
}

/** The same for an event. */
export function eventAtLevel(world: World, viewer: Viewer, type: string, body: Wire): Wire {
  const change = changeAt(world, `event ${type}`, () => eventShapes[type] ?? {})
  return change === undefined ? body : (change(body, { world, viewer }) as Wire)
}

/** Whether a server of the realm's level sends events of a type, and their data when a queue is registered. */
export function hasEvents(world: World, type: string): boolean {
  const id = `event ${type}`
  return !dated.has(id) || world.has(id as FeatureId)
}

/** The entities in events. */
const eventShapes: Readonly<Record<string, z.core.$ZodShape>> = {
  custom_profile_fields: { fields: z.array(ProfileField) },
  message: { message: Message },
  realm_export: { exports: z.array(DataExport) },
  realm_playgrounds: { realm_playgrounds: z.array(Playground) },
  realm_user: { person: User },
  stream: { streams: z.array(Channel) },
  subscription: { subscriptions: z.array(Subscription) },
  user_group: { group: UserGroup, data: UserGroup },
}

interface Context {
  readonly world: World
  readonly viewer: Viewer
}

/** What changed with a feature, undone. */
type Undone = readonly [feature: FeatureId, undo: ObjectChange<Context>]

/** By entity, endpoint or type of event. */
const undone: Readonly<Record<string, readonly Undone[]>> = {
  Message: [
    ['reactionUserRemoved', (message, context) => withList(message, 'reactions', (one) => withUser(one, context))],
    ['movesInHistory', (message) => withList(message, 'edit_history', olderEdit)],
  ],
  Playground: [
    [
      'playgroundTemplate',
      ({ url_template, ...rest }) => ({ ...rest, url_prefix: prefixFromTemplate(String(url_template)) }),
    ],
  ],
  'messages.history': [
    ['movesInHistory', (answer) => withList(answer, 'message_history', ({ stream: _, ...entry }) => entry)],
  ],
  'subscriptions.add': [
    [
      'subscribedById',
      ({ subscribed, already_subscribed, ...rest }, context) => ({
        ...rest,
        subscribed: byAddress(subscribed as Wire, context),
        already_subscribed: byAddress(already_subscribed as Wire, context),
      }),
    ],
  ],
  'files.upload': [['uploadUrl', ({ url: _, ...rest }) => rest]],
  'events.register': [
    ['defaultChannelsById', (answer, context) => withChannels(answer, 'realm_default_streams', context)],
  ],
  'event default_streams': [
    ['defaultChannelsById', (event, context) => withChannels(event, 'default_streams', context)],
  ],
}

function withList(holder: Wire, field: string, change: (one: Wire) => unknown): Wire {
  const list = holder[field]
  return Array.isArray(list) ? { ...holder, [field]: list.map(change) } : holder
}

function withUser(reaction: Wire, { world, viewer }: Context): Wire {
  const account = accountOf(world, Number(reaction.user_id))
  const { id, full_name } = account
  const email = apiEmail(world, viewer, account)
  return { ...reaction, user: { id, email, full_name } }
}

function olderEdit({ topic: _, stream: __, prev_topic, ...edit }: Wire): Wire {
  return prev_topic === undefined ? edit : { ...edit, prev_subject: prev_topic }
}

function byAddress(names: Wire, { world, viewer }: Context): Wire {
  const entries = Object.entries(names).map(([id, list]) => [
    apiEmail(world, viewer, accountOf(world, Number(id))),
    list,
  ])
  return Object.fromEntries(entries)
}

function withChannels(holder: Wire, field: string, { world }: Context): Wire {
  return withList(holder, field, (id) => {
    const channel = world.state.channels.get(Number(id))
    return channel === undefined ? id : channelShape(world, channel)
  })
}

const dated: ReadonlySet<string> = new Set(featureLevels.map(({ id }) => id))

/** Fields that a level added, by entity, endpoint or type of event. */
const addedFields = new Map<string, { readonly id: FeatureId; readonly field: string }[]>()
for (const { id, kind } of featureLevels) {
  const dot = id.lastIndexOf('.')
  if (kind !== 'field' || dot < 0) continue
  const place = id.slice(0, dot)
  addedFields.set(place, [...(addedFields.get(place) ?? []), { id, field: id.slice(dot + 1) }])
}

type Whole = ((value: unknown, context: Context) => unknown) | undefined

/** Compiled once for each place and level. */
const changes = new Map<string, Whole>()

function changeAt(world: World, place: string, shapeOf: () => z.core.$ZodShape): Whole {
  const level = world.levelReached()
  const key = `${level} ${place}`
  if (changes.has(key)) return changes.get(key)
  const shape = shapeOf()
  const change = changeOfShape(shape, (inner) =>
    changeOfPlaces(inner === shape ? [...entitiesOf(inner), place] : entitiesOf(inner), level),
  )
  changes.set(key, change)
  return change
}

function changeOfPlaces(places: readonly string[], level: number): ObjectChange<Context> | undefined {
  const missing = places.flatMap((place) => addedFields.get(place) ?? []).filter(({ id }) => !hasFeature(level, id))
  const undo = places.flatMap((place) => undone[place] ?? []).filter(([feature]) => !hasFeature(level, feature))
  if (missing.length === 0 && undo.length === 0) return undefined
  const names = new Set(missing.map(({ field }) => field))
  const lacking = [...missing.map(({ id }) => id), ...undo.map(([feature]) => feature)]
  return (value, context) => {
    // Asking notes what the answer lacks.
    for (const feature of lacking) context.world.has(feature)
    const kept = Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)))
    return undo.reduce((older, [, change]) => change(older, context), kept as Wire)
  }
}
