import * as z from 'zod'
import { filledIn, filledInAtTop } from './fillIn.js'
import { seedSchema } from './schema.js'

/**
 * The seed file as JSON Schema (draft 2020-12), for editors that check and complete while one writes. What a schema
 * cannot say, such as which IDs there are, is left to `readSeed`.
 *
 * @example // at the top of a file: # yaml-language-server: $schema=seed.schema.json
 */
export function seedJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(seedSchema, {
    io: 'input',
    override({ jsonSchema, path: [, list = '', items, ...deeper] }) {
      const isEntry = items === 'items' && deeper.length === 0
      const optional = isEntry ? filledIn[list] : list === '' ? filledInAtTop : undefined
      if (optional !== undefined)
        jsonSchema.required = jsonSchema.required?.filter((field) => !optional.includes(field))
    },
  })
}
