import * as z from 'zod'
import {
  changeOf,
  type Endpoint,
  type EndpointName,
  exampleCalls,
  featureLevels,
  featureRow,
  isInPath,
  isOptional,
  summaryOf,
  whoMayCall,
} from '../../protocol/index.js'
import { shellWord } from '../../text/shellWord.js'
import { hanging } from '../shared/layout.js'
import type { Side } from '../shared/terminal.js'

type DescriptionSide = Pick<Side, 'paint' | 'columns'>

export function describeEndpoint(endpoint: Endpoint, side: DescriptionSide): string {
  const { paint } = side
  const says = (text: string) => `  ${hanging(text, 2, side.columns)}`
  const { name, method, path, deprecated, since, until, response } = endpoint
  return [
    `${paint('strong', name)}  ${hanging(summaryOf(endpoint), name.length + 2, side.columns)}`,
    `  ${method} ${path}`,
    ...(deprecated === undefined ? [] : [says(`${paint('warning', 'Deprecated:')} ${deprecated}`)]),
    '',
    paint('strong', 'Who may call it'),
    says(whoMayCall(endpoint)),
    '',
    paint('strong', 'Parameters'),
    ...columns(parameterRows(endpoint), side),
    '',
    paint('strong', 'Answer'),
    ...columns(
      Object.entries(response).map(([field, schema]) => [field, typeWords(schema as z.ZodType)]),
      side,
    ),
    '',
    paint('strong', 'Feature levels'),
    since === undefined
      ? `  Every ${until === undefined ? '' : 'older '}server has it.`
      : `  There since level ${featureRow(since).level}.`,
    ...levelRows(name, side),
    '',
    paint('strong', 'Example, in the simulator'),
    `  ${exampleOf(endpoint)} --simulator http://127.0.0.1:9991`,
    '',
  ].join('\n')
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

function columns(rows: readonly (readonly [string, string])[], { paint, columns }: DescriptionSide): string[] {
  if (rows.length === 0) return ['  none']
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(
    ([name, says]) =>
      `  ${paint('name', name)}${' '.repeat(width - name.length)}  ${hanging(says, width + 4, columns)}`,
  )
}

function levelRows(name: string, { columns }: DescriptionSide): string[] {
  return featureLevels
    .filter(({ appliesTo, alsoAppliesTo }) => [appliesTo, ...alsoAppliesTo].some((place) => place.endpoint === name))
    .map((row) => `  ${String(row.level).padStart(3)}  ${hanging(changeOf(row), 7, columns)}`)
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

/** A command line that succeeds in the simulator's default organisation. */
export function exampleOf({ name }: Endpoint): string {
  const { as, params } = exampleCalls[name as EndpointName]
  const typed = Object.entries(params).map(([parameter, value]) => `${parameter}=${shellWord(typedValue(value))}`)
  return ['earshot call', name, ...typed, `--as ${shellWord(as)}`].join(' ')
}

function typedValue(value: unknown): string {
  if (value instanceof File) return `@${value.name}`
  return typeof value === 'string' ? value : JSON.stringify(value)
}
