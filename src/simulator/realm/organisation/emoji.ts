import { emojiCode } from '../../../protocol/emoji/emojiCode.js'
import { type UnicodeEmojiTable, unicodeEmoji } from '../../../protocol/emoji/unicodeEmoji.js'
import type { Dialect } from '../../../protocol/index.js'
import { refuse } from '../world/refusal.js'
import type { Emoji, StoredEmoji } from '../world/state.js'
import type { World } from '../world/world.js'

interface NamedEmoji {
  readonly emoji_name: string
  readonly emoji_code?: string | undefined
  readonly reaction_type?: string | undefined
}

/** The neutral name of the only emoji of its kind. */
export const extraEmojiName = 'svc'

/** That emoji in the words of a dialect; its code is its name. */
export function extraEmojiIn({ extraEmoji, reactionTypes }: Dialect): Emoji {
  const name = extraEmoji[extraEmojiName] ?? extraEmojiName
  return { emoji_name: name, emoji_code: name, reaction_type: reactionTypes.svc_extra_emoji ?? 'svc_extra_emoji' }
}

/** The emoji that a request names. If it gives both code and type, they are checked, otherwise looked up. */
export function resolveEmoji(world: World, { emoji_name, emoji_code, reaction_type }: NamedEmoji): Emoji {
  const found = emoji_code === undefined || reaction_type === undefined ? emojiByName(world, emoji_name) : undefined
  const code = emoji_code ?? found?.emoji_code ?? ''
  const type = reaction_type ?? found?.reaction_type ?? ''
  const extra = world.words.extraEmoji.find(({ reaction_type }) => reaction_type === type)
  if (extra !== undefined) checkExtra(extra, emoji_name, code)
  else if (!Object.hasOwn(checks, type)) refuse('invalidEmojiType')
  checks[type]?.(world, emoji_name, code)
  return { emoji_name, emoji_code: code, reaction_type: type }
}

/** An emoji by name: the organisation's first, then the extra one, then Unicode's. @throws {Refusal} */
export function emojiByName(world: World, name: string): Emoji {
  return lookUpEmoji(world, name) ?? refuse('emojiDoesNotExist', { emoji_name: name })
}

export function lookUpEmoji(world: World, name: string): Emoji | undefined {
  for (const own of world.state.emoji.values()) {
    if (own.name !== name || own.deactivated) continue
    return { emoji_name: name, emoji_code: String(own.id), reaction_type: 'realm_emoji' }
  }
  const extra = world.words.extraEmoji
  const found = extra.find(({ emoji_name }) => emoji_name === name) ?? (name === extraEmojiName ? extra[0] : undefined)
  return found ?? lookUpUnicode(world, name)
}

export function lookUpUnicode(world: World, name: string): Emoji | undefined {
  const unicode = unicodeEmojiOf(world).byName.get(name)
  return unicode && { emoji_name: name, emoji_code: unicode.code, reaction_type: 'unicode_emoji' }
}

type Check = (world: World, name: string, code: string) => void

const checks: Readonly<Record<string, Check>> = {
  realm_emoji: (world, name, code) => {
    const own = world.state.emoji.get(Number(code))
    if (own === undefined || String(own.id) !== code) refuse('invalidCustomEmoji')
    if (own.name !== name) refuse('invalidCustomEmojiName')
    if (own.deactivated) refuse('customEmojiDeactivated')
  },
  unicode_emoji: (world, name, code) => {
    const names = unicodeEmojiOf(world).names.get(code) ?? refuse('invalidEmojiCode')
    if (!names.includes(name)) refuse('invalidEmojiName')
  },
}

function checkExtra({ emoji_name, emoji_code }: Emoji, name: string, code: string): void {
  if (code !== emoji_code) refuse('invalidEmojiCode')
  if (name !== emoji_name) refuse('invalidEmojiName')
}

/** A custom emoji's path. */
export function customEmojiPath(world: World, { id, animated }: StoredEmoji): string {
  return `${folder(world)}/${id}.${animated ? 'gif' : 'png'}`
}

/** The path of an animated emoji's first frame; null for others. */
export function customEmojiStillPath(world: World, { id, animated }: StoredEmoji): string | null {
  return animated ? `${folder(world)}/still/${id}.png` : null
}

function folder(world: World): string {
  return `/user_avatars/${world.state.realm.id}/emoji/images`
}

/** An uploaded picture, or the facts for a drawn one. */
export type Picture =
  | { readonly kind: 'uploaded'; readonly file: Blob; readonly isStill: boolean }
  | { readonly kind: 'drawn'; readonly name: string; readonly id: number; readonly moves: boolean }

/** A custom emoji, an avatar or the organisation's icon, by its path. */
export function pictureAt(world: World, path: string): Picture | undefined {
  for (const emoji of world.state.emoji.values()) {
    const isStill = customEmojiStillPath(world, emoji) === path
    if (!isStill && customEmojiPath(world, emoji) !== path) continue
    const { id, name, picture, animated } = emoji
    if (picture !== undefined) return { kind: 'uploaded', file: picture, isStill }
    return { kind: 'drawn', id, name, moves: animated && !isStill }
  }
  for (const { id, full_name, avatar, picture } of world.state.accounts.values()) {
    if (avatar?.replace(/\?.*$/s, '') !== path) continue
    if (picture !== undefined) return { kind: 'uploaded', file: picture, isStill: false }
    return { kind: 'drawn', id, name: full_name, moves: false }
  }
  const { id, name } = world.state.realm
  return path === `/user_avatars/${id}/realm/icon.png` ? { kind: 'drawn', id, name, moves: false } : undefined
}

/** The names at the server's level. */
export function unicodeEmojiOf(world: World): UnicodeEmojiTable {
  return world.has('newerEmojiNames') ? unicodeEmoji.newer : unicodeEmoji.older
}

/** Unicode's emoji with their names at this level, the shown one first. */
export function emojiNames(world: World): readonly { readonly code: string; readonly names: readonly string[] }[] {
  return [...unicodeEmojiOf(world).names].map(([code, names]) => ({ code, names }))
}

/** All names of Unicode's emoji at any level. */
export const unicodeEmojiNames: ReadonlySet<string> = new Set(
  Object.values(unicodeEmoji).flatMap(({ byName }) => [...byName.keys()]),
)

/** The emoji that these characters are, with or without variation selectors. */
export function emojiByCharacters(world: World, characters: string): Emoji | undefined {
  const code = emojiCode(characters)
  const name = unicodeEmojiOf(world).names.get(code)?.[0]
  return name === undefined ? undefined : { emoji_code: code, emoji_name: name, reaction_type: 'unicode_emoji' }
}
