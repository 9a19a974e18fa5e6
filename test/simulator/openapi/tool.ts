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

/** The tool of a document, which reads that once: most of what these tests take goes into it. */
export function toolFor(document: OpenApiDocument): Tool {
  const tool = made.get(document) ?? createTool(document)
  made.set(document, tool)
  return tool
}

const made = new WeakMap<OpenApiDocument, Tool>()

function createTool(document: OpenApiDocument): Tool {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { binary: true }, code: { optimize: false } })
  ajv.addSchema(document, 'document')
  const validators = new Map<string, ValidateFunction>()

  const validatorFor = ({ path, verb }: Found, status: number): ValidateFunction | undefined => {
    const place = pointer('paths', path, verb, 'responses', String(status))
    const response = at(document, place)
    if (response === undefined) return undefined
    const there = '$ref' in response ? String(response.$ref) : place
    const key = `document${there}/content/application~1json/schema`
    const known = validators.get(key) ?? ajv.compile({ $ref: key })
    validators.set(key, known)
    return known
  }

  return {
    request: (name, params, authorization) => requestOf(document, operationFor(document, name), params, authorization),
    problemsOf(name, status, body) {
      const found = operationFor(document, name)
      const isValid = validatorFor(found, status)
      if (isValid === undefined) return [`${name} is not said to answer with ${status}`]
      isValid(body)
      return (isValid.errors ?? []).map(({ instancePath, message }) => `${name} ${instancePath}: ${message}`)
    },
  }
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
