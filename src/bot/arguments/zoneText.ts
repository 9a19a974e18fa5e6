import { isTimeZone } from '../../values.js'
import type { DateToken } from './dateTokens.js'
import { foundAt } from './place.js'

/** A time zone as it was written: milliseconds ahead of UTC, or an IANA name. */
export type WrittenZone = { readonly offset: number } | { readonly name: string }

/** Reads the time zone that begins with this token: `UTC`, `GMT+2`, `+02:00`, `EST`, `Europe/Rome`. */
export function zoneAt(
  text: string,
  tokens: readonly DateToken[],
  index: number,
): { readonly what: WrittenZone; readonly to: number } | undefined {
  const token = tokens[index]
  if (!token) return undefined
  const name = foundAt(ianaName, text, token.start)?.[0]
  if (name !== undefined) {
    const end = token.start + name.length
    const to = tokens.findIndex(({ start }) => start >= end)
    return isTimeZone(name) ? { what: { name }, to: to < 0 ? tokens.length : to } : undefined
  }
  const offset = offsetAt(tokens, index, false)
  if (offset) return { what: { offset: offset.what }, to: offset.to }
  const isUtc = token.text === 'utc' || token.text === 'gmt'
  const hours = isUtc ? 0 : token.plain === 'Z' || (token.plain === 'z' && !token.isApart) ? 0 : offsets[token.plain]
  if (
    hours === undefined ||
    (tokens[index + 1]?.isApart === false && /^[\p{L}\p{N}/]/u.test(tokens[index + 1]?.text ?? ''))
  )
    return undefined
  const more = isUtc ? offsetAt(tokens, index + 1, true) : undefined
  return more ? { what: { offset: more.what }, to: more.to } : { what: { offset: hours * anHour }, to: index + 1 }
}

/** `+02:00`, `-0500`; behind UTC `+2` too. */
function offsetAt(tokens: readonly DateToken[], index: number, isShort: boolean) {
  const [sign, first, colon, second] = tokens.slice(index, index + 4)
  if (!sign || !first || !/^[+-]$/.test(sign.text) || first.isApart || !/^\d{1,4}$/.test(first.text)) return undefined
  // `9:00-10:00` is from nine to ten.
  const isSplit =
    (sign.text === '+' || isShort) &&
    colon?.text === ':' &&
    !colon.isApart &&
    second?.isApart === false &&
    /^\d\d$/.test(second.text)
  const [, hours, minutes] = /^(\d{1,2}?)(\d\d)?$/.exec(isSplit ? first.text + second.text : first.text) ?? []
  if (first.text.length < 3 && !isSplit && !isShort) return undefined
  const isWhole = first.text.length < 3 && !isSplit
  const offset = isWhole ? Number(first.text) * 60 : Number(hours) * 60 + Number(minutes)
  if (offset > 14 * 60 || (!isWhole && Number(minutes) > 59)) return undefined
  return { what: (sign.text === '-' ? -offset : offset) * 60_000, to: index + (isSplit ? 4 : 2) }
}

const ianaName = /[A-Z][A-Za-z]+(?:\/[A-Z][A-Za-z_+-]+){1,2}/y
const anHour = 3_600_000

/** Hours ahead of UTC. Names that mean two zones, such as IST, or something else, such as WET, are missing. */
const offsets: Readonly<Record<string, number>> = {
  CET: 1,
  MEZ: 1,
  CEST: 2,
  MESZ: 2,
  EET: 2,
  EEST: 3,
  MSK: 3,
  SGT: 8,
  HKT: 8,
  JST: 9,
  KST: 9,
  AEST: 10,
  AEDT: 11,
  NZST: 12,
  NZDT: 13,
  EST: -5,
  EDT: -4,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  AKST: -9,
  AKDT: -8,
  HST: -10,
}
