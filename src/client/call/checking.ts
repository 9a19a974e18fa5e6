import type { core } from 'zod/mini'
import { type Endpoint, pathText } from '../../protocol/index.js'
import { nearest } from '../../text/index.js'
import { isObject } from '../../values.js'
import { InvalidParameterError } from '../errors/localErrors.js'
import type { Json } from './answers.js'
import type { Prepared } from './prepared.js'

/** Runs before anything is sent. @throws {InvalidParameterError} that names the field. */
export function checkParameters({ endpoint, parameters, inPath }: Prepared, params: unknown): asserts params is Json {
  if (!isObject(params) || params instanceof Blob) throw refusal(endpoint, '', 'is not an object of parameters')
  const read = parameters.safeParse(params)
  if (!read.success) throw refusal(endpoint, ...complaint(endpoint, first(read.error.issues), params))
  for (const name of inPath) {
    if (Object.hasOwn(params, name) && !fitsPath(String(params[name]))) {
      throw refusal(endpoint, name, "can't be part of an address")
    }
  }
  for (const rule of endpoint.rules ?? []) {
    if (!rule.holds(params)) throw refusal(endpoint, rule.field, `breaks a rule: ${rule.text}`)
  }
}

function refusal(endpoint: Endpoint, field: string, problem: string): InvalidParameterError {
  return new InvalidParameterError(endpoint.name, field, problem, advice(endpoint))
}

function advice({ name }: Endpoint): string {
  return `\`npx earshot call ${name} --help\` lists its parameters.`
}

/** Unknown names first: if a name is misspelt, that is also why a parameter is missing. */
function first(issues: readonly core.$ZodIssue[]): core.$ZodIssue | undefined {
  return issues.find(({ code, path }) => code === 'unrecognized_keys' && path.length === 0) ?? issues[0]
}

function complaint(
  endpoint: Endpoint,
  issue: core.$ZodIssue | undefined,
  params: Json,
): [field: string, problem: string] {
  if (issue === undefined) return ['', 'is not as declared']
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys
    return [pathText([...issue.path, key]), issue.path.length === 0 ? unknownName(endpoint, key) : 'is unknown there']
  }
  // In a union, the alternative that fails inside the value is the one that was meant.
  const meant = errorsOf(issue)
    .map(([inner]) => inner)
    .find((inner) => inner !== undefined && inner.path.length > 0)
  if (meant !== undefined) return complaint(endpoint, { ...meant, path: [...issue.path, ...meant.path] }, params)
  const value = issue.path.reduce<unknown>((holder, part) => (holder as Json | undefined)?.[String(part)], params)
  return [pathText(issue.path), value === undefined ? 'is missing' : problem(issue)]
}

function errorsOf(issue: core.$ZodIssue): readonly (readonly core.$ZodIssue[])[] {
  return issue.code === 'invalid_union' ? issue.errors : []
}

function unknownName({ name, params, aliases }: Endpoint, key: string): string {
  const names = Object.keys(params)
  const aliased = names.find((parameter) => aliases?.[parameter]?.includes(key))
  const meant = aliased ?? nearest(key, names)
  if (meant !== undefined) return `isn't a parameter of ${name} (did you mean \`${meant}\`?)`
  if (key === 'signal' || key === 'timeout') return 'is an option: pass it in the second argument'
  return `isn't a parameter of ${name}; ${names.length === 0 ? 'it has none' : `it has ${names.join(', ')}`}`
}

function problem(issue: core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`
  if (issue.code === 'invalid_union') {
    const branches = errorsOf(issue).flatMap(([first]) => (first === undefined ? [] : [problem(first)]))
    return [...new Set(branches)].join(', or ')
  }
  return `is wrong: ${issue.message}`
}

/** Empty, `.` and `..` segments would change the path, and lone surrogates can't be encoded. */
function fitsPath(segment: string): boolean {
  return segment !== '' && segment !== '.' && segment !== '..' && !/\p{Cs}/u.test(segment)
}
