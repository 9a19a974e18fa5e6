import * as z from 'zod'
import type { FaultData } from '../../faults/fault.js'
import { FaultError } from '../../faults/faultError.js'
import type { FaultStatus, Faults } from '../../faults/faults.js'
import { presets, presetsFor } from '../../faults/presets.js'
import { wordsOf } from '../../faults/reader.js'
import { suggestionsFor } from '../../faults/suggestions.js'
import { isCalled } from '../../public/organisation.js'
import { endpoint } from '../controlEndpoint.js'

const fault = z.object({
  id: z.int(),
  sentence: z.string().describe('The fault as a sentence, from which it can be added again.'),
  fault: z.looseObject({}).describe('The fault as data.'),
  seen: z.int().describe('How many calls or deliveries it could have affected.'),
  fired: z.int().describe('How many of them it affected.'),
  remaining: z.int().nullable().describe('How many more it may affect; null if there is no limit.'),
  progress: z.string().describe('The same in words.'),
})

/** A fault of the plan, and its progress. */
export type ListedFault = z.output<typeof fault>

const readFault = z.object({
  sentence: z.string().nullable().describe('As the plan would have it; null where it is not understood.'),
  problem: z
    .object({
      message: z.string(),
      place: z.object({ start: z.int(), end: z.int() }).nullable().describe('Of the word that is wrong.'),
      suggestion: z.string().nullable(),
    })
    .nullable(),
  continuations: z.object({
    from: z.int().describe('From here to the caret, one of the texts takes the place of what is there.'),
    texts: z.array(z.string()),
  }),
})

/** The analysis of a sentence that is being written. */
export type ReadFault = z.output<typeof readFault>

export const faultEndpoints = [
  endpoint.get('/faults', {
    summary: 'Lists the planned faults, and how often each was applied.',
    answer: z.object({ faults: z.array(fault) }),
    handle: ({ simulator }) => ({ faults: simulator.faults.list().map(withProgress) }),
  }),
  endpoint.post('/faults', {
    summary: 'Adds a fault to the plan.',
    description: 'No fault affects a call with the header `Earshot-Client: playground`, and none is counted.',
    body: z.strictObject({
      fault: z
        .union([z.string(), z.looseObject({})])
        .describe('A sentence such as `the next 2 calls of messages.send answer 503`, or data.'),
      seen: z.int().min(0).default(0).describe('With `fired`: the progress of a fault that was removed before.'),
      fired: z.int().min(0).default(0),
    }),
    status: 201,
    answer: fault,
    handle: ({ simulator }, { body: { fault: given, ...progress } }) =>
      withProgress(simulator.faults.add(given as string | FaultData, progress)),
  }),
  endpoint.get('/faults/presets', {
    summary: 'Lists suggested faults with their titles, of any bot or of one.',
    query: z.strictObject({ bot: z.string().optional().describe('Name or address of a bot. (default: any)') }),
    answer: z.object({
      presets: z.array(z.object({ group: z.string(), title: z.string(), sentence: z.string() })),
    }),
    handle: (_, { query: { bot } }) => ({ presets: bot === undefined ? presets : presetsFor(bot) }),
  }),
  endpoint.post('/faults/read', {
    summary: 'Parses a sentence without adding it: whether it is valid, what is wrong with it, and how it can go on.',
    body: z.strictObject({
      sentence: z.string(),
      caret: z.int().min(0).optional().describe('Where it is being written; at its end unless given.'),
    }),
    answer: readFault,
    handle({ simulator }, { body: { sentence, caret = sentence.length } }) {
      const accounts = simulator.realm.accounts().filter(({ is_active }) => is_active)
      const names = {
        accounts: accounts.map(({ full_name }) => full_name),
        bots: accounts.filter(isCalled).map(({ full_name }) => full_name),
      }
      return {
        ...parsed(simulator.faults, sentence),
        continuations: suggestionsFor(sentence.slice(0, caret), names),
      }
    },
  }),
  endpoint.delete('/faults', {
    summary: 'Removes all faults.',
    description: 'With the last fault, what was delayed goes on at once, and what hangs ends as a closed connection.',
    handle: ({ simulator }) => simulator.faults.clear(),
  }),
  endpoint.delete('/faults/{id}', {
    summary: 'Removes a fault.',
    pathParameters: z.strictObject({ id: z.coerce.number().int() }),
    refusals: { 404: 'There is no such fault.' },
    handle: ({ simulator }, { path }) => simulator.faults.remove(path.id),
  }),
  endpoint.get('/faults/applied', {
    summary: 'Lists the calls and deliveries that faults affected, oldest first.',
    answer: z.object({ applied: z.array(z.looseObject({})) }),
    handle: ({ simulator }) => ({ applied: simulator.faults.applied }),
  }),
]

/** The normal form of a sentence, or what is wrong with it. */
function parsed(faults: Faults, sentence: string) {
  try {
    return { sentence: faults.read(sentence).sentence, problem: null }
  } catch (error) {
    if (!(error instanceof FaultError)) throw error
    const { message, word, suggestion = null } = error
    const found = error.place ?? wordsOf(sentence)?.findLast(({ text }) => text === word)
    const place = found ? { start: found.start, end: found.end } : null
    return { sentence: null, problem: { message, place, suggestion } }
  }
}

function withProgress(status: FaultStatus) {
  const now = { ...status, remaining: status.remaining ?? null }
  return { ...now, progress: faultProgress(now) }
}

/** The progress of a fault, in words. */
export function faultProgress({ fault, seen, fired, remaining }: Omit<ListedFault, 'id' | 'sentence' | 'progress'>) {
  const [one, several] = fault.on === 'deliveries' ? ['delivery', 'deliveries'] : ['call', 'calls']
  const applied = seen === 0 ? `no ${several} yet` : `applied to ${fired} of ${seen} ${seen === 1 ? one : several}`
  const then = remaining === null ? 'no end' : remaining === 0 ? 'spent' : `${remaining} to come`
  return `${applied} · ${then}`
}
