import * as z from 'zod'
import { endpoint } from '../simulator/control/controlEndpoint.js'

/**
 * What the page requests from the control API before it shows anything. The journal goes first, so that nothing is missed between it and the rest.
 */
const beginnings = [
  '/journal?limit=1',
  '/level',
  '/organisation',
  '/clock',
  '/clock/pending?limit=50',
  '/faults',
  '/checkpoints',
  '/deliveries/holds',
  '/queue',
  '/journal?kinds=notice&limit=1000',
]

export const playgroundEndpoints = [
  endpoint.get('/start', {
    summary: 'Returns what the playground’s page needs to start, in one answer.',
    description: 'For the page only, and changes with it.',
    answer: z.object({ answers: z.record(z.string(), z.unknown()).describe('By their paths below `/sim`.') }),
    async handle({ simulator }) {
      const answers: Record<string, unknown> = {}
      for (const path of beginnings) {
        answers[path] = await (await simulator.fetch(`${simulator.url}/sim${path}`)).json()
      }
      return { answers }
    },
  }),
]
