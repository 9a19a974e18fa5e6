import type { LevelRange, TranscriptPlace } from './transcript.js'

/** How names, quotes, places and levels are written in a transcript, and read from it. */

/** A name as it is written before a colon or a verb: in quotes where it would be taken for something else. */
export function writtenName(name: string): string {
  return plainName.test(name) && !looksLikeDeed.test(name) ? name : quoted(name)
}

/** In double quotes, with a backslash before quotes and backslashes, and on one line. */
export function quoted(text: string): string {
  return JSON.stringify(text)
}

/** The text of what stands in quotes, quotes included; undefined where it is wrongly written. */
export function unquoted(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

/** Something in quotes, as part of a regular expression. */
export const quotePattern = String.raw`"(?:[^"\\]|\\.)*"`

/** A place as it is written behind `# `. */
export function writtenPlace(place: TranscriptPlace): string {
  if ('people' in place) return place.people.map(writtenPerson).join(', ')
  const channel = plainChannel.test(place.channel) ? place.channel : quoted(place.channel)
  const topic = oddTopic.test(place.topic) ? quoted(place.topic) : place.topic
  return topic === '' ? `${channel} >` : `${channel} > ${topic}`
}

/** The place behind `# `; undefined where it is none. */
export function readPlace(text: string): TranscriptPlace | undefined {
  const channel = channelPlace.exec(text)
  if (channel !== null) {
    const name = read(channel[1] ?? '')
    const topic = read((channel[2] ?? '').trim())
    return name === undefined || name === '' || topic === undefined ? undefined : { channel: name, topic }
  }
  if (/,\s*$/.test(text)) return undefined
  const matches = [...text.matchAll(onePerson)]
  const isWhole = matches.reduce((length, [whole]) => length + whole.length, 0) === text.length
  const people = matches.map((match) => read(match[1] ?? '') ?? '')
  return isWhole && people.length > 0 && !people.includes('') ? { people } : undefined
}

/** `[from level 170]` and the like, as they are written before an entry. */
export function writtenLevels({ from, below }: LevelRange): string {
  if (below === undefined) return `[from level ${from ?? 0}]`
  return from === undefined ? `[below level ${below}]` : `[levels ${from} to ${below - 1}]`
}

/** The levels that a prefix names, and the rest of the line; undefined where there is no such prefix. */
export function readLevels(line: string): { readonly levels: LevelRange; readonly rest: string } | undefined {
  const [whole = '', from, below, first, last] = levelPrefix.exec(line) ?? []
  if (whole === '') return undefined
  const rest = line.slice(whole.length)
  if (from !== undefined) return { levels: { from: Number(from) }, rest }
  if (below !== undefined) return { levels: { below: Number(below) }, rest }
  return { levels: { from: Number(first), below: Number(last) + 1 }, rest }
}

const levelPrefix = /^\[(?:from level (\d{1,6})|below level (\d{1,6})|levels (\d{1,6}) to (\d{1,6}))\]\s+(?=\S)/

/** What may be written of a name as it is. */
const plainName = /^(?![\s#*[/])[^":\p{Cc}\u2028\u2029]+(?<!\s)$/u

/** Names that read as if their owner did something. */
const looksLikeDeed = /\s(?:edits|deletes|reacts|takes|moves|uploads|calls)(?=\s|$)/

const plainChannel = /^(?!\s)(?:(?! >)[^"\p{Cc}\u2028\u2029])+(?<!\s)$/u
const oddTopic = /^["\s]|\s$|[\p{Cc}\u2028\u2029]/u
const plainPerson = /^(?![\s>])(?:(?! >)[^",\p{Cc}\u2028\u2029])+(?<!\s)$/u

const channelPlace = new RegExp(`^(${quotePattern}|[^"]*?\\S) >(?:\\s(.*))?$`, 's')
const onePerson = new RegExp(`\\s*(${quotePattern}|[^",]*[^",\\s])\\s*(?:,|$)`, 'gy')

function writtenPerson(name: string): string {
  return plainPerson.test(name) ? name : quoted(name)
}

function read(text: string): string | undefined {
  return text.startsWith('"') ? unquoted(text) : text
}
