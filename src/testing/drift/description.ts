import type { ErrorObject, ValidateFunction } from 'ajv'
import { ApiError } from '../../client/index.js'
import { type Dialect, type Endpoint, toWirePath } from '../../protocol/index.js'
import { errorMessage, isObject } from '../../values.js'
import { askedEndpoints, paramsFor } from './contract.js'
import { CannotAsk, type Json, type Question, type Side, until } from './question.js'

/** An OpenAPI description that can't be used; the message says why. */
export class DescriptionError extends Error {
  readonly code = 'OPENAPI_DESCRIPTION'
}

/**
 * One question for each endpoint that only reads: whether the server's answer matches its own OpenAPI description.
 *
 * @throws {DescriptionError} if it isn't an OpenAPI 3 description, or the package `ajv` isn't installed.
 */
export async function descriptionQuestions(
  document: unknown,
  level: number,
  dialect: Dialect,
): Promise<readonly Question[]> {
  if (!isObject(document) || !/^3\./.test(String(document.openapi)) || !isObject(document.paths)) {
    throw new DescriptionError('This is not an OpenAPI 3 description: it has no "openapi: 3.…" and "paths".')
  }
  const places = placesOf(document.paths)
  const compile = await compilerOf(document)
  return askedEndpoints(level, dialect).map((endpoint) => {
    const path = toWirePath(dialect, endpoint.path)
    const place = places.get(keyOf(endpoint.method, path))
    return {
      id: endpoint.name,
      about: 'description',
      says: `${endpoint.method} ${path} answers as the OpenAPI description says.`,
      claim: [],
      ask: async (side) => {
        if (place === undefined) throw new CannotAsk(`The description has no ${endpoint.method} ${path}.`)
        const validate = compile([...place, 'responses', '200', 'content', 'application/json', 'schema'])
        const call = callOf(endpoint, path, paramsFor(endpoint.name, await side.subjects()))
        return validate(await answerTo(call, side)) ? [] : problemsOf(validate.errors ?? [])
      },
    }
  })
}

/** The locations of the operations, by method and path; names of path parameters don't matter. */
function placesOf(paths: Json): ReadonlyMap<string, readonly string[]> {
  const places = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(isObject(methods) ? methods : {}).map(
      (method) => [keyOf(method, path), ['paths', path, method]] as const,
    ),
  )
  return new Map(places)
}

const keyOf = (method: string, path: string) => `${method.toUpperCase()} ${path.replace(/\{[^}]*\}/g, '{}')}`

/** Returns a function that compiles the schema at a location. @throws {CannotAsk} if there is none, or it can't be compiled */
async function compilerOf(document: Json): Promise<(place: readonly string[]) => ValidateFunction> {
  const { Ajv2020 } = await import('ajv/dist/2020.js').catch(() => {
    throw new DescriptionError('Checking answers against a description needs the package ajv. Run: npm install ajv@8')
  })
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    validateFormats: false,
    allErrors: true,
    logger: false,
  })
  ajv.addSchema(document, 'description')
  return (place) => {
    const pointer = pointerTo(document, place)
    if (pointer === undefined) throw new CannotAsk('The description has no schema for its answer.')
    try {
      return ajv.compile({ $ref: `description#/${pointer.map(escaped).join('/')}` })
    } catch (error) {
      throw new CannotAsk(`The description's schema for its answer can't be read: ${errorMessage(error)}`)
    }
  }
}

/** The path to a location, with references followed. */
function pointerTo(document: Json, place: readonly string[]): readonly string[] | undefined {
  let way: string[] = []
  for (const name of place) {
    way = [...way, name]
    for (let at = valueAt(document, way); isReference(at); at = valueAt(document, way))
      way = at.$ref.slice(2).split('/')
  }
  return valueAt(document, way) === undefined ? undefined : way
}

const valueAt = (document: Json, way: readonly string[]) =>
  way.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), document)

const isReference = (value: unknown): value is { readonly $ref: string } =>
  isObject(value) && typeof value.$ref === 'string' && value.$ref.startsWith('#/')

const escaped = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))

function callOf({ method }: Endpoint, template: string, params: Json): Call {
  const inPath = new Set<string>()
  const path = template.replace(/\{([^}]*)\}/g, (_, name: string) => {
    inPath.add(name)
    return encodeURIComponent(String(params[name]))
  })
  return [method, path, Object.fromEntries(Object.entries(params).filter(([name]) => !inPath.has(name)))]
}

type Call = [method: Endpoint['method'], path: string, params: Json]

async function answerTo(call: Call, { client, signal }: Side): Promise<Json> {
  try {
    return await client.request(...call, until({ signal }))
  } catch (error) {
    if (!(error instanceof ApiError) || error.isAuthentication) throw error
    throw new CannotAsk(`The server refuses it: ${error.msg}`)
  }
}

/** The distinct problems: hundreds of messages in a list may have the same one. */
function problemsOf(errors: readonly ErrorObject[]): readonly string[] {
  const problems = errors.map(({ instancePath, message, params }) => {
    const place = instancePath
      .slice(1)
      .replace(/\/\d+(?=\/|$)/g, '[]')
      .replaceAll('/', '.')
    const more: unknown = params.additionalProperty ?? params.allowedValues
    return `${place || 'The answer'} ${message}${more === undefined ? '' : `: ${JSON.stringify(more)}`}`
  })
  return [...new Set(problems)]
}
