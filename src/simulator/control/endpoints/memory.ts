import * as z from 'zod'
import { endpoint } from '../controlEndpoint.js'
import { time } from '../fields.js'

const checkpoint = z.object({
  name: z.string(),
  time,
  counts: z.object({ users: z.int(), bots: z.int(), channels: z.int(), messages: z.int(), scheduledMessages: z.int() }),
})

export const memoryEndpoints = [
  endpoint.get('/checkpoints', {
    summary: 'Lists the checkpoints, oldest first.',
    answer: z.object({ checkpoints: z.array(checkpoint) }),
    handle: ({ simulator }) => ({ checkpoints: simulator.checkpoints }),
  }),
  endpoint.post('/checkpoints', {
    summary: 'Makes a checkpoint of everything; it replaces one of the same name.',
    body: z.strictObject({ name: z.string().trim().min(1) }),
    status: 201,
    answer: checkpoint,
    handle: ({ simulator }, { body }) => simulator.checkpoint(body.name),
  }),
  endpoint.post('/checkpoints/{name}/restore', {
    summary: 'Goes back to a checkpoint, as often as you like.',
    pathParameters: z.strictObject({ name: z.string().min(1) }),
    refusals: { 404: 'There is no such checkpoint.' },
    handle: ({ simulator }, { path }) => simulator.restore(path.name),
  }),
  endpoint.delete('/checkpoints/{name}', {
    summary: 'Deletes a checkpoint, and nothing else.',
    pathParameters: z.strictObject({ name: z.string().min(1) }),
    refusals: { 404: 'There is no such checkpoint.' },
    handle: ({ simulator }, { path }) => simulator.forget(path.name),
  }),
  endpoint.post('/branches', {
    summary: 'Starts another simulator that continues from here on its own, on a free port, until this one is closed.',
    description: 'It has its own control API and playground, and delivers to the same bots.',
    status: 201,
    answer: z.object({ url: z.string() }),
    async handle({ simulator, onClose, log }) {
      const branched = simulator.branch()
      const { url } = await branched.serve()
      onClose(() => {
        branched.close().catch((error: unknown) => log.error({ error }, 'A branch could not be closed.'))
      })
      return { url }
    },
  }),
  endpoint.post('/reset', {
    summary: 'Goes back to the organisation as it was at the start. Checkpoints stay.',
    handle: ({ simulator }) => simulator.reset(),
  }),
]
