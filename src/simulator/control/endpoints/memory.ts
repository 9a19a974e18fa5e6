import * as z from 'zod'
import { controlEndpoint } from '../controlEndpoint.js'
import { done, time } from '../fields.js'

const checkpoint = z.object({
  name: z.string(),
  time,
  counts: z.object({
    users: z.int(),
    bots: z.int(),
    channels: z.int(),
    messages: z.int(),
    scheduledMessages: z.int(),
  }),
})

export const memoryEndpoints = [
  controlEndpoint({
    id: 'checkpoints',
    method: 'GET',
    path: '/checkpoints',
    summary: 'Lists the moments that can be gone back to, oldest first.',
    answer: z.object({ checkpoints: z.array(checkpoint) }),
    handle: ({ simulator }) => ({ checkpoints: [...simulator.checkpoints] }),
  }),
  controlEndpoint({
    id: 'makeCheckpoint',
    method: 'POST',
    path: '/checkpoints',
    summary: 'Remembers everything as it is; a checkpoint of the same name is forgotten.',
    body: z.strictObject({ name: z.string().trim().min(1) }),
    status: 201,
    answer: checkpoint,
    handle: ({ simulator }, { body }) => simulator.checkpoint(body.name),
  }),
  controlEndpoint({
    id: 'restoreCheckpoint',
    method: 'POST',
    path: '/checkpoints/{name}/restore',
    summary: 'Goes back to a checkpoint, as often as you like.',
    pathParameters: z.strictObject({ name: z.string().min(1) }),
    answer: done,
    refusals: { 404: 'There is no such checkpoint.' },
    handle({ simulator }, { path }) {
      simulator.restore(path.name)
      return { done: true as const }
    },
  }),
  controlEndpoint({
    id: 'forgetCheckpoint',
    method: 'DELETE',
    path: '/checkpoints/{name}',
    summary: 'Forgets a checkpoint, and nothing else.',
    pathParameters: z.strictObject({ name: z.string().min(1) }),
    answer: done,
    refusals: { 404: 'There is no such checkpoint.' },
    handle({ simulator }, { path }) {
      simulator.forget(path.name)
      return { done: true as const }
    },
  }),
  controlEndpoint({
    id: 'branch',
    method: 'POST',
    path: '/branches',
    summary: 'Starts another simulator that goes on from here by itself, on a free port, until this one is closed.',
    description: 'It has its own control API and playground, and delivers to the same bots.',
    status: 201,
    answer: z.object({ url: z.string() }),
    async handle({ simulator, onClose, log }) {
      const branched = simulator.branch()
      const { url } = await branched.listen()
      onClose(() => {
        branched.close().catch((error: unknown) => log.error({ error }, 'A branch could not be closed.'))
      })
      return { url }
    },
  }),
  controlEndpoint({
    id: 'reset',
    method: 'POST',
    path: '/reset',
    summary: 'Goes back to the organisation as it was at the start. Checkpoints stay.',
    answer: done,
    handle({ simulator }) {
      simulator.reset()
      return { done: true as const }
    },
  }),
]
