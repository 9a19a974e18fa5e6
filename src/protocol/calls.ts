import type { Method } from './endpoint.js'
import type { EndpointName } from './endpoints/index.js'
import type { FeatureId } from './levels.js'
import { type Modernise, modernise } from './modernise.js'
import { type Rule, rules } from './rules.js'
import { shapeNamed } from './shapes/named.js'
import { readShape, type Shape } from './shapes/shape.js'
import { writtenCalls, writtenEnvelope } from './written.js'

/** What a client has to know of an endpoint; the fields mean what they do in its declaration. */
export interface Call {
  readonly name: EndpointName
  readonly method: Method
  readonly path: string
  readonly spec: string
  readonly repeatable: 'always' | 'never' | FeatureId
  readonly isPublic: boolean
  readonly since: FeatureId | undefined
  readonly takesUpTo: number | undefined
  /** Parameters that came later than the endpoint, with their features. */
  readonly later: readonly (readonly [parameter: string, feature: FeatureId])[]
  /** The parameters together, and no others. */
  readonly parameters: Shape
  readonly params: Readonly<Record<string, Shape>>
  readonly aliases: Readonly<Record<string, readonly string[]>>
  readonly rules: readonly Rule[]
  /** The whole answer, with its envelope. */
  readonly answer: Shape
  readonly modernise: Modernise | undefined
}

const lines = writtenCalls.trim().split('\n')

/** The endpoints' names, in the order in which they are declared. */
export const callNames = lines.map((line) => line.slice(0, line.indexOf(' '))) as readonly EndpointName[]

/** What has to be known to call the endpoint with this name; undefined for a name that nobody declared. */
export function callNamed(name: string): Call | undefined {
  const known = read.get(name)
  if (known !== undefined) return known
  const line = lines[(callNames as readonly string[]).indexOf(name)]
  if (line === undefined) return undefined
  const call = readCall(line)
  read.set(name, call)
  return call
}

const read = new Map<string, Call>()

function readCall(line: string): Call {
  const [name, method, path = '', spec = '', repeatable, params = '', answer = '', ...rest] = line.split(' ')
  const more = new Map(rest.map((word) => word.split('=') as [string, string]))
  const parameters = readShape(`!{${params}}`, shapeNamed)
  const takesUpTo = more.get('takes')
  const [aliased, ...aliases] = (more.get('alias') ?? '').split(':')
  // Who writes these lines takes the words from the declarations.
  return {
    name: name as EndpointName,
    method: method as Method,
    path,
    spec,
    repeatable: repeatable as Call['repeatable'],
    isPublic: more.has('public'),
    since: more.get('since') as FeatureId | undefined,
    takesUpTo: takesUpTo === undefined ? undefined : Number(takesUpTo),
    later: [...more].flatMap(([word, feature]) =>
      word.startsWith('+') ? [[word.slice(1), feature as FeatureId] as const] : [],
    ),
    parameters,
    params: parameters.kind === 'object' ? Object.fromEntries(parameters.fields) : {},
    aliases: aliased ? { [aliased]: aliases } : {},
    rules: rules[name as keyof typeof rules] ?? [],
    answer: readShape(`{${writtenEnvelope},${answer}}`, shapeNamed),
    modernise: modernise[name as keyof typeof modernise],
  }
}
