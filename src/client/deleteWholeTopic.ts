import type { Clock } from '../clock.js'
import type { Params } from '../protocol/index.js'
import { TopicNotDeletedError } from './errors/localErrors.js'
import type { Namespaces } from './namespaces.js'
import { atLeast, type CallOptions } from './options.js'

export interface DeleteWholeTopicOptions extends CallOptions {
  /** Called with the progress after each request. */
  readonly onProgress?: (progress: TopicDeletion) => void
  /** Maximum number of requests, in case the deletion makes no progress. (default: 100) */
  readonly maxRequests?: number
}

/** The progress of a deletion. The server doesn't say how many messages are left. */
export interface TopicDeletion {
  /** Number of requests that were answered. */
  readonly requests: number
  /** Milliseconds since the start. */
  readonly elapsed: number
  /** Whether all messages are deleted. */
  readonly complete: boolean
}

/** A method of `client.streams` that calls an endpoint several times. */
export interface WholeTopics {
  /**
   * Deletes every message of a topic. `deleteTopic` deletes the newest messages until it runs out of time; this method repeats
   * it until no message is left. `timeout` and retries apply to each request separately.
   *
   * @throws {TopicNotDeletedError} if messages are left after `maxRequests`, and everything that `deleteTopic` throws.
   * Messages deleted before the error stay deleted.
   */
  deleteWholeTopic(params: Params<'streams.deleteTopic'>, options?: DeleteWholeTopicOptions): Promise<TopicDeletion>
}

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
