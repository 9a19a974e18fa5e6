import { limits, nameRules } from '../../../../protocol/index.js'
import { byAccount, type Operation } from '../../operation.js'
import { lookUpUnicode } from '../../organisation/emoji.js'
import { refuse } from '../../refusal.js'
import type { StoredEmoji } from '../../state.js'
import { isAdministrator } from '../../users/accounts.js'
import { nextId, type World } from '../../world.js'
import { emojiShape } from './emoji.js'

type Names = 'emoji.upload' | 'emoji.deactivate'

export const emojiChanges: { readonly [Name in Names]: Operation<Name> } = {
  'emoji.upload': byAccount(({ world, caller, params }) => {
    const name = readName(params.emoji_name)
    if (active(world, name) !== undefined) refuse('emojiExists')
    const limit = limits.emojiMebibytes
    if (params.filename.size > limit * 1024 * 1024) refuse('emojiTooLarge', { limit })
    if (lookUpUnicode(name) !== undefined && !isAdministrator(caller)) refuse('emojiOverridesDefault')
    const id = nextId(world, 'emoji')
    const animated = params.filename.type === 'image/gif'
    const picture = params.filename
    world.state.emoji.set(id, { id, name, authorId: caller.id, animated, picture, deactivated: false })
    tell(world)
    return {}
  }),

  'emoji.deactivate': byAccount(({ world, caller, params }) => {
    const name = params.emoji_name
    const emoji = active(world, name) ?? refuse('emojiNotFound', { emoji_name: name })
    if (!isAdministrator(caller) && emoji.authorId !== caller.id) refuse('emojiNotOwn')
    emoji.deactivated = true
    tell(world)
    return {}
  }),
}

function active(world: World, name: string): StoredEmoji | undefined {
  return [...world.state.emoji.values()].find((emoji) => emoji.name === name && !emoji.deactivated)
}

/** @throws {Refusal} for a name that no emoji may have */
function readName(given: string): string {
  const name = given.trim().replaceAll(' ', '_')
  if (name === '') refuse('emojiNameMissing')
  if (/[^0-9a-z_-]/.test(name)) refuse('emojiNameCharacters')
  return nameRules.emojiName.test(name) ? name : refuse('emojiNameEnding')
}

function tell(world: World): void {
  const all = [...world.state.emoji.values()].map((emoji) => [String(emoji.id), emojiShape(world, emoji)] as const)
  world.emit('realm_emoji', 'everyone', { op: 'update', realm_emoji: Object.fromEntries(all) })
}
