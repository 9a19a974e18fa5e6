import { parseJson } from '../values.js'
import type { LevelRange, TranscriptPlace } from './transcript.js'

/** How names, quotes, places and levels are written in a transcript, and how they are read. */

/** A name before a colon or a verb: in quotes where it would be read as something else. */
export function writtenName(name: string): string {
  return plainName.test(name) && !looksLikeAction.test(name) ? name : JSON.stringify(name)
}

/** A name as it is written, in quotes or without; undefined if the quotes are malformed. */
export function readName(text: string): string | undefined {
  if (!text.startsWith('"')) return text.trim()
  const value = parseJson(text)
  return typeof value === 'string' ? value : undefined
}

export const quotePattern = String.raw`"(?:[^"\\]|\\.)*"`

export function writtenPlace(place: TranscriptPlace): string {
  const quoted = (name: string, plain: RegExp) => (plain.test(name) ? name : JSON.stringify(name))
  if ('people' in place) return place.people.map((name) => quoted(name, plainPerson)).join(', ')
  const channel = quoted(place.channel, plainChannel)
  const topic = oddTopic.test(place.topic) ? JSON.stringify(place.topic) : place.topic
  return topic === '' ? `${channel} >` : `${channel} > ${topic}`
}

/** The place behind `# `; undefined if it names none. */
export function readPlace(text: string): TranscriptPlace | undefined {
  const channel = channelPlace.exec(text)
  if (channel !== null) {
    const name = readName(channel[1] ?? '')
    const topic = readName((channel[2] ?? '').trim())
    return name === undefined || name === '' || topic === undefined ? undefined : { channel: name, topic }
  }
  if (/,\s*$/.test(text)) return undefined
  const matches = [...text.matchAll(onePerson)]
  const isWhole = matches.reduce((length, [whole]) => length + whole.length, 0) === text.length
  const people = matches.map((match) => readName(match[1] ?? '') ?? '')
  return isWhole && people.length > 0 && !people.includes('') ? { people } : undefined
}

/** The prefix of an entry, such as `[from level 170]`. */
export function writtenLevels({ from, below }: LevelRange): string {
  if (below === undefined) return `[from level ${from ?? 0}]`
  return from === undefined ? `[below level ${below}]` : `[levels ${from} to ${below - 1}]`
}

/** The levels of a prefix and the rest of the line; undefined if there is no such prefix. */
export function readLevels(line: string): { readonly levels: LevelRange; readonly rest: string } | undefined {
  const [whole = '', from, below, first, last] = levelPrefix.exec(line) ?? []
  if (whole === '') return undefined
  const rest = line.slice(whole.length)
  if (from !== undefined) return { levels: { from: Number(from) }, rest }
  if (below !== undefined) return { levels: { below: Number(below) }, rest }
  return { levels: { from: Number(first), below: Number(last) + 1 }, rest }
}

const levelPrefix = /^\[(?:from level (\d{1,6})|below level (\d{1,6})|levels (\d{1,6}) to (\d{1,6}))\]\s+(?=\S)/

const plainName = /^(?![\s#*[/])[^":\p{Cc}\u2028\u2029]+(?<!\s)$/u

const looksLikeAction = /\s(?:edits|deletes|reacts|takes|moves|uploads|presses|votes|ticks|adds|calls)(?=\s|$)/

const plainChannel = /^(?!\s)(?:(?! >)[^"\p{Cc}\u2028\u2029])+(?<!\s)$/u
const oddTopic = /^["\s]|\s$|[\p{Cc}\u2028\u2029]/u
const plainPerson = /^(?![\s>])(?:(?! >)[^",\p{Cc}\u2028\u2029])+(?<!\s)$/u

const channelPlace = new RegExp(`^(${quotePattern}|[^"]*?\\S) >(?:\\s(.*))?$`, 's')
const onePerson = new RegExp(`\\s*(${quotePattern}|[^",]*[^",\\s])\\s*(?:,|$)`, 'gy')
