import { z } from 'zod'
import { newestFeatureLevel } from '../../../protocol/index.js'
import { listAssumptions } from '../../realm/assumptionList.js'
import { controlEndpoint } from '../controlEndpoint.js'

const level = z.object({ featureLevel: z.int().min(0).max(newestFeatureLevel) })

const assumption = z.object({
  id: z.string(),
  spec: z.string().describe('The section of the spec that leaves it open.'),
  says: z.string().describe('What is assumed.'),
  otherwise: z.string().describe('What a real server might do instead.'),
  option: z
    .string()
    .nullable()
    .describe("The simulator's option that changes it; null where it is part of the contract."),
  default: z.unknown().optional(),
  value: z.unknown().optional().describe('What it is here.'),
  allowed: z.unknown().optional().describe('Every value that it may be given, as a JSON Schema.'),
})

export const serverEndpoints = [
  controlEndpoint({
    id: 'level',
    method: 'GET',
    path: '/level',
    summary: "Tells the server's feature level.",
    answer: level,
    handle: ({ simulator }) => ({ featureLevel: simulator.realm.featureLevel }),
  }),
  controlEndpoint({
    id: 'setLevel',
    method: 'PUT',
    path: '/level',
    summary: 'Makes the server another version of itself, in the middle of whatever goes on.',
    body: z.strictObject({ featureLevel: z.number() }),
    answer: level,
    handle({ simulator }, { body }) {
      simulator.setFeatureLevel(body.featureLevel)
      return { featureLevel: simulator.realm.featureLevel }
    },
  }),
  controlEndpoint({
    id: 'assumptions',
    method: 'GET',
    path: '/assumptions',
    summary: 'Lists everything that the spec leaves open, and how it is answered here.',
    description:
      'Send `Earshot-Show: assumptions` with a call of the API, and its answer names in `Earshot-Assumptions` those that it rests on.',
    answer: z.object({ assumptions: z.array(assumption) }),
    handle: ({ simulator }) => ({ assumptions: [...listAssumptions(simulator.realm.assumptions)] }),
  }),
]
