import { checkOptions, nearest } from '../text/index.js'
import { readAction, readTurn, refuseText } from './actions.js'
import { readLevels, readPlace } from './notation.js'
import { problemAt, TranscriptError, type TranscriptProblem, Unreadable } from './problems.js'
import {
  type Entry,
  type EntryContent,
  indentation,
  type LineRange,
  settingNames,
  type Transcript,
} from './transcript.js'

export interface ParseOptions {
  /** The file's name in errors (default: `transcript`). */
  readonly file?: string
}

/**
 * Reads a transcript.
 *
 * @throws {TranscriptError} that lists every line that can't be read, what it says and what it could say
 * @throws {UnknownOptionError} for an unknown option
 * @example parseTranscript('# Hamlet, Echo\n\nHamlet: hi\n').entries
 */
export function parseTranscript(text: string, options: ParseOptions = {}): Transcript {
  checkOptions('parseTranscript', options, { file: true })
  const { file = 'transcript' } = options
  const entries: Entry[] = []
  const problems: TranscriptProblem[] = []
  let hasPlace = false
  for (const { line, count, first, below } of blocksOf(text)) {
    const { levels, rest = first } = readLevels(first) ?? {}
    try {
      if (levels?.below !== undefined && levels.below <= (levels.from ?? 0))
        throw new Unreadable({ found: first, expected: 'the lower level first, as in [levels 39 to 169]' })
      const part = readPart(rest, below, hasPlace)
      hasPlace ||= part.kind === 'place'
      if (levels !== undefined && unconditional.has(part.kind))
        throw new Unreadable({ found: first, expected: 'levels only before what somebody does or what happens' })
      entries.push({ ...part, ...(levels && { levels }), at: { line, count } })
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      problems.push(problemAt(line, first.trim(), error.problem))
    }
  }
  if (problems.length > 0) throw TranscriptError.of(file, problems)
  return { entries }
}

/** Entries that apply at every level. */
const unconditional: ReadonlySet<string> = new Set(['blank', 'comment', 'setting', 'place'])

function readPart(line: string, below: readonly string[], hasPlace: boolean): EntryContent {
  if (!/\S/.test(line)) return { kind: 'blank' }
  if (/^\s/.test(line))
    throw new Unreadable({ expected: 'no indentation here, or two spaces below the message that it goes on with' })
  if (line.startsWith('//')) return { kind: 'comment', text: line.slice(2).trimEnd() }
  if (line.startsWith('#')) {
    const place = /^#\s/.test(line) ? readPlace(line.slice(1).trim()) : undefined
    if (place !== undefined) return { kind: 'place', place }
    throw new Unreadable({ expected: 'a place, such as "# kitchen > lunch", or "# Iago, Echo" for direct messages' })
  }
  if (line.startsWith('[')) {
    refuseText(below)
    return readTurn(line)
  }
  return hasPlace ? readAction(line, below) : readSetting(line, below)
}

function readSetting(line: string, below: readonly string[]): EntryContent {
  const [, written = '', value = ''] = /^([^:]+):(?:\s+(.*))?$/s.exec(line) ?? []
  const name = settingNames.find((one) => one === written)
  if (name === undefined || below.length > 0) {
    throw new Unreadable({
      expected: `one of the settings ${settingNames.join(', ')}, or first of all a place, such as "# kitchen > lunch"`,
      suggestion: name === undefined ? nearest(written, settingNames) : undefined,
    })
  }
  if (value.trim() === '') throw new Unreadable({ expected: `a value behind "${name}:"` })
  return { kind: 'setting', name, value: value.trim() }
}

interface Block extends LineRange {
  readonly first: string
  readonly below: readonly string[]
}

/** Splits a text into lines and what is indented below them. Empty lines belong to the indented text around them. */
function blocksOf(text: string): readonly Block[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (lines.at(-1)?.trim() === '') lines.pop()
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; ) {
    const first = lines[at] ?? ''
    let end = at + 1
    const takesText = /^[^\s#]/.test(first) && !first.startsWith('//')
    for (let next = end; takesText && next < lines.length; next += 1) {
      const line = lines[next] ?? ''
      if (!/\S/.test(line)) continue
      if (!indent.test(line)) break
      end = next + 1
    }
    const below = lines.slice(at + 1, end).map((line) => line.slice(line.startsWith('\t') ? 1 : indentation.length))
    blocks.push({ line: at + 1, count: end - at, first, below })
    at = end
  }
  return blocks
}

const indent = new RegExp(`^(?:\\t|${indentation})`)
