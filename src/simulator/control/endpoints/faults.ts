import { z } from 'zod'
import type { FaultData } from '../../faults/fault.js'
import type { FaultStatus } from '../../faults/faults.js'
import { controlEndpoint } from '../controlEndpoint.js'
import { done } from '../fields.js'

const fault = z.object({
  id: z.int(),
  sentence: z.string().describe('The fault as a sentence, from which it can be added again.'),
  fault: z.looseObject({}).describe('The fault as data.'),
  seen: z.int().describe('How many calls or deliveries that it is about have come since.'),
  fired: z.int().describe('How many of them it has struck.'),
  remaining: z.int().nullable().describe('How many it may strike yet; null where there is no end to it.'),
})

export const faultEndpoints = [
  controlEndpoint({
    id: 'faults',
    method: 'GET',
    path: '/faults',
    summary: 'Lists what goes wrong, when, and how often it has.',
    answer: z.object({ faults: z.array(fault) }),
    handle: ({ simulator }) => ({ faults: simulator.faults.list().map(shown) }),
  }),
  controlEndpoint({
    id: 'addFault',
    method: 'POST',
    path: '/faults',
    summary: 'Adds a fault to the plan.',
    body: z.strictObject({
      fault: z
        .union([z.string(), z.looseObject({})])
        .describe('A sentence such as `the next 2 calls of messages.send answer 503`, or data.'),
    }),
    status: 201,
    answer: fault,
    handle: ({ simulator }, { body }) => shown(simulator.faults.add(body.fault as string | FaultData)),
  }),
  controlEndpoint({
    id: 'clearFaults',
    method: 'DELETE',
    path: '/faults',
    summary: 'Takes everything out of the plan.',
    answer: done,
    handle({ simulator }) {
      simulator.faults.clear()
      return { done: true as const }
    },
  }),
  controlEndpoint({
    id: 'removeFault',
    method: 'DELETE',
    path: '/faults/{id}',
    summary: 'Takes a fault out of the plan.',
    pathParameters: z.strictObject({ id: z.coerce.number().int() }),
    answer: done,
    refusals: { 404: 'There is no such fault.' },
    handle({ simulator }, { path }) {
      simulator.faults.remove(path.id)
      return { done: true as const }
    },
  }),
  controlEndpoint({
    id: 'strikes',
    method: 'GET',
    path: '/faults/strikes',
    summary: 'Lists the calls and deliveries that went wrong by the plan, oldest first.',
    answer: z.object({ strikes: z.array(z.looseObject({})) }),
    handle: ({ simulator }) => ({ strikes: simulator.faults.strikes.map((strike) => ({ ...strike })) }),
  }),
]

function shown({ remaining, fault: data, ...rest }: FaultStatus): z.input<typeof fault> {
  return { ...rest, fault: { ...data }, remaining: remaining ?? null }
}
