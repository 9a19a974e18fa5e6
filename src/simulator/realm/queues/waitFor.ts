import type { EndpointName, ReadParams } from '../../../protocol/index.js'
import type { Account } from '../state.js'
import type { World } from '../world.js'

/** What a call has to wait for before it is made: a request for events waits until there is one, unless it may not. */
export function waitFor(
  world: World,
  name: EndpointName,
  caller: Account | undefined,
  params: unknown,
): Promise<void> | undefined {
  if (name !== 'events.get' || caller === undefined) return undefined
  const { queue_id: id, last_event_id: last, dont_block: isUrgent } = params as ReadParams<'events.get'>
  return isUrgent ? undefined : world.queues.wait(caller.id, id, last)
}
