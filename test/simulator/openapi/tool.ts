import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { MediaType, OpenApiDocument, Parameter } from '../../../src/simulator/openapi/types.js'
import { type Found, operationFor } from './documents.js'

/** A tool that knows nothing of the service but its document. */
export interface Tool {
  /** The request by which an endpoint is called. */
  request(name: string, params: Readonly<Record<string, unknown>>, authorization: string | undefined): Request
  /** What is wrong with an answer, as the document sees it; nothing where all is well. */
  problemsOf(name: string, status: number, body: unknown): string[]
}

export const toolFor = (document: OpenApiDocument): Tool => ({
  request: (name, params, authorization) => requestOf(document, operationFor(document, name), params, authorization),
  problemsOf(name, status, body) {
    const isValid = validatorFor(document, operationFor(document, name), status)
    if (isValid === undefined) return [`${name} is not said to answer with ${status}`]
    isValid(body)
    return (isValid.errors ?? []).map(({ instancePath, message }) => `${name} ${instancePath}: ${message}`)
  },
})

const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { binary: true }, code: { optimize: false } })
const validators = new Map<string, ValidateFunction>()

/** What an answer has to be. The same stands in the documents of most levels, and is read once: these tests would do little else. */
function validatorFor(document: OpenApiDocument, { path, verb }: Found, status: number): ValidateFunction | undefined {
  const said = at(document, pointer('paths', path, verb, 'responses', String(status)))
  if (said === undefined) return undefined
  const response = '$ref' in said ? at(document, String(said.$ref)) : said
  const content = response?.content as Record<string, MediaType> | undefined
  const schema = content?.['application/json']?.schema
  const key = JSON.stringify({ ...withAllItPointsTo(document, schema), $ref: '#/answer', answer: schema })
  const known = validators.get(key) ?? ajv.compile(JSON.parse(key))
  validators.set(key, known)
  return known
}

/** The parts of a document that a schema points to, and those that these point to, where they stand there. */
function withAllItPointsTo(document: OpenApiDocument, schema: unknown): { components: Record<string, object> } {
  const components: Record<string, Record<string, unknown>> = {}
  const add = (one: unknown) => {
    for (const [, kind = '', name = ''] of JSON.stringify(one).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"/]+)"/g)) {
      components[kind] ??= {}
      if (name in components[kind]) continue
      const part = at(document, `#/components/${kind}/${name}`)
      components[kind][name] = part
      add(part)
    }
  }
  add(schema)
  return { components }
}

function requestOf(
  document: OpenApiDocument,
  { path, verb, operation }: Found,
  params: Readonly<Record<string, unknown>>,
  authorization: string | undefined,
): Request {
  const inPath = (operation.parameters ?? []).filter((one) => one.in === 'path')
  const filled = inPath.reduce((text, { name }) => {
    const own = name.split('_or_').find((one) => params[one] !== undefined) ?? name
    return text.replace(`{${name}}`, encodeURIComponent(String(params[own])))
  }, path)
  const query = new URLSearchParams(
    (operation.parameters ?? [])
      .filter((one) => one.in === 'query' && params[one.name] !== undefined)
      .map((one): [string, string] => [one.name, written(one, params[one.name])]),
  )
  const address = `${document.servers[0]?.url}${filled}${query.size > 0 ? `?${query}` : ''}`
  const body = bodyOf(operation.requestBody?.content ?? {}, params)
  const headers = new Headers(authorization === undefined ? [] : [['authorization', authorization]])
  return new Request(address, { method: verb.toUpperCase(), headers, ...(body !== undefined && { body }) })
}

function written({ content }: Parameter, value: unknown): string {
  return content?.['application/json'] === undefined ? String(value) : JSON.stringify(value)
}

function bodyOf(content: Readonly<Record<string, MediaType>>, params: Readonly<Record<string, unknown>>) {
  const [type] = Object.keys(content)
  if (type === undefined) return undefined
  const { schema, encoding } = content[type] ?? {}
  const names = Object.keys((schema?.properties ?? {}) as object).filter((name) => params[name] !== undefined)
  if (type === 'multipart/form-data') {
    const form = new FormData()
    for (const name of names) form.append(name, params[name] as Blob)
    return form
  }
  return new URLSearchParams(
    names.map((name): [string, string] => {
      const isJson = encoding?.[name]?.contentType === 'application/json'
      return [name, isJson ? JSON.stringify(params[name]) : String(params[name])]
    }),
  )
}

function pointer(...parts: readonly string[]): string {
  return `#/${parts.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`
}

function at(document: OpenApiDocument, place: string): Record<string, unknown> | undefined {
  const parts = place
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  return parts.reduce<unknown>((held, part) => (held as Record<string, unknown> | undefined)?.[part], document) as
    | Record<string, unknown>
    | undefined
}
