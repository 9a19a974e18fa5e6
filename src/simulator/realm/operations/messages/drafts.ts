import type { ReadParams } from '../../../../protocol/index.js'
import { serverTexts } from '../../../../protocol/index.js'
import { readContent } from '../../messages/content.js'
import { usersMeant } from '../../messages/recipients.js'
import { byAccount, type Operation } from '../../operation.js'
import { refuse } from '../../refusal.js'
import type { Account, Draft, ScheduledPlace } from '../../state.js'
import { cutText } from '../../texts.js'
import { nextId, type World } from '../../world.js'
import { readableChannel } from '../channels/topics.js'

type Names = 'drafts.list' | 'drafts.create' | 'drafts.edit' | 'drafts.delete'

export const draftOperations: { readonly [Name in Names]: Operation<Name> } = {
  'drafts.list': byAccount(({ world, caller }) => {
    const drafts = draftsOf(world, caller)
    return { count: drafts.length, drafts }
  }),

  'drafts.create': byAccount(({ world, caller, params }) => {
    const read = params.drafts.map((draft) => readDraft(world, caller, draft))
    const drafts = read.map((draft) => ({ id: nextId(world, 'draft'), ...draft }))
    for (const draft of drafts) world.state.drafts.set(draft.id, draft)
    world.emit('drafts', [caller.id], { op: 'add', drafts: drafts.map(draftShape) })
    return { ids: drafts.map(({ id }) => id) }
  }),

  'drafts.edit': byAccount(({ world, caller, params }) => {
    const { id } = ownDraft(world, caller, params.draft_id)
    const draft = { id, ...readDraft(world, caller, params.draft) }
    world.state.drafts.set(id, draft)
    world.emit('drafts', [caller.id], { op: 'update', draft: draftShape(draft) })
    return {}
  }),

  'drafts.delete': byAccount(({ world, caller, params }) => {
    const { id } = ownDraft(world, caller, params.draft_id)
    world.state.drafts.delete(id)
    world.emit('drafts', [caller.id], { op: 'remove', draft_id: id })
    return {}
  }),
}

/** An account's drafts as they are listed. */
export function draftsOf({ state }: World, account: Account) {
  return [...state.drafts.values()]
    .filter(({ ownerId }) => ownerId === account.id)
    .sort((one, other) => one.changed - other.changed || one.id - other.id)
    .map(draftShape)
}

function draftShape({ id, ownerId, place, content, changed }: Draft) {
  const others = place?.kind === 'direct' ? place.userIds.filter((user) => user !== ownerId) : []
  return {
    id,
    type: place === undefined ? '' : place.kind === 'channel' ? 'stream' : 'private',
    to: place?.kind === 'channel' ? [place.channelId] : others.length > 0 ? others : (place?.userIds ?? []),
    topic: place?.kind === 'channel' ? place.topic : '',
    content,
    timestamp: Math.floor(changed),
  }
}

function ownDraft(world: World, caller: Account, id: number): Draft {
  const draft = world.state.drafts.get(id)
  return draft?.ownerId === caller.id ? draft : refuse('draftDoesNotExist')
}

type Given = ReadParams<'drafts.edit'>['draft']

function readDraft(world: World, caller: Account, given: Given): Omit<Draft, 'id'> {
  const content = readContent(world, given.content)
  const changed = given.timestamp ?? world.clock.now() / 1000
  if (changed < 0) refuse('draftTimeNegative')
  return { ownerId: caller.id, place: placeOf(world, caller, given), content, changed }
}

function placeOf(world: World, caller: Account, { type, to, topic }: Given): ScheduledPlace | undefined {
  if (type === 'stream') {
    if (topic.includes('\u0000')) refuse('topicMustNotContainNull')
    const [only, ...others] = to
    if (only === undefined || others.length > 0) refuse('draftNeedsOneChannel')
    const { id: channelId } = readableChannel(world, caller, only)
    return { kind: 'channel', channelId, topic: cutText(topic.trim(), world.assumptions.topicLength, serverTexts.cut) }
  }
  if (type === '' || to.length === 0) return undefined
  const userIds = new Set(usersMeant(world, caller, to).map(({ id }) => id))
  return { kind: 'direct', userIds: [...userIds].sort((one, other) => one - other) }
}
