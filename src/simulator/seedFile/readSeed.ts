import { pathText } from '../../protocol/index.js'
import { isObject } from '../../values.js'
import type { OrganisationSeed } from '../realm/seed/seed.js'
import { readDocument, type SeedDocument } from './document.js'
import { duplicates, repeatedIds } from './duplicates.js'
import { fillIn } from './fillIn.js'
import { type Complaint, offsetOf } from './place.js'
import { danglingReferences } from './references.js'
import { brokenRules } from './rules.js'
import { seedSchema } from './schema.js'
import { SeedFileError, type SeedProblem } from './seedFileError.js'
import { shapeComplaints } from './shapeComplaints.js'

export interface SeedFileOptions {
  /** What the file is called in errors; one that ends in `.json` is held to JSON. `seed.yaml` unless given. */
  readonly name?: string
  /** How large it may be; 1 MiB unless given. */
  readonly maxBytes?: number
}

/**
 * Reads what an organisation starts with from JSON or YAML. A short file will do: a name, and users of whom one is an
 * owner; IDs, addresses and everything else may be left out.
 *
 * @example readSeed('name: Bakery\nusers:\n  - { full_name: Iago, role: owner }\n', { name: 'bakery.yaml' })
 * @throws {SeedFileError} that names every mistake with its line, column and field
 */
export function readSeed(
  text: string,
  { name = 'seed.yaml', maxBytes = defaultMaxBytes }: SeedFileOptions = {},
): OrganisationSeed {
  const bytes = new TextEncoder().encode(text).length
  if (bytes > maxBytes) {
    const message = `has ${bytes} bytes where ${maxBytes} are allowed; make it smaller, or raise maxBytes`
    throw new SeedFileError(name, [{ line: 1, column: 1, field: '', message }])
  }
  const document = readDocument(text, { isJson: /\.json$/i.test(name) })
  if (document.isBroken) throw new SeedFileError(name, problemsOf(document.complaints, document))
  const { seed, complaints } = organisationIn(document)
  if (seed === undefined) throw new SeedFileError(name, problemsOf(complaints, document))
  return seed
}

const defaultMaxBytes = 1024 * 1024

interface Read {
  /** Undefined where there is anything to complain about. */
  readonly seed: OrganisationSeed | undefined
  readonly complaints: readonly Complaint[]
}

function organisationIn({ value, complaints: ofText }: SeedDocument): Read {
  if (!isObject(value)) {
    const what = value === null || value === undefined ? 'is empty' : 'holds no fields'
    const says = `${what}; give the organisation a name and users, as "name: …" and "users: …"`
    return { seed: undefined, complaints: ofText.length > 0 ? ofText : [{ path: [], says }] }
  }
  const filled = fillIn(value)
  const complaints = [
    ...ofText,
    ...shapeComplaints(seedSchema, filled),
    ...danglingReferences(filled),
    ...duplicates(filled),
    ...repeatedIds(filled),
    ...brokenRules(filled),
  ]
  return { seed: complaints.length === 0 ? seedSchema.parse(filled) : undefined, complaints }
}

function problemsOf(complaints: readonly Complaint[], document: SeedDocument): SeedProblem[] {
  // A field that could not be read well has been spoken of; what else there seems to be wrong with it comes from that.
  const ofText = new Set(document.complaints)
  const unreadable = new Set(document.complaints.map(({ path }) => pathText(path)))
  return complaints
    .filter((one) => ofText.has(one) || !unreadable.has(pathText(one.path)))
    .map((one) => ({ ...one, offset: offsetOf(one, document.place) }))
    .sort((one, other) => one.offset - other.offset)
    .map(({ path, says, offset }) => ({
      ...document.positionAt(offset),
      field: pathText(path),
      message: says,
    }))
}
