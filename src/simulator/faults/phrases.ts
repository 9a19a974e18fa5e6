import type { CallEffect, DeliveryEffect } from './effects.js'
import type { Reader } from './reader.js'
import { type Slot, type SlotName, slots } from './slots.js'

/**
 * How each effect is said. `~` marks the verb, which follows what it is said of; a name in angle brackets is a slot;
 * what stands in square brackets is said only where the slot in it is filled.
 */
export const callPhrases: Readonly<Record<CallEffect['kind'], string>> = {
  status: '~answer <status> <when>',
  'rate limit': '~answer 429 [with retry-after <retryAfter>]',
  malformed: '~answer malformed json',
  'content type': '~answer with the content type <type>',
  drop: '~be dropped <when>',
  reset: '~be reset <when>',
  delay: '~be delayed by <by> <when>',
  hang: '~hang <when>',
  'break off': '~break off after <bytes>',
  drip: '~drip <bytes> every <every>',
  'key revoked': '~find the key revoked',
}

export const deliveryPhrases: Readonly<Record<DeliveryEffect['kind'], string>> = {
  duplicate: '~be delivered <times>',
  overtaken: '~be overtaken by <others>',
  delay: '~be delayed by <by>',
  drop: '~be dropped',
  'answer lost': '~lose the answer',
  'wrong token': '~carry a wrong token',
  'old token': '~carry the old token',
  trigger: '~carry the trigger <trigger>',
  huge: '~carry <characters>',
  bare: '~lack the optional fields',
  without: '~lack the field <field>',
  skew: '~be dated <skew>',
}

/** An effect as a table of phrases knows it. */
export type Said = { readonly kind: string } & Readonly<Record<string, unknown>>

/** Reads one of the phrases. Singular and plural are not told apart. */
export function readPhrase(reader: Reader, phrases: Readonly<Record<string, string>>): Said {
  const ways = Object.entries(phrases).map(([kind, phrase]) => () => {
    const said: Record<string, unknown> & { kind: string } = { kind }
    const { fixed, optional } = partsOf(phrase)
    for (const part of fixed) readPart(reader, part, said)
    if (optional.length > 0) {
      reader.maybe(() => {
        for (const part of optional) readPart(reader, part, said)
      })
    }
    if (!reader.isAtEnd) reader.fail([])
    return said
  })
  return reader.either(...ways)
}

/** Says an effect of one call or delivery, or of several. */
export function printPhrase(said: Said, phrases: Readonly<Record<string, string>>, isSingular: boolean): string {
  const { fixed, optional } = partsOf(phrases[said.kind] ?? '')
  const isFilled = optional.every((part) => slotOf(part) === undefined || said[slotOf(part) ?? ''] !== undefined)
  return [...fixed, ...(isFilled ? optional : [])].map((part) => printPart(part, said, isSingular)).join(' ')
}

/** A verb after one, and after several. */
const verbs: Readonly<Record<string, readonly [one: string, several: string]>> = {
  answer: ['answers', 'answer'],
  be: ['is', 'are'],
  break: ['breaks', 'break'],
  carry: ['carries', 'carry'],
  drip: ['drips', 'drip'],
  find: ['finds', 'find'],
  hang: ['hangs', 'hang'],
  lack: ['lacks', 'lack'],
  lose: ['loses', 'lose'],
}

/** The verbs as sentences of one call or delivery have them, by which the reader names them. */
export const verbsOfOne: ReadonlySet<string> = new Set(Object.values(verbs).map(([one]) => one))

/** How words are written that are read in any case. */
const written: Readonly<Record<string, string>> = { json: 'JSON', 'retry-after': 'Retry-After' }

function partsOf(phrase: string): { readonly fixed: readonly string[]; readonly optional: readonly string[] } {
  const [fixed = '', optional = ''] = phrase.split(/ ?[[\]]/)
  return { fixed: fixed.split(' '), optional: optional === '' ? [] : optional.split(' ') }
}

function readPart(reader: Reader, part: string, said: Record<string, unknown>): void {
  const name = slotOf(part)
  const verb = part.startsWith('~') ? verbs[part.slice(1)] : undefined
  if (name !== undefined) said[name] = slots[name].read(reader)
  else if (verb !== undefined) reader.oneOf(verb, verb.slice(0, 1))
  else reader.word(part)
}

function printPart(part: string, said: Said, isSingular: boolean): string {
  const name = slotOf(part)
  if (name !== undefined) return (slots[name] as Slot<unknown>).print(said[name])
  const verb = part.startsWith('~') ? verbs[part.slice(1)] : undefined
  return verb?.[isSingular ? 0 : 1] ?? written[part] ?? part
}

function slotOf(part: string): SlotName | undefined {
  return part.startsWith('<') ? (part.slice(1, -1) as SlotName) : undefined
}
