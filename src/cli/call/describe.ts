import * as z from 'zod'
import {
  type Access,
  changeOf,
  type Endpoint,
  featureLevels,
  featureRow,
  isInPath,
  isOptional,
  summaryOf,
} from '../../protocol/index.js'
import type { Paint } from '../shared/terminal.js'

export function describeEndpoint(endpoint: Endpoint, paint: Paint): string {
  const { name, method, path, spec, access, deprecated, since, response } = endpoint
  const source = spec === 'companion' ? '' : `, section ${spec} of the spec`
  return [
    `${paint('strong', name)}  ${summaryOf(endpoint)}`,
    `  ${method} ${path}${source}`,
    ...(deprecated === undefined ? [] : [`  ${paint('warning', 'Deprecated:')} ${deprecated}`]),
    '',
    paint('strong', 'Who may call it'),
    `  ${accessWords[access]}`,
    '',
    paint('strong', 'Parameters'),
    ...columns(parameterRows(endpoint), paint),
    '',
    paint('strong', 'Answer'),
    ...columns(
      Object.entries(response).map(([field, schema]) => [field, typeWords(schema as z.ZodType)]),
      paint,
    ),
    '',
    paint('strong', 'Feature levels'),
    since === undefined ? '  Every server has it.' : `  There since level ${featureRow(since).level}.`,
    ...levelRows(name),
    '',
    paint('strong', 'Example'),
    `  earshot call ${[name, ...examples(endpoint)].join(' ')}`,
    '',
  ].join('\n')
}

export const accessWords: Readonly<Record<Access, string>> = {
  public: 'everybody, without credentials',
  account: 'every account',
  human: 'people; no bots',
  member: 'everybody but guests',
  administrator: 'administrators',
  'administrator over target': 'administrators, and the user themselves',
}

function parameterRows(endpoint: Endpoint): (readonly [string, string])[] {
  return Object.entries(endpoint.params).map(([name, schema]) => [
    name,
    [
      typeWords(schema as z.ZodType),
      isOptional(schema) ? defaultWords(schema as z.ZodType) : 'needed',
      ...(isInPath(endpoint, name) ? ['in the path'] : []),
      ...(endpoint.aliases?.[name] ?? []).map((alias) => `once called ${alias}`),
    ].join('; '),
  ])
}

function columns(rows: readonly (readonly [string, string])[], paint: Paint): string[] {
  if (rows.length === 0) return ['  none']
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, says]) => `  ${paint('name', name)}${' '.repeat(width - name.length)}  ${says}`)
}

function levelRows(name: string): string[] {
  return featureLevels
    .filter(({ appliesTo, alsoAppliesTo = [] }) =>
      [appliesTo, ...alsoAppliesTo].some((place) => place.endpoint === name),
    )
    .map((row) => `  ${String(row.level).padStart(3)}  ${changeOf(row)}`)
}

function typeWords(schema: z.ZodType): string {
  return words(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json)
}

interface Json {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly items?: Json
  readonly anyOf?: readonly Json[]
  readonly properties?: Readonly<Record<string, Json>>
  readonly default?: unknown
}

function words(json: Json): string {
  if (json.enum !== undefined) return `one of ${json.enum.map(String).join(', ')}`
  if (json.const !== undefined) return String(json.const)
  if (json.anyOf !== undefined) return [...new Set(json.anyOf.map(words))].join(', or ')
  if (json.type === 'array') return json.items === undefined ? 'list' : `list (${words(json.items)})`
  if (json.type === 'object') {
    const fields = Object.keys(json.properties ?? {})
    return fields.length === 0 ? 'object' : `object with ${fields.join(', ')}`
  }
  return names[json.type ?? ''] ?? 'file, as @path'
}

const names: Readonly<Record<string, string>> = {
  integer: 'whole number',
  number: 'number',
  string: 'text',
  boolean: 'true or false',
  null: 'null',
}

function defaultWords(schema: z.ZodType): string {
  const { data } = schema.safeParse(undefined)
  return data === undefined ? 'optional' : `default ${JSON.stringify(data)}`
}

function examples(endpoint: Endpoint): string[] {
  return Object.entries(endpoint.params)
    .filter(([, schema]) => !isOptional(schema))
    .map(([name, schema]) => {
      const json = z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }) as Json
      return `${name}=${exampleOf(name, json)}`
    })
}

function exampleOf(name: string, json: Json): string {
  if (json.enum !== undefined) return String(json.enum[0])
  if (json.const !== undefined) return String(json.const)
  if (json.anyOf !== undefined) return exampleOf(name, json.anyOf[0] ?? {})
  if (json.type === 'array') return "'[1, 2]'"
  if (json.type === 'object') return "'{}'"
  if (json.type === 'integer') return '7'
  if (json.type === 'boolean') return 'true'
  if (json.type === undefined) return '@picture.png'
  return name.includes('email') ? 'iago@example.com' : 'lunch'
}
