import { nearest } from '../../text/index.js'
import { readLevels, readPlace } from '../../transcript/notation.js'
import { type Entry, type SettingName, settingNames, type Transcript } from '../../transcript/transcript.js'
import { readDeed } from './deeds.js'
import { type Block, blocksOf } from './lines.js'
import { asFound, TranscriptError, type TranscriptProblem } from './problems.js'
import type { Read } from './read.js'
import { readTurn } from './turns.js'

export interface ParseOptions {
  /** What the file is called in errors; `transcript` unless given. */
  readonly file?: string
}

/**
 * Reads a transcript.
 *
 * @throws {TranscriptError} that names every line that can't be read, what stands there and what could
 */
export function parseTranscript(text: string, { file = 'transcript' }: ParseOptions = {}): Transcript {
  const entries: Entry[] = []
  const problems: TranscriptProblem[] = []
  let hasPlace = false
  for (const block of blocksOf(text)) {
    const prefix = readLevels(block.first)
    const read = readBlock(prefix === undefined ? block : { ...block, first: prefix.rest }, hasPlace)
    const { line, count } = block
    if ('problem' in read) {
      problems.push({ line, found: asFound(block.first.trim()), ...read.problem })
      continue
    }
    const { part } = read
    if (prefix !== undefined && unconditional.has(part.kind)) {
      problems.push({
        line,
        found: asFound(block.first),
        expected: 'levels only before what somebody does or what happens',
      })
    }
    if (part.kind === 'place') hasPlace = true
    entries.push({ ...part, ...(prefix && { levels: prefix.levels }), at: { line, count } })
  }
  if (problems.length > 0) throw TranscriptError.of(file, problems)
  return { entries }
}

/** What holds at every level. */
const unconditional: ReadonlySet<string> = new Set(['blank', 'comment', 'setting', 'place'])

function readBlock(block: Block, hasPlace: boolean): Read {
  const { first, below } = block
  if (!/\S/.test(first)) return { part: { kind: 'blank' } }
  if (/^\s/.test(first)) {
    return { problem: { expected: 'no indentation here, or two spaces below the message that it goes on with' } }
  }
  if (first.startsWith('//')) return { part: { kind: 'comment', text: first.slice(2).trimEnd() } }
  if (first.startsWith('#')) return placeOf(first)
  if (first.startsWith('[')) return below.length > 0 ? unexpectedText(below) : readTurn(first)
  if (hasPlace) return readDeed(block)
  if (first.startsWith('* ')) return noPlaceYet
  return settingOf(first, below)
}

function placeOf(line: string): Read {
  const place = /^#\s/.test(line) ? readPlace(line.slice(1).trim()) : undefined
  if (place !== undefined) return { part: { kind: 'place', place } }
  return { problem: { expected: 'a place, such as "# kitchen > lunch", or "# Iago, Echo" for direct messages' } }
}

function settingOf(line: string, below: readonly string[]): Read {
  const [, name, value = ''] = /^([^:]+):(?:\s+(.*))?$/s.exec(line) ?? []
  if (name === undefined) return noPlaceYet
  if (below.length > 0) return noPlaceYet
  if (isSetting(name) && value.trim() !== '') return { part: { kind: 'setting', name, value: value.trim() } }
  if (isSetting(name)) return { problem: { expected: `a value behind "${name}:"` } }
  const suggestion = nearest(name, settingNames)
  return { problem: { ...noPlaceYet.problem, ...(suggestion !== undefined && { suggestion }) } }
}

const noPlaceYet = {
  problem: {
    expected: `one of the settings ${settingNames.join(', ')}, or first of all a place, such as "# kitchen > lunch"`,
  },
}

function isSetting(name: string): name is SettingName {
  return (settingNames as readonly string[]).includes(name)
}

function unexpectedText(below: readonly string[]): Read {
  return { problem: { found: asFound(below.find((line) => line !== '') ?? ''), expected: 'no text below this line' } }
}
