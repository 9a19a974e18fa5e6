import { type EndpointName, endpoints } from '../../protocol/index.js'
import { nearest } from '../../text/index.js'
import { listInWords, shortened } from '../../values.js'
import { endpointNames, type Fault, faultOf } from './fault.js'
import { FaultError, type Place } from './faultError.js'
import { callPhrases, deliveryPhrases, printPhrase, readPhrase } from './phrases.js'
import { type Obstacle, Reader } from './reader.js'
import { isSingular, printWhich, readWhich } from './which.js'
import { printedName, wordsOf } from './words.js'

/**
 * Reads a fault from its sentence: which calls or deliveries, and what happens to them.
 *
 * @example
 * parseFault('the next 2 calls of messages.send answer 503')
 * parseFault('calls 4 to 6 of users.get by Hamlet are reset after taking effect')
 * parseFault('every third delivery to Echo is delivered twice')
 *
 * @throws {FaultError} naming the word that was not understood, and the one that was probably meant
 */
export function parseFault(sentence: string): Fault {
  if (sentence.length > longest) {
    throw new FaultError('INVALID_FAULT', `A fault has ${sentence.length} characters; at most ${longest} are read.`)
  }
  const words = wordsOf(sentence)
  if (words === undefined) {
    const message = `The fault '${sentence}' cannot be understood: a quotation in it does not end. Close it with ".`
    throw new FaultError('INVALID_FAULT', message, { sentence })
  }
  const read = readFault(new Reader(words))
  if ('obstacle' in read) {
    const { start, end } = words[read.obstacle.at] ?? { start: sentence.length, end: sentence.length }
    throw notUnderstood(sentence, read.obstacle, { start, end })
  }
  return faultOf(read.value)
}

/** Which words could stand next in a sentence that begins like this; or descriptions of them. */
export function wordsAfter(beginning: string): readonly string[] {
  const words = wordsOf(beginning)
  if (words === undefined) return []
  const reader = new Reader(words)
  readFault(reader)
  return reader.goesOnWith
}

/** The sentence of a fault. Reading it gives the same fault. */
export function printFault(fault: Fault): string {
  const { which, effect } = fault
  const words = fault.on === 'calls' ? calls : deliveries
  const parts = [printWhich(which, words)]
  if (fault.on === 'calls') {
    if (fault.of !== undefined) parts.push('of', fault.of)
    if (fault.by !== undefined) parts.push('by', printedName(fault.by))
  } else if (fault.to !== undefined) parts.push('to', printedName(fault.to))
  parts.push(printPhrase(effect, fault.on === 'calls' ? callPhrases : deliveryPhrases, isSingular(which)))
  return parts.join(' ')
}

function readFault(reader: Reader) {
  return reader.whole(() =>
    reader.either(
      () => readCallFault(reader),
      () => readDeliveryFault(reader),
    ),
  )
}

const longest = 200_000
const calls = { one: 'call', many: 'calls' }
const deliveries = { one: 'delivery', many: 'deliveries' }

function readCallFault(reader: Reader): unknown {
  const which = readWhich(reader, calls)
  const of = reader.maybe(() => {
    reader.word('of')
    return readEndpoint(reader)
  })
  const by = readNamed(reader, 'by', 'the name of an account')
  return { on: 'calls', which, ...of, ...by, effect: readPhrase(reader, callPhrases) }
}

function readDeliveryFault(reader: Reader): unknown {
  const which = readWhich(reader, deliveries)
  const to = readNamed(reader, 'to', 'the name of a bot')
  return { on: 'deliveries', which, ...to, effect: readPhrase(reader, deliveryPhrases) }
}

function readNamed(reader: Reader, word: 'by' | 'to', described: string): Readonly<Record<string, string>> | undefined {
  return reader.maybe(() => {
    reader.word(word)
    const name = reader.name(described)
    return name === '' ? reader.refuse('is empty') : { [word]: name }
  })
}

/** By its name; or by its verb and path, as they stand in the API's documentation. */
function readEndpoint(reader: Reader): { readonly of: EndpointName } {
  return reader.either(
    () => {
      const method = reader.oneOf(methods, ['GET', 'POST']).toUpperCase()
      const path = reader.name('the path of an endpoint')
      const found = endpoints.find((one) => one.method === method && one.path === path)
      if (found !== undefined) return { of: found.name }
      return reader.refuse(`is no path of an endpoint for ${method}`, nearest(path, pathsOf(method)))
    },
    () => {
      const name = reader.name('the name of an endpoint')
      const found = endpointNames.find((one) => one === name)
      if (found !== undefined) return { of: found }
      return reader.refuse('is no name of an endpoint such as messages.send', nearest(name, endpointNames))
    },
  )
}

const methods = [...new Set(endpoints.map((one) => one.method.toLowerCase()))]

function pathsOf(method: string): string[] {
  return endpoints.filter((one) => one.method === method).map((one) => one.path)
}

function notUnderstood(sentence: string, { word, expected, problem, suggestion }: Obstacle, at: Place): FaultError {
  const place = word === undefined ? 'at its end' : `at "${word}"`
  const choices = expected.filter((one) => one !== 'the end')
  const wanted = choices.length === 0 ? 'nothing more was expected' : `expected ${listInWords(choices, 'or')}`
  const what = problem === undefined ? `${place}: ${wanted}` : `"${word}" ${problem}`
  const advice = suggestion === undefined ? usage : `Did you mean "${suggestion}"?`
  return new FaultError(
    'INVALID_FAULT',
    `The fault '${shortened(sentence, 300)}' cannot be understood: ${what}. ${problem === undefined || suggestion ? advice : ''}`.trim(),
    { sentence, place: at, ...(word !== undefined && { word }), ...(suggestion !== undefined && { suggestion }) },
  )
}

const usage =
  'An example is "the next 2 calls of messages.send answer 503"; names of several words stand in double quotes.'
