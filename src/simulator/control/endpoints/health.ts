import * as z from 'zod'
import { endpoint } from '../controlEndpoint.js'
import { time } from '../fields.js'

export const healthEndpoints = [
  endpoint.get('/health', {
    id: 'health',
    summary: 'Says that the simulator is up, and which one it is.',
    description: 'Compare `instance` to be sure that no other simulator has taken over the port.',
    answer: z.object({
      status: z.literal('up'),
      instance: z.string().describe('Made anew whenever a simulator is made.'),
      url: z.string(),
      featureLevel: z.int(),
      dialect: z.string(),
      time,
    }),
    handle: ({ simulator, instance, dialect }) => ({
      status: 'up' as const,
      instance,
      url: simulator.url,
      featureLevel: simulator.realm.featureLevel,
      dialect: dialect.name,
      time: simulator.clock.now(),
    }),
  }),
]
