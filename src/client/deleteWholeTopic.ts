import type { Clock } from '../clock.js'
import type { Params } from '../protocol/index.js'
import { TopicNotDeletedError } from './errors/localErrors.js'
import type { Namespaces } from './methods.js'
import { atLeast, type CallOptions } from './options.js'

export interface DeleteWholeTopicOptions extends CallOptions {
  /** Called with the progress after every request. */
  readonly onProgress?: (progress: TopicDeletion) => void
  /** How many requests may be sent. (default: 100) It ends a deletion that gets nowhere. */
  readonly maxRequests?: number
}

/** How far a deletion got. The service does not say how many messages are left. */
export interface TopicDeletion {
  /** Requests that were answered. */
  readonly requests: number
  /** Milliseconds since it began. */
  readonly elapsed: number
  /** Whether all messages are gone. */
  readonly complete: boolean
}

/** The method of `client.streams` that the contract does not have. */
export interface WholeTopics {
  /**
   * Deletes every message of a topic: repeats `deleteTopic`, which deletes newest first until its time is up, until
   * nothing is left. `timeout` and the repeats of a failed request count for each request by itself.
   *
   * @throws {TopicNotDeletedError} when messages are left after `maxRequests`; and all that `deleteTopic` throws. What
   * was deleted until then stays deleted.
   * @see spec 4.6
   */
  deleteWholeTopic(params: Params<'streams.deleteTopic'>, options?: DeleteWholeTopicOptions): Promise<TopicDeletion>
}

/** Makes the method from the one that it repeats. */
export function wholeTopics({ deleteTopic }: Namespaces['streams'], clock: Clock): WholeTopics {
  return {
    async deleteWholeTopic(params, { onProgress, maxRequests = 100, ...options } = {}) {
      atLeast(1, 'maxRequests', maxRequests)
      const began = clock.now()
      for (let requests = 1; ; requests += 1) {
        const { complete } = await deleteTopic(params, options)
        const progress = { requests, elapsed: clock.now() - began, complete }
        onProgress?.(progress)
        if (complete) return progress
        if (requests >= maxRequests) throw new TopicNotDeletedError(params.stream_id, params.topic_name, requests)
      }
    },
  }
}
