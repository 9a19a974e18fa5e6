import { endpoints, olderDirectMessageTrigger, triggers } from '../../protocol/index.js'
import { FaultError } from './faultError.js'
import { printedName } from './reader.js'
import { parseFault, printEffect, verbs, wordsAfter } from './sentence.js'
import { endpointNames, fields } from './slots.js'

/** The names that a fault can contain. */
interface Nameable {
  readonly accounts: readonly string[]
  readonly bots: readonly string[]
}

interface Suggestions {
  /** A suggestion replaces the text from here to the end. */
  readonly from: number
  /** The likeliest first. */
  readonly texts: readonly string[]
}

/** Completions for the beginning of a fault: words, names and whole effects that contain its unfinished last word. */
export function suggestionsFor(beginning: string, names: Nameable): Suggestions {
  const last = lastWord(beginning)
  const from = beginning.length - last.length
  const base = beginning.slice(0, from)
  // Endpoints by name go before those by method and path.
  const next = wordsAfter(base).toSorted((one, other) => Number(other === endpointName) - Number(one === endpointName))
  const all =
    base.trim() === ''
      ? openings
      : [...effects.flatMap((effect) => effectAfter(base, effect)), ...next.flatMap(wordsFor)]
  const wanted = plain(last)
  const found = [...new Set(all)].filter((text) => text !== last && plain(text).includes(wanted))
  // Those that begin with it go first.
  const sorted = found.toSorted(
    (one, other) => Number(plain(other).startsWith(wanted)) - Number(plain(one).startsWith(wanted)),
  )
  return { from, texts: sorted.slice(0, most) }

  function wordsFor(expected: string): readonly string[] {
    if (expected === 'the name of an account') return names.accounts.map(printedName)
    if (expected === 'the name of a bot') return names.bots.map(printedName)
    if (expected === 'the path of an endpoint') return pathsAfter(base)
    if (Object.hasOwn(samples, expected)) return samples[expected] ?? []
    return verbs.has(expected) || expected.includes(' ') ? [] : [expected]
  }
}

/** More than there are endpoints. */
const most = 200

const plain = (text: string) => text.replace(/^"/, '').toLowerCase()

/** A quoted name that isn't closed yet, or an unfinished word. */
function lastWord(beginning: string): string {
  const open = beginning.replace(/"(?:[^"\\]|\\.)*"/gs, (quoted) => 'x'.repeat(quoted.length))
  return /"(?:[^"\\]|\\.)*$/s.exec(open)?.[0] ?? /[^\s,]*$/.exec(beginning)?.[0] ?? ''
}

/** An effect in the form that fits a beginning; empty if it doesn't fit. */
function effectAfter(base: string, effect: string): readonly string[] {
  try {
    return [printEffect(parseFault(`${base} ${effect}`))]
  } catch (error) {
    if (error instanceof FaultError) return []
    throw error
  }
}

function pathsAfter(base: string): string[] {
  const method = /(\w+)\s*$/.exec(base)?.[1]?.toUpperCase()
  return endpoints.filter((one) => one.method === method).map((one) => one.path)
}

const endpointName = 'the name of an endpoint'

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
  'the next event',
  'every heartbeat',
]

/** Examples for the descriptions in the grammar. */
const samples: Readonly<Record<string, readonly string[]>> = {
  [endpointName]: ['messages.send', ...endpointNames.toSorted()],
  'the name of a trigger': [...Object.values(triggers), olderDirectMessageTrigger, 'carrier_pigeon'],
  'a field such as message.subject': fields,
  'a time such as 250ms, 1.5s, 5m or 3h': ['250ms', '3s', '30s', '5m', '3h'],
  'a content type such as text/html': ['text/html', 'text/plain', 'application/xml'],
  'a number': ['1', '2', '3', '10', '100'],
  'a number such as 12th': ['12th'],
}

/** One example of each effect. */
const effects = [
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
  'is delivered twice',
  'is overtaken by the next 2',
  'loses the answer',
  'is answered with 500',
  'is answered 15s late',
  'is answered with malformed JSON',
  'is answered with only 20 bytes',
  'carries a wrong token',
  'carries the old token',
  'carries the trigger carrier_pigeon',
  'carries 1000000 characters of content',
  'lacks the optional fields',
  'lacks the field message.topic_links',
  'is dated 5m ahead',
  'loses the event queue',
  'is told twice',
]
