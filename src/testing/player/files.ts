import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { type OrganisationSeed, readSeed } from '../../simulator/index.js'
import { checkOptions } from '../../text/index.js'
import { parseTranscript } from '../../transcript/parse.js'
import { contains } from '../../transcript/transcript.js'
import { behaviours } from '../matrix/behaviours.js'
import type { Way } from '../simulatedProcess.js'
import { runTranscript, type TranscriptResult } from './run.js'
import { type TranscriptOptions, type TranscriptSettings, transcriptOptions, transcriptSettings } from './settings.js'

export interface TranscriptFileOptions extends TranscriptOptions {
  /** Rewrites the file with what the bot did. Lines that match are unchanged. */
  readonly update?: boolean
}

/** The result of playing a transcript in a file. */
export interface TranscriptFileResult extends TranscriptResult {
  /** Whether the file was changed. */
  readonly isUpdated: boolean
}

/**
 * Plays the transcript of a file.
 *
 * @throws {TranscriptError} like `runTranscript` @throws {SeedFileError} for an organisation that can't be read
 * @example const { passed, diff } = await runTranscriptFile('lunch.chat', { bot: createEcho })
 */
export async function runTranscriptFile(path: string, options: TranscriptFileOptions): Promise<TranscriptFileResult> {
  checkOptions('runTranscriptFile', options, { ...transcriptOptions, update: true })
  const { update = false, file = shortPath(path), ...rest } = options
  const text = readFileSync(path, 'utf8')
  const organisation = organisationOf(transcriptSettings(parseTranscript(text, { file }), file), path)
  const given = { ...rest, file, ...(organisation && { organisation }) }
  const result = await runTranscript(text, given)
  if (!update || result.passed) return { ...result, isUpdated: false }
  writeFileSync(path, result.updated)
  // Played again: a bot that behaves differently each time still fails.
  return { ...(await runTranscript(result.updated, given)), isUpdated: true }
}

/** The settings of a transcript in a file. @throws {TranscriptError} like `runTranscript` */
export function settingsOfFile(path: string, file = shortPath(path)): TranscriptSettings {
  return transcriptSettings(parseTranscript(readFileSync(path, 'utf8'), { file }), file)
}

/** The transcripts of a folder and, with `below`, of its subfolders that aren't installed, built or hidden. */
export function transcriptsIn(folder: string, { below = false } = {}): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.name.endsWith('.chat') && statSync(path, { throwIfNoEntry: false })?.isFile()) return [path]
      const isOurs = entry.isDirectory() && !/^(\.|node_modules$|dist$)/.test(entry.name)
      return below && isOurs ? transcriptsIn(path, { below }) : []
    })
}

/** The wanted levels that the transcript allows; `all` stands for the lowest level of each behaviour. */
export function levelsFor({ levels }: TranscriptSettings, wanted: readonly number[] | 'all'): readonly number[] {
  const candidates = wanted === 'all' ? behaviours(levels.from).map(({ level }) => level) : wanted
  return candidates.filter((level) => contains(levels, level))
}

/** The wanted ways that the transcript allows. */
export function waysFor({ by }: TranscriptSettings, wanted: Way | 'both'): readonly Way[] {
  const ways: readonly Way[] = wanted === 'both' ? ['webhook', 'events'] : [wanted]
  return ways.filter((way) => by === undefined || way === by)
}

function organisationOf({ organisation, wrong }: TranscriptSettings, path: string): OrganisationSeed | undefined {
  if (organisation === undefined) return undefined
  let text: string
  try {
    text = readFileSync(resolve(dirname(path), organisation), 'utf8')
  } catch {
    throw wrong('organisation', `a readable file, by its path relative to ${basename(path)}`)
  }
  return readSeed(text, { name: organisation })
}

/** A path relative to the working directory if it is inside it. */
export function shortPath(path: string): string {
  const short = relative(process.cwd(), path)
  return short.startsWith('..') ? path : short
}
