import * as z from 'zod'
import * as protocol from '../../dist/protocol/index.js'

/** The shapes that `earshot/protocol` exports. */
export const entities = Object.fromEntries(
  Object.entries(protocol)
    .filter(([name, value]) => /^[A-Z]/.test(name) && value._zod !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1)),
)

const entityNames = z.registry()
for (const [id, schema] of Object.entries(entities)) entityNames.add(schema, { id })

/** The type that a schema takes (`input`) or gives (`output`), as Markdown; entities are links. `up` leads to their folder. */
export const typeOf = (schema, io, up = '') => typeIn(jsonOf(schema, io), up)

/** The type of a JSON schema, as Markdown. */
export const typeIn = (json, up = '') => `<code>${words(json, up)}</code>`

/** What is taken for a parameter that is left out, or `undefined`. */
export const defaultOf = (schema) => jsonOf(schema, 'input').default

/** An entity as a JSON schema: that of its fields, or of what it is one of. */
export function entityOf(schema) {
  const { $ref, $defs = {}, ...own } = jsonOf(schema, 'output')
  return $ref === undefined ? own : $defs[nameIn($ref)]
}

function words(json, up) {
  if (json.$ref !== undefined) return `[${nameIn(json.$ref)}](${up}entities.md#${nameIn(json.$ref).toLowerCase()})`
  if (json.enum !== undefined) return json.enum.map(written).join(' | ')
  if (json.const !== undefined) return written(json.const)
  const choices = json.anyOf ?? json.oneOf
  if (choices !== undefined) return [...new Set(choices.map((choice) => words(choice, up)))].join(' | ')
  if (json.type === 'array') return listOf(words(json.items ?? {}, up))
  if (json.type === 'object') return objectWords(json, up)
  return [json.type ?? 'any'].flat().join(' | ')
}

const written = (value) => (typeof value === 'string' ? `'${value}'` : String(value))

const listOf = (type) => (type.includes(' | ') ? `(${type})[]` : `${type}[]`)

const jsonOf = (schema, io) => z.toJSONSchema(schema, { io, metadata: entityNames, unrepresentable: 'any' })

const nameIn = (ref) => ref.split('/').at(-1)

function objectWords({ properties = {}, required = [], additionalProperties }, up) {
  const fields = Object.keys(properties).map((field) => (required.includes(field) ? field : `${field}?`))
  if (fields.length > 0) return `{ ${fields.join(', ')} }`
  const isRecord = typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0
  return isRecord ? `{ [key]: ${words(additionalProperties, up)} }` : 'object'
}
