import { refuse } from '../refusal.js'
import type { Emoji } from '../state.js'
import type { World } from '../world.js'
import { unicodeEmojiByName, unicodeEmojiNames } from './emojiTable.js'

/** An emoji as a request names it. */
export interface NamedEmoji {
  readonly name: string
  readonly code?: string | undefined
  readonly type?: string | undefined
}

/** The only emoji of its kind, whose code is its name. @see spec 2.5 */
export const extraEmoji: Emoji = { name: 'svc', code: 'svc', type: 'svc_extra_emoji' }

/** The emoji that a request means: found by its name unless code and type are both given, and then held against them. */
export function resolveEmoji(world: World, asked: NamedEmoji): Emoji {
  const found = asked.code === undefined || asked.type === undefined ? emojiByName(world, asked.name) : undefined
  const emoji = {
    name: asked.name,
    code: asked.code ?? found?.code ?? '',
    type: asked.type ?? found?.type ?? '',
  }
  checkEmoji(world, emoji)
  return emoji
}

/** An emoji by its name: the organisation's own first, then the extra one, then Unicode's. */
export function emojiByName(world: World, name: string): Emoji {
  return lookUpEmoji(world, name) ?? refuse('emojiDoesNotExist', { emoji_name: name })
}

/** An emoji by its name, in the same order; undefined when there is none. */
export function lookUpEmoji(world: World, name: string): Emoji | undefined {
  for (const own of world.state.emoji.values()) {
    if (own.name === name && !own.deactivated) return { name, code: String(own.id), type: 'realm_emoji' }
  }
  if (name === extraEmoji.name) return extraEmoji
  return lookUpUnicode(name)
}

/** An emoji of Unicode's by its name; undefined when there is none. */
export function lookUpUnicode(name: string): Emoji | undefined {
  const unicode = unicodeEmojiByName.get(name)
  return unicode && { name, code: unicode.code, type: 'unicode_emoji' }
}

function checkEmoji(world: World, { name, code, type }: Emoji): void {
  const check = checks.get(type) ?? refuse('invalidEmojiType')
  check(world, name, code)
}

type Check = (world: World, name: string, code: string) => void

const checks: ReadonlyMap<string, Check> = new Map<string, Check>([
  [
    'realm_emoji',
    (world, name, code) => {
      const own = world.state.emoji.get(Number(code))
      if (own === undefined || String(own.id) !== code) refuse('invalidCustomEmoji')
      if (own.name !== name) refuse('invalidCustomEmojiName')
      if (own.deactivated) refuse('customEmojiDeactivated')
    },
  ],
  [
    'svc_extra_emoji',
    (_, name, code) => {
      if (code !== extraEmoji.code) refuse('invalidEmojiCode')
      if (name !== extraEmoji.name) refuse('invalidEmojiName')
    },
  ],
  [
    'unicode_emoji',
    (_, name, code) => {
      const names = unicodeEmojiNames.get(code) ?? refuse('invalidEmojiCode')
      if (!names.includes(name)) refuse('invalidEmojiName')
    },
  ],
])
