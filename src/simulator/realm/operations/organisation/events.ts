import { type ClientCapability, clientCapabilities } from '../../../../protocol/index.js'
import { isGuest } from '../../access/accounts.js'
import type { Call, Operations } from '../../access/operation.js'
import { fetchedData } from '../../queues/fetchedData.js'
import { checkQueueNarrow } from '../../queues/queueNarrow.js'
import type { Wants } from '../../world/eventQueues.js'
import { refuse } from '../../world/refusal.js'

export const eventOperations = {
  'events.register': (call) => {
    const { world, caller, params } = call
    if (params.all_public_streams && isGuest(caller)) refuse('notAuthorizedForQuery')
    const wants = readWants(call)
    checkQueueNarrow(world, wants.narrow)
    const fetched = params.fetch_event_types ?? wants.event_types
    const queue = world.queues.register(caller.id, wants, params.idle_queue_timeout ?? world.assumptions.queueSeconds)
    const timeout = world.has('events.register.idle_queue_timeout') && { idle_queue_timeout_secs: queue.life / 1000 }
    const ids = { queue_id: queue.id, last_event_id: queue.newest, ...timeout }
    return { ...ids, ...fetchedData(world, caller, wants, fetched) }
  },

  // A client that wants to wait has already done so, see `Realm.waitFor`.
  'events.get': ({ world, caller, params }) => ({
    events: world.queues.take(caller.id, params.queue_id, params.last_event_id),
    queue_id: params.queue_id,
  }),

  'events.deleteQueue': ({ world, caller, params }) => {
    world.queues.delete(caller.id, params.queue_id)
  },
} satisfies Partial<Operations>

function readWants({ params }: Call<'events.register'>): Wants {
  const capabilities: Readonly<Record<string, unknown>> = params.client_capabilities ?? {}
  const { narrow, all_public_streams, apply_markdown, client_gravatar, include_subscribers, slim_presence } = params
  return {
    event_types: params.event_types ?? undefined,
    ...{ narrow, all_public_streams, apply_markdown, client_gravatar, include_subscribers, slim_presence },
    capabilities: clientCapabilities.filter((name: ClientCapability) => capabilities[name] === true),
  }
}
