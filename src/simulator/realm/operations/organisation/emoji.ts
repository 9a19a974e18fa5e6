import { emojiTypes, limits, nameRules } from '../../../../protocol/index.js'
import { isAdministrator } from '../../access/accounts.js'
import type { Operations } from '../../access/operation.js'
import { lookUpUnicode } from '../../organisation/emoji.js'
import { emojiShapes } from '../../shapes/organisation.js'
import { refuse } from '../../world/refusal.js'
import type { StoredEmoji } from '../../world/state.js'
import { nextId, type World } from '../../world/world.js'

export const emojiOperations = {
  'emoji.list': ({ world }) => ({ emoji: emojiShapes(world) }),

  'emoji.upload': ({ world, caller, params, context: { image } }) => {
    const name = readName(params.emoji_name)
    if (active(world, name) !== undefined) refuse('emojiExists')
    const limit = limits.emojiMebibytes
    if (params.file.size > limit * 1024 * 1024) refuse('emojiTooLarge', { limit })
    if (lookUpUnicode(world, name) !== undefined && !isAdministrator(caller)) refuse('emojiOverridesDefault')
    if (world.has('thumbnails') && !emojiTypes.test(params.file.type)) refuse('invalidImageFormat')
    if (image === undefined) refuse('notAnImage')
    const id = nextId(world, 'emoji')
    const { animated } = image
    const picture = params.file
    world.state.emoji.set(id, { id, name, author_id: caller.id, animated, picture, deactivated: false })
    world.emit('realm_emoji', 'everyone', { realm_emoji: emojiShapes(world), changed: id })
  },

  'emoji.deactivate': ({ world, caller, params }) => {
    const name = params.emoji_name
    const emoji = active(world, name) ?? refuse('emojiNotFound', { emoji_name: name })
    if (!isAdministrator(caller) && emoji.author_id !== caller.id) refuse('emojiNotOwn')
    emoji.deactivated = true
    world.emit('realm_emoji', 'everyone', { realm_emoji: emojiShapes(world), changed: emoji.id })
  },
} satisfies Partial<Operations>

function active(world: World, name: string): StoredEmoji | undefined {
  return [...world.state.emoji.values()].find((emoji) => emoji.name === name && !emoji.deactivated)
}

/** @throws {Refusal} for a name that is not allowed */
function readName(given: string): string {
  const name = given.trim().replaceAll(' ', '_')
  if (name === '') refuse('emojiNameMissing')
  if (/[^0-9a-z_-]/.test(name)) refuse('emojiNameCharacters')
  return nameRules.emojiName.test(name) ? name : refuse('emojiNameEnding')
}
