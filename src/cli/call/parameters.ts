import { basename } from 'node:path'
import type * as z from 'zod'
import { type Endpoint, isOptional, pathText, wireKind } from '../../protocol/index.js'
import { nearest } from '../../text/index.js'
import { typeByName } from '../../text/mediaType.js'
import { errorMessage, parseJson } from '../../values.js'
import { UsageError } from '../shared/usageError.js'

/** Reads a file; `-` is standard input. */
type ReadFile = (path: string) => Promise<Uint8Array>

/** Reads `key=value`, `key:=json`, `key=@file` and `key:=@file`. @throws {UsageError} that lists every problem. */
export async function readTypedParameters(
  endpoint: Endpoint,
  typed: readonly string[],
  readFile: ReadFile,
): Promise<Readonly<Record<string, unknown>>> {
  const params: Record<string, unknown> = {}
  const problems: string[] = []
  for (const one of typed) {
    const problem = await readOne(endpoint, one, readFile, params)
    if (problem !== undefined) problems.push(problem)
  }
  // A parameter that was mistyped isn't reported as missing too.
  const named = new Set(typed.map((one) => partsOf(one)?.name))
  for (const [name, schema] of Object.entries(endpoint.params)) {
    if (!named.has(name) && !isOptional(schema)) problems.push(`${name} is missing`)
  }
  if (problems.length === 0) {
    for (const rule of endpoint.rules ?? []) if (!rule.holds(params)) problems.push(rule.text)
  }
  if (problems.length === 0) return params
  throw new UsageError(
    `${endpoint.name} was not sent: ${problems.join('; ')}. What it takes: earshot call ${endpoint.name} --help`,
  )
}

interface Parts {
  readonly name: string
  readonly isJson: boolean
  readonly isFile: boolean
  readonly value: string
}

/** Splits `key=value`. Mentions begin with `@` too, so `@*` and `@_*` don't name a file, and `@@` stands for `@`. */
function partsOf(typed: string): Parts | undefined {
  const match = /^([A-Za-z_]\w*)(:?=)(.*)$/s.exec(typed)
  if (match === null) return undefined
  const [, name = '', sign, value = ''] = match
  const isFile = /^@(?!@|_?\*)/.test(value)
  return {
    name,
    isJson: sign === ':=',
    isFile,
    value: isFile || value.startsWith('@@') ? value.slice(1) : value,
  }
}

async function readOne(
  endpoint: Endpoint,
  typed: string,
  readFile: ReadFile,
  params: Record<string, unknown>,
): Promise<string | undefined> {
  const parts = partsOf(typed)
  if (parts === undefined) return `${quoted(typed)} is not a parameter: write key=value, key:=json or key=@file`
  const { name } = parts
  const schema = endpoint.params[name]
  if (schema === undefined) return unknownName(endpoint, name)
  if (Object.hasOwn(params, name)) return `${name} is given twice`
  const read = await readValue(parts, schema as z.ZodType, readFile)
  if ('problem' in read) return read.problem
  params[name] = read.value
  return undefined
}

type Read = { readonly value: unknown } | { readonly problem: string }

async function readValue(parts: Parts, schema: z.ZodType, readFile: ReadFile): Promise<Read> {
  const { name, isJson, isFile, value } = parts
  let bytes: Uint8Array | undefined
  if (isFile) {
    try {
      bytes = await readFile(value)
    } catch (error) {
      return { problem: `the file ${value} for ${name} can't be read (${reasonOf(error)})` }
    }
  }
  if (wireKind(schema) === 'file') {
    if (bytes === undefined) return { problem: `${name} is a file: write ${name}=@path` }
    // Servers go by the type of pictures.
    return { value: new File([new Uint8Array(bytes)], basename(value), { type: typeByName(value) ?? '' }) }
  }
  const text = bytes === undefined ? value : new TextDecoder().decode(bytes)
  const candidates = isJson ? asJson(text) : inAnyForm(schema, text)
  if (candidates.length === 0) return { problem: `${name} is not valid JSON: ${quoted(text)}` }
  // The first candidate that the schema accepts; if there is none, the problem with the very first is reported.
  const [first] = candidates
  const fitting = candidates.find((candidate) => schema.safeParse(candidate.value).success)
  if (fitting !== undefined) return fitting
  const { error } = schema.safeParse(first?.value)
  return { problem: `${name} ${complaint(error?.issues[0])}, not ${quoted(text)}` }
}

function inAnyForm(schema: z.ZodType, text: string): readonly { readonly value: unknown }[] {
  const asText = { value: text }
  return wireKind(schema) === 'text' ? [asText] : [...asJson(text), asText]
}

function asJson(text: string): readonly { readonly value: unknown }[] {
  const value = parseJson(text)
  return value === undefined ? [] : [{ value }]
}

function unknownName({ name, params, aliases = {} }: Endpoint, key: string): string {
  const names = Object.keys(params)
  const meant = names.find((parameter) => aliases[parameter]?.includes(key)) ?? nearest(key, names)
  if (meant !== undefined) return `${name} has no parameter ${key} (did you mean ${meant}?)`
  return `${name} has no parameter ${key}; ${names.length === 0 ? 'it has none at all' : `it has ${names.join(', ')}`}`
}

function complaint(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return 'is not as declared'
  const at = issue.path.length === 0 ? '' : `is wrong at ${pathText(issue.path)}: it `
  if (issue.code === 'invalid_value') return `${at}must be one of ${issue.values.map(String).join(', ')}`
  if (issue.code === 'invalid_type') return `${at}must be ${kinds[issue.expected] ?? issue.expected}`
  if (issue.code === 'invalid_union') {
    const each = issue.errors.flatMap(([one]) => (one === undefined ? [] : [complaint(one)]))
    return [...new Set(each)].join(', or ')
  }
  return `${at === '' ? 'is wrong: ' : at}${issue.message}`
}

const kinds: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a whole number',
  string: 'text',
  boolean: 'true or false',
  array: 'a list, as JSON such as [1, 2]',
  object: 'an object, as JSON such as {"key": 1}',
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text)
}

function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EISDIR') return 'it is a folder'
  return errorMessage(error)
}
