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

/** The organisation's own emoji, as the service lists them. */
export interface CustomEmoji {
  readonly id: string
  readonly name: string
  readonly source_url: string
  readonly still_url?: string | null | undefined
  readonly deactivated: boolean
}

type Unicode = readonly { readonly code: string; readonly names: readonly string[] }[]

/** The list of all that can be used: the organisation's own go before Unicode's of the same name. */
export function emojiList(unicode: Unicode, custom: readonly CustomEmoji[]): readonly Emoji[] {
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

/** Those that the letters find, best first: whole names, beginnings, beginnings of words, then anywhere. */
export function searchEmoji(emoji: readonly Emoji[], query: string, most: number): readonly Emoji[] {
  const wanted = query.trim().replaceAll(' ', '_').replace(/^:|:$/g, '').toLowerCase()
  const characters = query.trim().replaceAll('\u{fe0f}', '')
  return emoji
    .flatMap((one) => {
      if (characters !== '' && emojiText(one) === characters) return [{ one, rank: 0 }]
      const rank = Math.min(...one.names.map((name) => rankOf(name.toLowerCase(), wanted)))
      return rank === none ? [] : [{ one, rank }]
    })
    .sort((left, right) => left.rank - right.rank)
    .slice(0, most)
    .map(({ one }) => one)
}

const none = 100

function rankOf(name: string, wanted: string): number {
  if (wanted === '') return 10
  if (name === wanted) return 1
  if (name.startsWith(wanted)) return 10
  if (name.includes(`_${wanted}`)) return 20
  return name.includes(wanted) ? 30 : none
}
