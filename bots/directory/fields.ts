import { md } from 'earshot'
import type { ProfileField } from 'earshot/protocol'

/** The fields of profiles as a numbered list. */
export function fieldList(fields: readonly ProfileField[]): string {
  return fields
    .map((field, at) => `${at + 1}. ${md.escape(field.name)}, ${kinds[field.type] ?? 'of another kind'}`)
    .join('\n')
}

/** By the numbers that the server has for them. */
const kinds: Readonly<Record<number, string>> = {
  1: 'a short text',
  2: 'a long text',
  3: 'a choice',
  4: 'a date',
  5: 'a link',
  6: 'people',
  7: 'an account elsewhere',
  8: 'pronouns',
}
