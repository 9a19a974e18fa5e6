import type { CustomEmoji } from '../../../../protocol/index.js'
import { ranked } from '../compose/ranked.js'

/** An emoji for messages and reactions. */
export interface Emoji {
  /** The name that is shown. */
  readonly name: string
  /** All its names, including the shown one. */
  readonly names: readonly string[]
  readonly code: string
  readonly type: string
  /** The still image of a custom emoji. */
  readonly source?: string
}

export type Unicode = readonly { readonly code: string; readonly names: readonly string[] }[]

type OwnEmoji = Pick<CustomEmoji, 'id' | 'name' | 'source_url' | 'still_url' | 'deactivated'>

/** All emoji that can be used; a custom one hides Unicode's of the same name. */
export function emojiList(unicode: Unicode, custom: readonly OwnEmoji[]): readonly Emoji[] {
  const own = custom
    .filter(({ deactivated }) => !deactivated)
    .map(({ id, name, source_url, still_url }) => ({
      ...{ name, names: [name], code: id, type: 'realm_emoji', source: still_url || source_url },
    }))
  const taken = new Set([...own.map(({ name }) => name), 'svc'])
  return [
    ...own,
    ...(own.some(({ name }) => name === 'svc') ? [] : [extra]),
    ...unicode.flatMap(({ code, names }) => {
      const left = names.filter((name) => !taken.has(name))
      return left[0] === undefined ? [] : [{ name: left[0], names: left, code, type: 'unicode_emoji' }]
    }),
  ]
}

/** The extra emoji that every organisation has. */
const extra: Emoji = { name: 'svc', names: ['svc'], code: 'svc', type: 'svc_extra_emoji' }

/** The characters of a Unicode emoji; undefined for others. */
export function emojiText({ code, type }: Pick<Emoji, 'code' | 'type'>): string | undefined {
  if (type !== 'unicode_emoji' || !/^[\da-f]+(-[\da-f]+)*$/i.test(code)) return undefined
  const points = code.split('-').map((part) => Number.parseInt(part, 16))
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : undefined
}

/** The matching emoji, best first; an emoji character finds itself. */
export function searchEmoji(emoji: readonly Emoji[], query: string, most: number): readonly Emoji[] {
  const name = query.trim().replaceAll(' ', '_').replace(/^:|:$/g, '')
  const characters = query.trim().replaceAll('\u{fe0f}', '')
  const same = emoji.filter((one) => characters !== '' && emojiText(one) === characters)
  return [...same, ...ranked(emoji, name, ({ names }) => names)].slice(0, most)
}
