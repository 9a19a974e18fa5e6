import { type LinkifierParts, readLinkifierParts } from '../linkifierParts.js'
import { byAccount, type Operation } from '../operation.js'
import { refuse } from '../refusal.js'
import type { StoredLinkifier } from '../state.js'
import { nextId, type World } from '../world.js'
import { linkifierShapes } from './linkifiers.js'

type Names = 'linkifiers.create' | 'linkifiers.update' | 'linkifiers.delete'

export const linkifierChanges: { readonly [Name in Names]: Operation<Name> } = {
  'linkifiers.create': byAccount(({ world, params }) => {
    const parts = readLinkifierParts(world, params, noParts)
    checkUnique(world, parts, undefined)
    const linkifier = { id: nextId(world, 'linkifier'), ...parts }
    replace(world, [...world.state.linkifiers, linkifier])
    return { id: linkifier.id }
  }),

  'linkifiers.update': byAccount(({ world, params }) => {
    const before = linkifierMeant(world, params.filter_id)
    const after = { id: before.id, ...readLinkifierParts(world, params, before) }
    checkUnique(world, after, before)
    replace(
      world,
      world.state.linkifiers.map((one) => (one === before ? after : one)),
    )
    return {}
  }),

  'linkifiers.delete': byAccount(({ world, params }) => {
    const gone = linkifierMeant(world, params.filter_id)
    replace(
      world,
      world.state.linkifiers.filter((one) => one !== gone),
    )
    return {}
  }),
}

const noParts = { exampleInput: null, reverseTemplate: null, alternativeUrlTemplates: [] }

function linkifierMeant(world: World, id: number): StoredLinkifier {
  return world.state.linkifiers.find((one) => one.id === id) ?? refuse('linkifierNotFound')
}

function checkUnique(world: World, { pattern }: LinkifierParts, own: StoredLinkifier | undefined): void {
  if (world.state.linkifiers.some((one) => one !== own && one.pattern === pattern)) refuse('linkifierExists')
}

function replace(world: World, linkifiers: readonly StoredLinkifier[]): void {
  world.state.linkifiers = linkifiers
  world.emit('realm_linkifiers', 'everyone', { realm_linkifiers: linkifierShapes(world) })
}
