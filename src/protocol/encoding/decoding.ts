import * as z from 'zod/mini'
import { isObject, parseForeignJson } from '../../values.js'
import { type Endpoint, isInPath } from '../endpoint.js'
import { object } from '../entity.js'
import { errorsOf } from '../errors/endpointErrors.js'
import type { ErrorFacts } from '../errors/errorBody.js'
import { type ErrorId, type ErrorRow, errors } from '../errors/errors.js'
import { codePoints, limits } from '../rules/limits.js'
import { narrow, narrowMistake } from './narrow.js'
import { target } from './parameters.js'
import { checkedLaterMark, topicMark, type WireKind, wireKind } from './wireKind.js'

/** A request as received. If a name occurs more than once, its last value counts. */
export interface ReceivedRequest {
  readonly path: Readonly<Record<string, string>>
  readonly fields: ReadonlyMap<string, string>
  readonly files: readonly Blob[]
}

type Decoded =
  | { readonly ok: true; readonly params: Record<string, unknown>; readonly ignored: readonly string[] }
  | { readonly ok: false; readonly error: ErrorRow; readonly facts: ErrorFacts }

/**
 * Reads parameters as a server does: in the order of the declaration, stopping at the first problem, which it reports in
 * the server's own words. Lists the names of undeclared parameters in sorted order.
 *
 * @param topicLength The maximum length of a topic in code points.
 */
export function decodeParameters(
  endpoint: Endpoint,
  received: ReceivedRequest,
  topicLength: () => number = () => limits.topicLength,
): Decoded {
  const params: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(endpoint.params)) {
    const read = readParameter(endpoint, name, schema, received)
    if ('error' in read) return { ok: false, ...read }
    const isTopic = z.globalRegistry.get(schema)?.[topicMark] === true
    if (isTopic && codePoints(String(read.value)) > topicLength()) {
      return { ok: false, error: errors.tooLong, facts: { name, limit: topicLength() } }
    }
    if (read.value !== undefined) params[name] = read.value
  }
  for (const [name, { error, values }] of Object.entries(endpoint.refused ?? {})) {
    const value = received.fields.get(name)
    const isRefused = value !== undefined && (values?.includes(value) ?? true)
    if (isRefused) return { ok: false, error: errors[error], facts: {} }
  }
  return { ok: true, params, ignored: ignoredNames(endpoint, received) }
}

type Read = { readonly value: unknown } | { readonly error: ErrorRow; readonly facts: ErrorFacts }

function readParameter(endpoint: Endpoint, name: string, schema: z.core.$ZodType, received: ReceivedRequest): Read {
  const kind = wireKind(schema)
  if (kind === 'file') return readFile(endpoint, received.files)
  const travelsInPath = isInPath(endpoint, name)
  if (!travelsInPath && received.fields.size === 0) return readAbsent(name, schema)
  const given = travelsInPath
    ? [name]
    : [name, ...(endpoint.aliases?.[name] ?? [])].filter((alias) => received.fields.has(alias))
  const [first, second] = given
  if (first !== undefined && second !== undefined) {
    return { error: errors.confusingParameters, facts: { first, second, var_name1: first, var_name2: second } }
  }
  const text = travelsInPath ? received.path[name] : first && received.fields.get(first)
  if (text === undefined) return readAbsent(name, schema)
  const raw = parseText(kind, text)
  if (raw === undefined) return { error: errors.notJson, facts: { name } }
  const mistake = schema === narrow && Array.isArray(raw.value) ? narrowMistake(raw.value) : undefined
  if (mistake !== undefined) return { error: errors[mistake.error], facts: mistake.facts }
  const result = (schema as z.ZodMiniType).safeParse(raw.value)
  if (result.success) return { value: result.data }
  if (checkedLater(schema) !== undefined) return { value: raw.value }
  const isMixed = ['number', 'string'].every(
    (type) => Array.isArray(raw.value) && raw.value.some((one) => typeof one === type),
  )
  if (schema === target && isMixed) return { error: errors.idsOrEmails, facts: {} }
  const [issue] = result.error.issues
  if (issue?.code === 'unrecognized_keys') return { value: without(issue.keys, raw.value as object) }
  return issue === undefined ? { error: errors.invalidWord, facts: { name } } : complaint(name, issue, raw.value)
}

function checkedLater(schema: z.core.$ZodType): unknown {
  return z.globalRegistry.get(schema)?.[checkedLaterMark]
}

/** A server ignores unknown members of an object. */
function without(keys: readonly string[], value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)))
}

/** Reads a parameter that the request omits. */
function readAbsent(name: string, schema: z.core.$ZodType): Read {
  const known = absent.get(schema)
  if (known !== undefined) return known
  const missing = (schema as z.ZodMiniType).safeParse(undefined)
  if (!missing.success && checkedLater(schema) === 'always') return { value: undefined }
  if (!missing.success) return { error: errors.missingParameter, facts: { name, var_name: name } }
  const read = { value: missing.data }
  // Lists and objects aren't cached, since a caller might modify them.
  if (typeof missing.data !== 'object') absent.set(schema, read)
  return read
}

/** Caches defaults: they are part of the declaration, so they are the same for every request. */
const absent = new WeakMap<z.core.$ZodType, Read>()

function readFile(endpoint: Endpoint, files: readonly Blob[]): Read {
  const [first, second] = files
  const needsOne = errorsOf(endpoint).find((id) => id === 'emojiFileNeeded' || id === 'avatarFileNeeded')
  if (needsOne !== undefined && files.length !== 1) return { error: errors[needsOne], facts: {} }
  if (first === undefined) return { error: errors.noFile, facts: {} }
  return second === undefined ? { value: first } : { error: errors.severalFiles, facts: {} }
}

function parseText(kind: WireKind, text: string): { readonly value: unknown } | undefined {
  if (kind === 'text') return { value: text }
  const value = parseForeignJson(withFractions(text))
  if (value !== undefined) return { value }
  return kind === 'either' ? { value: text } : undefined
}

/** To the server, `1.0` and `1e0` aren't integers, but `JSON.parse` makes them integers: replaces them with 0.5. */
function withFractions(json: string): string {
  if (!/\d[.eE]/.test(json)) return json
  return json.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    /^-?\d+[.eE]/.test(token) && Number.isInteger(Number(token)) ? '0.5' : token,
  )
}

const wrongType: Readonly<Record<string, ErrorId>> = {
  int: 'notAnInteger',
  number: 'notAnInteger',
  boolean: 'notABoolean',
  string: 'notAString',
  array: 'notAList',
  object: 'notADict',
  record: 'notADict',
}

/** The server's error for a value that its schema rejected. */
function complaint(name: string, issue: z.core.$ZodIssue, input: unknown): Read {
  const place = placeIn(name, issue.path)
  if (isAbsent(input, issue.path)) {
    const holder = placeIn(name, issue.path.slice(0, -1))
    return { error: errors.fieldMissing, facts: { name: place, key: String(issue.path.at(-1)), holder } }
  }
  switch (issue.code) {
    case 'invalid_type':
      return { error: errors[wrongType[issue.expected] ?? 'invalidWord'], facts: { name: place } }
    case 'invalid_value':
      if (issue.message.includes('{name}')) return { error: errors.invalidWord, facts: { name: place } }
      if (typeof issue.values[0] === 'number' && !Number.isInteger(input)) {
        return { error: errors.notAnInteger, facts: { name: place } }
      }
      return { error: errors.notInList, facts: { name: place } }
    case 'too_big':
      return issue.origin === 'string'
        ? { error: errors.tooLong, facts: { name: place, limit: Number(issue.maximum) } }
        : { error: errors.tooLarge, facts: { name: place } }
    case 'too_small':
      return { error: issue.origin === 'string' ? errors.blank : errors.tooSmall, facts: { name: place } }
    case 'invalid_union': {
      // Report the branch that got past the top level, as the one the caller meant; otherwise the last one, the list.
      const branches = issue.errors.map((branch) => branch[0])
      const meant = branches.find((branch) => branch !== undefined && branch.path.length > 0) ?? branches.at(-1)
      if (meant === undefined) return { error: errors.invalidWord, facts: { name: place } }
      return complaint(name, { ...meant, path: [...issue.path, ...meant.path] }, input)
    }
    default:
      return { error: errors.invalidWord, facts: { name: place } }
  }
}

function placeIn(name: string, path: readonly PropertyKey[]): string {
  return name + path.map((part) => (typeof part === 'number' ? `[${part}]` : `["${String(part)}"]`)).join('')
}

/** Whether the value leads up to the last member of the path, but lacks that. */
function isAbsent(value: unknown, path: readonly PropertyKey[]): boolean {
  const parent = path.slice(0, -1).reduce<unknown>((inner, part) => Object(inner)[part], value)
  const last = path.at(-1)
  return last !== undefined && isObject(parent) && !Object.hasOwn(parent, last)
}

function ignoredNames(endpoint: Endpoint, received: ReceivedRequest): string[] {
  if (received.fields.size === 0) return []
  const known = new Set(
    Object.keys({ ...endpoint.params, ...endpoint.refused }).flatMap((name) => [
      name,
      ...(endpoint.aliases?.[name] ?? []),
    ]),
  )
  return [...received.fields.keys()].filter((name) => !known.has(name)).sort()
}

/** The full response of an endpoint: the envelope and the endpoint's fields; unknown fields pass through. */
export function answerSchema(endpoint: Endpoint, envelope: z.core.$ZodShape) {
  return object({ ...envelope, ...endpoint.response })
}
