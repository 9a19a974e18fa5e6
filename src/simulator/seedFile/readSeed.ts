import { EarshotError } from '../../errors.js'
import { pathText } from '../../protocol/index.js'
import { isObject } from '../../values.js'
import { seedSchema } from '../realm/seed/schema.js'
import type { OrganisationSeed } from '../realm/seed/seed.js'
import { readDocument, type SeedDocument } from './document.js'
import { duplicates, repeatedIds } from './duplicates.js'
import { fillIn } from './fillIn.js'
import type { Mistake } from './mistake.js'
import { danglingReferences } from './references.js'
import { brokenRules } from './rules.js'
import { shapeMistakes } from './shapeMistakes.js'

export interface SeedFileOptions {
  /** The file's name for errors; `.json` requires JSON. (default: `seed.yaml`) */
  readonly name?: string
  /** (default: 1 MiB) */
  readonly maxBytes?: number
}

/**
 * Reads a seed file in JSON or YAML. A name and users, one of them an owner, are enough; IDs, addresses and everything
 * else are optional.
 *
 * @example readSeed('name: Bakery\nusers:\n  - { full_name: Iago, role: owner }\n', { name: 'bakery.yaml' })
 * @throws {SeedFileError} with the line, column and field of every mistake
 */
export function readSeed(
  text: string,
  { name = 'seed.yaml', maxBytes = defaultMaxBytes }: SeedFileOptions = {},
): OrganisationSeed {
  const bytes = new TextEncoder().encode(text).length
  if (bytes > maxBytes) {
    const message = `has ${bytes} bytes, but only ${maxBytes} are allowed; make it smaller, or raise maxBytes`
    throw new SeedFileError(name, [{ line: 1, column: 1, field: '', message }])
  }
  const document = readDocument(text, { isJson: /\.json$/i.test(name) })
  if (document.isBroken) throw new SeedFileError(name, problemsOf(document.mistakes, document))
  const { seed, mistakes } = organisationIn(document)
  if (seed === undefined) throw new SeedFileError(name, problemsOf(mistakes, document))
  return seed
}

const defaultMaxBytes = 1024 * 1024

interface Read {
  /** Undefined if there are mistakes. */
  readonly seed: OrganisationSeed | undefined
  readonly mistakes: readonly Mistake[]
}

function organisationIn({ value, mistakes: ofText }: SeedDocument): Read {
  if (!isObject(value)) {
    const what = value === null || value === undefined ? 'is empty' : 'holds no fields'
    const says = `${what}; give the organisation a name and users, as "name: …" and "users: …"`
    return { seed: undefined, mistakes: ofText.length > 0 ? ofText : [{ path: [], says }] }
  }
  const filled = fillIn(value)
  const mistakes = [
    ...ofText,
    ...shapeMistakes(seedSchema, filled),
    ...danglingReferences(filled),
    ...duplicates(filled),
    ...repeatedIds(filled),
    ...brokenRules(filled),
  ]
  return { seed: mistakes.length === 0 ? seedSchema.parse(filled) : undefined, mistakes }
}

function problemsOf(mistakes: readonly Mistake[], document: SeedDocument): SeedProblem[] {
  // A field that couldn't be parsed is already reported; other mistakes in it only follow from that.
  const ofText = new Set(document.mistakes)
  const unreadable = new Set(document.mistakes.map(({ path }) => pathText(path)))
  return mistakes
    .filter((one) => ofText.has(one) || !unreadable.has(pathText(one.path)))
    .map((one) => ({ ...one, offset: document.offsetOf(one) }))
    .sort((one, other) => one.offset - other.offset)
    .map(({ path, says, offset }) => ({ ...document.positionAt(offset), field: pathText(path), message: says }))
}

export interface SeedProblem {
  /** From 1. */
  readonly line: number
  /** From 1. */
  readonly column: number
  /** `users[2].role`; empty if the text itself is malformed. */
  readonly field: string
  readonly message: string
}

/** A seed file can't be used. Contains all mistakes, in the order of the file. */
export class SeedFileError extends EarshotError {
  override readonly name = 'SeedFileError'
  readonly file: string
  readonly problems: readonly SeedProblem[]

  constructor(file: string, problems: readonly SeedProblem[]) {
    const count = problems.length === 1 ? 'a mistake' : `${problems.length} mistakes`
    const shown = problems.slice(0, mostShown).map((problem) => `\n  ${file}:${problemText(problem)}`)
    const rest = problems.length > mostShown ? `\n  and ${problems.length - mostShown} more` : ''
    super('invalid_seed_file', `The seed file ${file} has ${count}; fix and reload it:${shown.join('')}${rest}`)
    this.file = file
    this.problems = problems
  }
}

/** How many mistakes the message lists; `problems` has them all. */
const mostShown = 50

function problemText({ line, column, field, message }: SeedProblem): string {
  return `${line}:${column}: ${field === '' ? 'the file' : field} ${message}`
}
