import { type Access, type Endpoint, featureRow, successEnvelope } from '../../protocol/index.js'
import { refusalsOf } from './refusals.js'
import { objectOf, requestOf } from './requests.js'
import { type Context, Envelope, type Fields, oneOrAny, withNotes } from './schemas.js'
import type { Operation, Response, Schema } from './types.js'
import { inWords } from './words.js'

/** The operation of a path and a method. Two endpoints share both if a path parameter may be an ID or a text. */
export function operationOf(declared: readonly Endpoint[], inPath: readonly string[], context: Context): Operation {
  const [first] = declared
  const sinceWhen = declared.map(({ since }) => (since === undefined ? 0 : featureRow(since).level))
  return {
    operationId: declared.map(({ name }) => name).join('_or_'),
    tags: [...new Set(declared.map(tagOf))],
    summary: inWords(context.dialect, declared.map(({ summary }) => summary).join(' ')),
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

const accessTexts: Readonly<Record<Access, string>> = {
  public: 'Needs no credentials.',
  account: 'Every account may call it.',
  human: 'People may call it, bots may not.',
  member: 'Everybody but guests may call it.',
  administrator: 'Administrators may call it.',
  'administrator over target': 'Whoever may administer the user may call it.',
}

/** What a caller needs to know besides the parameters, as CommonMark. */
function descriptionOf(endpoint: Endpoint, isOneOfSeveral: boolean, { dialect, notes }: Context): string {
  const { name, deprecated, access, rules = [], repeatable, takesUpTo } = endpoint
  const rulesText = rules.map(({ says }) => `- ${says}`).join('\n')
  const parts = [
    isOneOfSeveral ? `**${name}**` : '',
    deprecated === undefined ? '' : `Deprecated. ${deprecated}`,
    accessTexts[access],
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

function success(declared: readonly Endpoint[], context: Context): Response {
  const schema = oneOrAny(declared.map((endpoint) => answerOf(endpoint, context)))
  return { description: 'Done.', content: { 'application/json': { schema } } }
}

function answerOf({ name, response }: Endpoint, { schemas, notes }: Context): Schema {
  const place = (field: string) => ({ endpoint: name, field })
  const envelope = schemas.of(Envelope)
  // Notes on the envelope's own fields for this endpoint alone go on a copy of them.
  const special = Object.keys(successEnvelope).filter((field) => notes.about(place(field)).length > 0)
  const common = special.length === 0 ? envelope : openEnvelope(schemas.ofFields(successEnvelope, place), special)
  if (Object.keys(response).length === 0) return common
  return { allOf: [common, objectOf(schemas.ofFields(response, place))] }
}

/** The envelope without the constant values that some of its fields have elsewhere. */
function openEnvelope({ properties, required }: Fields, special: readonly string[]): Schema {
  const opened = special.map((field) => {
    const { const: usual, ...schema } = properties[field] ?? {}
    return [field, usual === undefined ? schema : withNotes(schema, [`Otherwise \`${String(usual)}\`.`])]
  })
  return objectOf({ required, properties: { ...properties, ...Object.fromEntries(opened) } })
}
