import { endpoints, olderDirectMessageTrigger, triggers } from '../../protocol/index.js'
import { endpointNames, type Fault } from './fault.js'
import { FaultError } from './faultError.js'
import { callPhrases, deliveryPhrases, printPhrase, verbsOfOne } from './phrases.js'
import { parseFault, wordsAfter } from './sentence.js'
import { fields } from './slots.js'
import { isSingular } from './which.js'
import { printedName } from './words.js'

/** Who can be named in a fault. */
export interface Nameable {
  readonly accounts: readonly string[]
  /** Those to whom something is delivered. */
  readonly bots: readonly string[]
}

export interface Continuations {
  /** From here to the end of what is written, a continuation takes its place. */
  readonly from: number
  /** What could stand there, likeliest first. */
  readonly texts: readonly string[]
}

/**
 * How the beginning of a fault can go on: words, names, and whole phrases for what happens. What is half written at its
 * end chooses among them.
 */
export function continuations(beginning: string, names: Nameable): Continuations {
  const half = halfWritten(beginning)
  const from = beginning.length - half.length
  const base = beginning.slice(0, from)
  const all =
    base.trim() === '' ? openings : [...effectPhrases(base), ...namesFirst(wordsAfter(base)).flatMap(choicesOf)]
  const wanted = half.replace(/^"/, '').toLowerCase()
  const fitting = [...new Set(all)]
    .filter((text) => text !== half)
    .map((text) => ({ text, rank: text.replace(/^"/, '').toLowerCase().indexOf(wanted) }))
    .filter(({ rank }) => rank >= 0)
  // What begins like it goes first; the rest stays in its order.
  const sorted = fitting.toSorted((one, other) => Math.sign(one.rank) - Math.sign(other.rank))
  return { from, texts: sorted.slice(0, most).map(({ text }) => text) }

  function choicesOf(expected: string): readonly string[] {
    if (expected === 'the name of an account') return names.accounts.map(printedName)
    if (expected === 'the name of a bot') return names.bots.map(printedName)
    if (expected === 'the path of an endpoint') return pathsAfter(base)
    const described = Object.hasOwn(samples, expected) ? samples[expected] : undefined
    if (described !== undefined) return described
    return verbsOfOne.has(expected) || expected.includes(' ') ? [] : [expected]
  }
}

const most = 200

/** Endpoints by name before those by verb and path. */
function namesFirst(expected: readonly string[]): readonly string[] {
  return expected.toSorted(
    (one, other) => Number(other === 'the name of an endpoint') - Number(one === 'the name of an endpoint'),
  )
}

/** A name in quotes that are still open, or a word that nothing stands behind. */
function halfWritten(beginning: string): string {
  return (
    /"(?:[^"\\]|\\.)*$/s.exec(beginning.replace(/"(?:[^"\\]|\\.)*"/gs, closed))?.[0] ??
    /[^\s,]*$/.exec(beginning)?.[0] ??
    ''
  )
}

const closed = (quotation: string) => 'x'.repeat(quotation.length)

const openings = [
  'the next call',
  'the next 2 calls',
  'every call',
  'every third call',
  'calls 4 to 6',
  'calls 4 and later',
  'the next delivery',
  'every delivery',
  'every third delivery',
  'deliveries 2 and later',
]

/** What may stand where the grammar describes a word. */
const samples: Readonly<Record<string, readonly string[]>> = {
  'the name of an endpoint': ['messages.send', ...endpointNames.toSorted()],
  'the name of a trigger': [...Object.values(triggers), olderDirectMessageTrigger, 'carrier_pigeon'],
  'a field such as message.subject': fields,
  'a time such as 250ms, 1.5s, 5m or 3h': ['250ms', '3s', '30s', '5m', '3h'],
  'a content type such as text/html': ['text/html', 'text/plain', 'application/xml'],
  'a number': ['1', '2', '3', '10', '100'],
  'a number such as 12th': ['12th'],
  'a seed': ['7'],
}

function pathsAfter(base: string): string[] {
  const method = /(\w+)\s*$/.exec(base)?.[1]?.toUpperCase()
  return endpoints.filter((one) => one.method === method).map((one) => one.path)
}

/** One example of each effect that can be said behind this. */
function effectPhrases(base: string): string[] {
  return [...saidAfter(base, 'calls', callEffects), ...saidAfter(base, 'deliveries', deliveryEffects)]
}

function saidAfter(base: string, on: Fault['on'], effects: readonly string[]): string[] {
  const faults = effects.map((effect) => understood(`${base} ${effect}`))
  return faults.flatMap((fault) => {
    if (fault?.on !== on) return []
    return printPhrase(fault.effect, on === 'calls' ? callPhrases : deliveryPhrases, isSingular(fault.which))
  })
}

function understood(sentence: string): Fault | undefined {
  try {
    return parseFault(sentence)
  } catch (error) {
    if (error instanceof FaultError) return undefined
    throw error
  }
}

const callEffects = [
  'answers 503',
  'answers 500 after taking effect',
  'answers 429 with Retry-After 2s',
  'is dropped',
  'is dropped after taking effect',
  'is reset',
  'is reset after taking effect',
  'is delayed by 3s',
  'hangs',
  'breaks off after 20 bytes',
  'answers malformed JSON',
  'answers with the content type text/html',
  'drips 100 bytes every 500ms',
  'finds the key revoked',
]

const deliveryEffects = [
  'is delivered twice',
  'is delayed by 30s',
  'is dropped',
  'is overtaken by the next 2',
  'loses the answer',
  'carries a wrong token',
  'carries the old token',
  'carries the trigger carrier_pigeon',
  'carries 1000000 characters of content',
  'lacks the optional fields',
  'lacks the field message.topic_links',
  'is dated 5m ahead',
]
