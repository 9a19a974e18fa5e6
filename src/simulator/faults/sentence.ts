import { listInWords, shortened } from '../../values.js'
import {
  type CallEffect,
  type DeliveryEffect,
  type EventEffect,
  type Fault,
  faultOf,
  type HeartbeatEffect,
  type Which,
} from './fault.js'
import { FaultError } from './faultError.js'
import { type Obstacle, Reader, wordsOf } from './reader.js'
import { type Slot, slots } from './slots.js'

/** The sentences about one subject: which ones, whose, and what happens, each with one of several phrases. */
interface Grammar {
  readonly which: Phrases<Which['kind']>
  readonly whose: string
  readonly effect: Phrases<string>
}

/**
 * Phrases by kind. `~` marks a word that agrees in number; a name in angle brackets is a slot, which may be followed by
 * the name of its kind.
 */
type Phrases<Kind extends string> = Readonly<Record<Kind, string>>

const calls: Phrases<CallEffect['kind']> = {
  status: '~answer <status> <when>',
  'rate limit': '~answer 429 <retryAfter>',
  malformed: '~answer malformed JSON',
  'content type': '~answer with the content type <type>',
  drop: '~be dropped <when>',
  reset: '~be reset <when>',
  delay: '~be delayed by <by:time> <when>',
  hang: '~hang <when>',
  'break off': '~break off after <bytes>',
  drip: '~drip <bytes> every <every:time>',
  'key revoked': '~find the key revoked',
}

const deliveries: Phrases<DeliveryEffect['kind']> = {
  duplicate: '~be delivered <times>',
  overtaken: '~be overtaken by <others>',
  delay: '~be delayed by <by:time>',
  drop: '~be dropped',
  'answer lost': '~lose the answer',
  'answer status': '~be answered with <status>',
  'answer late': '~be answered <by:time> late',
  'answer malformed': '~be answered with malformed JSON',
  'answer cut off': '~be answered with only <bytes>',
  'wrong token': '~carry a wrong token',
  'old token': '~carry the old token',
  trigger: '~carry the trigger <trigger>',
  huge: '~carry <characters>',
  bare: '~lack the optional fields',
  without: '~lack the field <field>',
  skew: '~be dated <skew>',
}

const events: Phrases<EventEffect['kind']> = {
  'queue lost': '~lose the event queue',
  repeat: '~be told <times>',
  drop: '~be dropped',
  delay: '~be delayed by <by:time>',
}

const heartbeats: Phrases<HeartbeatEffect['kind']> = { drop: '~be dropped', delay: '~be delayed by <by:time>' }

/** What a fault may say, for reading and for printing. */
const grammars: Readonly<Record<Fault['on'], Grammar>> = {
  calls: { which: whichOf('~call'), whose: '<of> <by>', effect: calls },
  deliveries: { which: whichOf('~delivery'), whose: '<to>', effect: deliveries },
  events: { which: whichOf('~event'), whose: '<to>', effect: events },
  heartbeats: { which: whichOf('~heartbeat'), whose: '<to>', effect: heartbeats },
}

function whichOf(noun: string): Phrases<Which['kind']> {
  return {
    every: `every <nth> ${noun}`,
    next: `the next <count> ${noun}`,
    from: `${noun} <first> and later`,
    numbers: `${noun} <ranges>`,
  }
}

/** Words that agree in number: singular and plural. */
const agreeing: Readonly<Record<string, readonly [one: string, several: string]>> = {
  call: ['call', 'calls'],
  delivery: ['delivery', 'deliveries'],
  event: ['event', 'events'],
  heartbeat: ['heartbeat', 'heartbeats'],
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

/** The verbs, as in errors and suggestions. */
export const verbs: ReadonlySet<string> = new Set(
  Object.values(agreeing)
    .map(([one]) => one)
    .slice(4),
)

/**
 * Reads a fault from its sentence: which calls or deliveries, and what happens to them.
 *
 * @example
 * parseFault('the next 2 calls of messages.send answer 503')
 * parseFault('calls 4 to 6 of users.get by Hamlet are reset after taking effect')
 * parseFault('every third delivery to Echo is delivered twice')
 *
 * @throws {FaultError} that names the word that was not understood, and the likely word
 */
export function parseFault(sentence: string): Fault {
  if (sentence.length > longest) {
    throw new FaultError('invalid_fault', `A fault has ${sentence.length} characters; at most ${longest} are read.`)
  }
  const words = wordsOf(sentence)
  if (words === undefined) {
    const message = `The fault '${sentence}' cannot be understood: a quotation in it does not end. Close it with ".`
    throw new FaultError('invalid_fault', message, { sentence })
  }
  const read = readFault(new Reader(words))
  if ('value' in read) return faultOf(read.value)
  const { start, end } = words[read.obstacle.at] ?? { start: sentence.length, end: sentence.length }
  throw notUnderstood(sentence, read.obstacle, { start, end })
}

const longest = 200_000

/** The words that could come next in a sentence that begins like this, or descriptions of them. */
export function wordsAfter(beginning: string): readonly string[] {
  const reader = new Reader(wordsOf(beginning) ?? [])
  readFault(reader)
  return reader.next
}

/** The sentence of a fault, from which the same fault can be read. @example printFault(parseFault('calls of users.get answer 503')) */
export function printFault(fault: Fault): string {
  const { on, which, effect: _, ...whose } = fault
  const phrases = grammars[on]
  const subject = `${phrases.which[which.kind]} ${phrases.whose}`
  return `${printed(subject, { ...which, ...whose }, which)} ${printEffect(fault)}`
}

/** The part of a fault's sentence that says what happens. */
export function printEffect({ on, which, effect }: Fault): string {
  return printed(grammars[on].effect[effect.kind] ?? '', effect, which)
}

/** Whether the verb is that of one call or delivery. */
function isSingular(which: Which): boolean {
  if (which.kind === 'next') return which.count === 1
  if (which.kind !== 'numbers') return which.kind === 'every'
  return which.ranges.every(([first, last]) => which.ranges.length === 1 && first === last)
}

function readFault(reader: Reader) {
  return reader.whole(() =>
    reader.either(
      ...(['calls', 'deliveries', 'events', 'heartbeats'] as const).map((on) => () => readFaultOf(on, reader)),
    ),
  )
}

function readFaultOf(on: Fault['on'], reader: Reader) {
  const { which, whose, effect } = grammars[on]
  return { on, which: readPhrase(which, reader), ...readParts(whose, reader), effect: readPhrase(effect, reader) }
}

function readPhrase(phrases: Phrases<string>, reader: Reader) {
  const ways = Object.entries(phrases).map(([kind, phrase]) => () => ({ kind, ...readParts(phrase, reader) }))
  return reader.either(...ways)
}

function readParts(phrase: string, reader: Reader): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {}
  for (const part of phrase.split(' ')) {
    const { field, slot, words } = meaningOf(part)
    const value = slot?.read(reader)
    if (value !== undefined) values[field] = value
    // Singular and plural are both accepted; errors name one of them.
    if (words) reader.read((word) => words.find((one) => one === word.toLowerCase()), words[0])
    else if (slot === undefined) reader.word(part)
  }
  return values
}

function printed(phrase: string, values: Readonly<Record<string, unknown>>, which: Which): string {
  const parts = phrase.split(' ').map((part) => {
    const { field, slot, words } = meaningOf(part)
    if (slot !== undefined) return slot.print(values[field] as never)
    return words === undefined ? part : words[isSingular(which) ? 0 : 1]
  })
  return parts.filter((part) => part !== undefined).join(' ')
}

interface Meaning {
  readonly field: string
  readonly slot?: Slot | undefined
  readonly words?: readonly [one: string, several: string] | undefined
}

function meaningOf(part: string): Meaning {
  const [, field = '', kind = field] = /^<(\w+)(?::(\w+))?>$/.exec(part) ?? []
  if (field !== '') return { field, slot: slots[kind as keyof typeof slots] }
  return { field, words: part.startsWith('~') ? agreeing[part.slice(1)] : undefined }
}

function notUnderstood(
  sentence: string,
  { word, expected, problem, suggestion }: Obstacle,
  place: { readonly start: number; readonly end: number },
): FaultError {
  const where = word === undefined ? 'at its end' : `at "${word}"`
  const wanted = expected.length === 0 ? 'nothing more was expected' : `expected ${listInWords(expected, 'or')}`
  const what = problem === undefined ? `${where}: ${wanted}` : `"${word}" ${problem}`
  const advice =
    suggestion === undefined ? (problem === undefined ? ` ${usage}` : '') : ` Did you mean "${suggestion}"?`
  return new FaultError(
    'invalid_fault',
    `The fault '${shortened(sentence, 300)}' cannot be understood: ${what}.${advice}`,
    { sentence, place, word, suggestion },
  )
}

const usage =
  'An example is "the next 2 calls of messages.send answer 503"; names of several words stand in double quotes.'
