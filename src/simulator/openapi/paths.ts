import {
  type Endpoint,
  featureRow,
  successEnvelope,
  summaryOf,
  toWirePath,
  whoMayCall,
  wireKind,
} from '../../protocol/index.js'
import { inWords } from './levelNotes.js'
import { refusalsOf } from './refusals.js'
import { objectOf, parametersOf, requestOf } from './requests.js'
import { type DescriptionContext, Envelope, oneOrAny, type SchemaFields, withNotes } from './schemas.js'
import type { HttpVerb, Operation, PathItem, Response, Schema } from './types.js'

/**
 * The paths of a server. OpenAPI distinguishes paths only by their fixed parts, so `/users/{user_id}` and `/users/{email}`
 * become one path, `/users/{user_id_or_email}`.
 */
export function pathsOf(declared: readonly Endpoint[], context: DescriptionContext): Record<string, PathItem> {
  const alike = new Map<string, Endpoint[]>()
  for (const endpoint of declared) {
    const shape = endpoint.path.replaceAll(/\{\w+\}/g, '{}')
    alike.set(shape, [...(alike.get(shape) ?? []), endpoint])
  }
  return Object.fromEntries(
    [...alike.values()].map((endpoints) => {
      const ordered = [...endpoints].sort((one, other) => textsInPath(one) - textsInPath(other))
      const names = joinedNames(ordered)
      const path = toWirePath(context.dialect, ordered[0]?.path ?? '')
      let at = 0
      const joined = path.replaceAll(/\{\w+\}/g, () => `{${names[at++] ?? ''}}`)
      return [joined, itemOf(ordered, names, context)]
    }),
  )
}

function itemOf(endpoints: readonly Endpoint[], names: readonly string[], context: DescriptionContext): PathItem {
  const methods = [...new Set(endpoints.map(({ method }) => method))]
  const operations = methods.map((method): [HttpVerb, Operation] => {
    const ofMethod = endpoints.filter((endpoint) => endpoint.method === method)
    return [method.toLowerCase() as HttpVerb, operationOf(ofMethod, names, context)]
  })
  return Object.fromEntries(operations)
}

/** One name for each parameter position of a path, joined from the alternatives, IDs before strings. */
function joinedNames(endpoints: readonly Endpoint[]): string[] {
  const names = endpoints.map(({ path }) => parametersOf(path))
  return (names[0] ?? []).map((_, at) => [...new Set(names.map((one) => one[at] ?? ''))].join('_or_'))
}

function textsInPath({ path, params }: Endpoint): number {
  return parametersOf(path).filter((name) => params[name] !== undefined && wireKind(params[name]) === 'text').length
}

/** The operation of a path and a method. Two endpoints share both if a path parameter can be an ID or a string. */
function operationOf(declared: readonly Endpoint[], inPath: readonly string[], context: DescriptionContext): Operation {
  const [first] = declared
  const sinceWhen = declared.map(({ since }) => (since === undefined ? 0 : featureRow(since).level))
  return {
    operationId: declared.map(({ name }) => name).join('_or_'),
    tags: [...new Set(declared.map(tagOf))],
    summary: inWords(context.dialect, declared.map(summaryOf).join(' ')),
    description: declared.map((endpoint) => descriptionOf(endpoint, declared.length > 1, context)).join('\n\n'),
    ...(declared.every(({ deprecated }) => deprecated !== undefined) && { deprecated: true }),
    ...(first?.access === 'public' && { security: [] }),
    ...requestOf(declared, inPath, context),
    responses: { 200: success(declared, context), ...refusalsOf(declared, context) },
    'x-earshot-endpoints': declared.map(({ name }) => name),
    'x-earshot-spec': declared.map(({ spec }) => spec).join(', '),
    'x-earshot-since': Math.min(...sinceWhen),
  }
}

/** The namespace of an endpoint's name. */
export function tagOf({ name }: Endpoint): string {
  return name.split('.')[0] ?? name
}

/** Further facts for callers, as CommonMark. */
function descriptionOf(endpoint: Endpoint, isOneOfSeveral: boolean, { dialect, notes }: DescriptionContext): string {
  const { name, deprecated, rules = [], repeatable, takesUpTo } = endpoint
  const rulesText = rules.map(({ text }) => `- ${text}`).join('\n')
  const parts = [
    isOneOfSeveral ? `**${name}**` : '',
    deprecated === undefined ? '' : `Deprecated. ${deprecated}`,
    whoMayCall(endpoint),
    rulesText === '' ? '' : `Rules:\n\n${rulesText}`,
    repeatText(repeatable),
    takesUpTo === undefined ? '' : `May take ${takesUpTo} seconds.`,
    ...notes.about({ endpoint: name }),
  ]
  return inWords(dialect, parts.filter((part) => part !== '').join('\n\n'))
}

function repeatText(repeatable: Endpoint['repeatable']): string {
  if (repeatable === 'always') return 'Sending it twice is the same as sending it once.'
  if (repeatable === 'never') return 'Sending it twice is not the same as sending it once.'
  return `Sending it twice is the same as sending it once from feature level ${featureRow(repeatable).level} on.`
}

function success(declared: readonly Endpoint[], context: DescriptionContext): Response {
  const schema = oneOrAny(declared.map((endpoint) => answerOf(endpoint, context)))
  return { description: 'Done.', content: { 'application/json': { schema } } }
}

function answerOf({ name, response }: Endpoint, { schemas, notes }: DescriptionContext): Schema {
  const place = (field: string) => ({ endpoint: name, field })
  const envelope = schemas.of(Envelope)
  // Notes about the envelope's fields at this endpoint go on a copy.
  const special = Object.keys(successEnvelope).filter((field) => notes.about(place(field)).length > 0)
  const common = special.length === 0 ? envelope : openEnvelope(schemas.ofFields(successEnvelope, place), special)
  if (Object.keys(response).length === 0) return common
  return { allOf: [common, objectOf(schemas.ofFields(response, place))] }
}

/** The envelope without the constant values that its fields usually have. */
function openEnvelope({ properties, required }: SchemaFields, special: readonly string[]): Schema {
  const opened = special.map((field) => {
    const { const: usual, ...schema } = properties[field] ?? {}
    return [field, usual === undefined ? schema : withNotes(schema, [`Otherwise \`${String(usual)}\`.`])]
  })
  return objectOf({ required, properties: { ...properties, ...Object.fromEntries(opened) } })
}
