import type { CustomEmoji } from '../../../../protocol/index.js'
import { ranked } from '../compose/ranked.js'

/** An emoji that can be written and reacted with. */
export interface Emoji {
  /** The name that is shown. */
  readonly name: string
  /** All names that find it, the shown one among them. */
  readonly names: readonly string[]
  readonly code: string
  readonly type: string
  /** The picture of one of the organisation's own, without movement. */
  readonly source?: string
}

export type Unicode = readonly { readonly code: string; readonly names: readonly string[] }[]

type OwnEmoji = Pick<CustomEmoji, 'id' | 'name' | 'source_url' | 'still_url' | 'deactivated'>

/** The list of all that can be used: the organisation's own go before Unicode's of the same name. */
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

/** The one emoji that every organisation has besides. */
const extra: Emoji = { name: 'svc', names: ['svc'], code: 'svc', type: 'svc_extra_emoji' }

/** The characters of one of Unicode's; undefined for others. */
export function emojiText({ code, type }: Pick<Emoji, 'code' | 'type'>): string | undefined {
  if (type !== 'unicode_emoji' || !/^[\da-f]+(-[\da-f]+)*$/i.test(code)) return undefined
  const points = code.split('-').map((part) => Number.parseInt(part, 16))
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : undefined
}

/** Those that the letters find, best first; or the character itself. */
export function searchEmoji(emoji: readonly Emoji[], query: string, most: number): readonly Emoji[] {
  const name = query.trim().replaceAll(' ', '_').replace(/^:|:$/g, '')
  const characters = query.trim().replaceAll('\u{fe0f}', '')
  const same = emoji.filter((one) => characters !== '' && emojiText(one) === characters)
  return [...same, ...ranked(emoji, name, ({ names }) => names)].slice(0, most)
}
