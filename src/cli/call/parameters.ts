import { basename } from 'node:path'
import type * as z from 'zod'
import { type Endpoint, isOptional, pathText, wireKind } from '../../protocol/index.js'
import { nearest } from '../../text/index.js'
import { errorMessage, parseJson } from '../../values.js'
import { UsageError } from '../shared/usageError.js'

/** Reads a file; `-` is standard input. */
export type ReadFile = (path: string) => Promise<Uint8Array>

/** Reads `key=value`, `key:=json`, `key=@file` and `key:=@file`. @throws {UsageError} that names every mistake. */
export async function readParameters(
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
  // What was mistyped is not also missing.
  const named = new Set(typed.map((one) => partsOf(one)?.name))
  for (const [name, schema] of Object.entries(endpoint.params)) {
    if (!named.has(name) && !isOptional(schema)) problems.push(`${name} is missing`)
  }
  if (problems.length === 0) {
    for (const rule of endpoint.rules ?? []) if (!rule.holds(params)) problems.push(rule.says)
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

/** Takes `key=value` apart. A mention begins with `@` too, so `@*` and `@_*` are no file, and `@@` is one `@`. */
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
  if (parts === undefined) return `${quoted(typed)} is not a parameter: write it as key=value, key:=json or key=@file`
  const { name } = parts
  const schema = endpoint.params[name]
  if (schema === undefined) return unknownName(endpoint, name)
  if (Object.hasOwn(params, name)) return `${name} is there twice`
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
      return { problem: `${name} is to come from the file ${value}, which can't be read (${reasonOf(error)})` }
    }
  }
  if (wireKind(schema) === 'file') {
    if (bytes === undefined) return { problem: `${name} is a file: write ${name}=@path` }
    return { value: new File([new Uint8Array(bytes)], basename(value)) }
  }
  const text = bytes === undefined ? value : new TextDecoder().decode(bytes)
  const candidates = isJson ? asJson(text) : inAnyForm(schema, text)
  if (candidates.length === 0) return { problem: `${name} is no JSON: ${quoted(text)}` }
  // The first form that the declaration takes; the first of all, to say what is wrong with it, where it takes none.
  const [first] = candidates
  const fitting = candidates.find((candidate) => schema.safeParse(candidate.value).success)
  if (fitting !== undefined) return fitting
  const { error } = schema.safeParse(first?.value)
  return { problem: `${name} ${complaint(error?.issues[0])}: it was given ${quoted(text)}` }
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
  if (meant !== undefined) return `${key} is no parameter of ${name} (did you mean ${meant}?)`
  return `${key} is no parameter of ${name}; ${names.length === 0 ? 'it has none' : `there are ${names.join(', ')}`}`
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
  string: 'a text',
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
