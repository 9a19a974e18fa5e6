import * as z from 'zod'
import * as protocol from '../../dist/protocol/index.js'

/** The shapes that the contract exports by a name of their own. */
export const entities = Object.fromEntries(
  Object.entries(protocol)
    .filter(([name, value]) => /^[A-Z]/.test(name) && value._zod !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1)),
)

const entityNames = z.registry()
for (const [id, schema] of Object.entries(entities)) entityNames.add(schema, { id })

/** What a schema of the contract takes (`input`) or gives (`output`), in a few words; entities are linked to. */
export const wordsOf = (schema, io) => words(jsonOf(schema, io))

/** What is taken for a parameter that is left out, or `undefined`. */
export const defaultOf = (schema) => jsonOf(schema, 'input').default

/** An entity as a JSON schema: that of its fields, or of what it is one of. */
export function entityOf(schema) {
  const { $ref, $defs = {}, ...own } = jsonOf(schema, 'output')
  return $ref === undefined ? own : $defs[nameIn($ref)]
}

/** A JSON schema in a few words. */
export function words(json) {
  if (json.$ref !== undefined) return `[\`${nameIn(json.$ref)}\`](entities.md#${nameIn(json.$ref).toLowerCase()})`
  if (json.enum !== undefined) return `one of ${json.enum.map((value) => `\`${value}\``).join(', ')}`
  if (json.const !== undefined) return `\`${json.const}\``
  const choices = json.anyOf ?? json.oneOf
  if (choices !== undefined) return [...new Set(choices.map(words))].join(', or ')
  if (json.type === 'array') return `list of ${plural(words(json.items ?? {}))}`
  if (json.type === 'object') return objectWords(json)
  return [json.type ?? 'anything']
    .flat()
    .map((type) => names[type] ?? type)
    .join(', or ')
}

const jsonOf = (schema, io) => z.toJSONSchema(schema, { io, metadata: entityNames, unrepresentable: 'any' })

const nameIn = (ref) => ref.split('/').at(-1)

function objectWords({ properties = {}, additionalProperties }) {
  const fields = Object.keys(properties)
  if (fields.length > 0) return `object with ${fields.map((field) => `\`${field}\``).join(', ')}`
  const isRecord = typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0
  return isRecord ? `object whose values are each ${words(additionalProperties)}` : 'object'
}

const names = { integer: 'whole number', number: 'number', string: 'text', boolean: 'true or false', null: '`null`' }

const plural = (text) => text.replace(/^(whole number|number|text|object|list)\b/, '$1s')
