import { type Endpoint, isInPath, wireKind } from '../../protocol/index.js'
import { type DescriptionContext, oneOrAny, type SchemaFields, withNotes } from './schemas.js'
import type { MediaType, Parameter, RequestBody, Schema } from './types.js'

/** The parameters in path and query, and the form, of all endpoints that share a path and a method. */
export function requestOf(declared: readonly Endpoint[], inPath: readonly string[], context: DescriptionContext) {
  const fields = declared.map((endpoint) => fieldsOf(endpoint, context))
  const parameters = [
    ...inPath.map((name, at) =>
      pathParameter(
        name,
        fields.map(({ path }) => path[at] ?? {}),
      ),
    ),
    ...queryParameters(fields),
  ]
  const requestBody = bodyOf(fields)
  return { ...(parameters.length > 0 && { parameters }), ...(requestBody && { requestBody }) }
}

/** The parameters of one endpoint, by where they are sent. */
interface Sent {
  readonly path: readonly Schema[]
  readonly query: SchemaFields
  readonly form: SchemaFields
  /** Names of the fields written as JSON text. */
  readonly asJson: ReadonlySet<string>
  readonly hasFile: boolean
}

const none: SchemaFields = { properties: {}, required: [] }

function fieldsOf(endpoint: Endpoint, { schemas }: DescriptionContext): Sent {
  const all = schemas.ofFields(endpoint.params, (parameter) => ({ endpoint: endpoint.name, parameter }))
  const described = Object.entries(endpoint.params).map(([name, schema]) => {
    const kind = wireKind(schema)
    const json = withNotes(all.properties[name] ?? {}, aliasNotes(endpoint, name))
    return { name, kind, schema: kind === 'file' ? { ...json, ...file } : json, isInPath: isInPath(endpoint, name) }
  })
  const elsewhere = described.filter((one) => !one.isInPath)
  const fields: SchemaFields = {
    properties: Object.fromEntries(elsewhere.map(({ name, schema }) => [name, schema])),
    required: all.required.filter((name) => elsewhere.some((one) => one.name === name)),
  }
  const isQuery = endpoint.method === 'GET'
  return {
    path: parametersOf(endpoint.path).map((name) => described.find((one) => one.name === name)?.schema ?? {}),
    query: isQuery ? fields : none,
    form: isQuery ? none : fields,
    asJson: new Set(elsewhere.filter(({ kind, schema }) => isWrittenAsJson(kind, schema)).map(({ name }) => name)),
    hasFile: elsewhere.some(({ kind }) => kind === 'file'),
  }
}

/** Names of the parameters in a path, in order. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

/** A file, in a form that tools for OpenAPI 3.0 and 3.1 understand. */
const file: Schema = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' }

function aliasNotes({ aliases }: Endpoint, name: string): string[] {
  const others = (aliases?.[name] ?? []).map((alias) => `\`${alias}\``)
  return others.length === 0 ? [] : [`Also understood as ${others.join(' and ')}.`]
}

/** Whether a value's JSON differs from its plain text: integers, booleans and bare words are the same in both. */
function isWrittenAsJson(kind: string, schema: Schema): boolean {
  if (kind === 'text' || kind === 'file') return false
  const types = typesIn(schema)
  return types.some((type) => type === 'array' || type === 'object' || (type === 'string' && kind === 'json'))
}

function typesIn({ type, anyOf }: Schema): unknown[] {
  return [...(Array.isArray(type) ? type : [type]), ...(Array.isArray(anyOf) ? anyOf.flatMap(typesIn) : [])]
}

function pathParameter(name: string, schemas: readonly Schema[]): Parameter {
  return { name, in: 'path', required: true, ...apart(oneOrAny(schemas)) }
}

function queryParameters(sent: readonly Sent[]): Parameter[] {
  const names = new Set(sent.flatMap(({ query }) => Object.keys(query.properties)))
  return [...names].map((name): Parameter => {
    const { description, schema } = apart(oneOrAny(sent.flatMap(({ query }) => valuesOf(query, name))))
    const isJson = sent.some(({ asJson }) => asJson.has(name))
    return {
      name,
      in: 'query',
      ...(sent.every(({ query }) => query.required.includes(name)) && { required: true }),
      ...(description !== undefined && { description }),
      ...(isJson ? { content: { 'application/json': { schema } } } : { schema }),
    }
  })
}

function valuesOf({ properties }: SchemaFields, name: string): Schema[] {
  const schema = properties[name]
  return schema === undefined ? [] : [schema]
}

/** Moves the description from the schema to the parameter. */
function apart({ description, ...schema }: Schema): { readonly description?: string; readonly schema: Schema } {
  return { ...(typeof description === 'string' && { description }), schema }
}

function bodyOf(sent: readonly Sent[]): RequestBody | undefined {
  const withFields = sent.filter(({ form }) => Object.keys(form.properties).length > 0)
  if (withFields.length === 0) return undefined
  const asJson = withFields.flatMap((one) => [...one.asJson])
  const media: MediaType = {
    schema: oneOrAny(withFields.map(({ form }) => objectOf(form))),
    ...(asJson.length > 0 && {
      encoding: Object.fromEntries(asJson.map((name) => [name, { contentType: 'application/json' }])),
    }),
  }
  const type = withFields.some(({ hasFile }) => hasFile) ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
  const isRequired = sent.every(({ form }) => form.required.length > 0)
  return { ...(isRequired && { required: true }), content: { [type]: media } }
}

export function objectOf({ properties, required }: SchemaFields): Schema {
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}
