import { addedAt, changeRows, rowsAbout } from './levelRows.mjs'
import { escapeText, joined, levelTag, optionalTag, table } from './markdown.mjs'
import { entities, entityOf, typeIn } from './words.mjs'

/** The page of the objects that endpoints take and answer. */
export const entityPage = ({ entities: purposes, fields }) => [
  '# Entities',
  '',
  'The objects in parameters and answers, as the client returns them from servers of every level. `earshot/protocol` exports a',
  'zod schema and a type of each.',
  ...Object.entries(entities).flatMap(([name, schema]) => {
    const { properties, anyOf, oneOf = anyOf, required = [] } = entityOf(schema)
    const rows = rowsAbout({ entity: name })
    return [
      '',
      `## ${name}`,
      '',
      escapeText(purposes.get(name) || ''),
      ...(oneOf === undefined ? [] : ['', `One of ${oneOf.map((one) => typeIn(one)).join(', ')}.`]),
      ...table(
        ['field', 'type', 'meaning'],
        Object.entries(properties ?? {}).map(([field, json]) => [
          `\`${field}\``,
          joined([typeIn(json), !required.includes(field) && optionalTag, levelTag(addedAt(rows, field))]),
          escapeText(fields.get(name)?.get(field) ?? ''),
        ]),
      ),
      ...table(
        ['level', 'field', 'what changed'],
        changeRows(rows).map(([level, field, change]) => [level, field, escapeText(change)]),
      ),
    ]
  }),
]
