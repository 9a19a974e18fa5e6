import { type Clock, pause } from '../clock.js'
import type { Params } from '../protocol/index.js'
import { InvalidParameterError } from './errors/localErrors.js'
import type { Namespaces } from './namespaces.js'
import type { CallOptions, Success } from './options.js'

/** Which messages `client.messages.pages` reads: the parameters of `messages.list`, for one direction. */
export type MessagePagesParams = Omit<Params<'messages.list'>, 'message_ids' | 'use_first_unread_anchor'>

export interface MessagePages {
  /**
   * Reads messages page by page: with `num_after`, forward from `anchor` (default: the oldest); with `num_before`, back in
   * time (default: from the newest). Without either, forward with 100 messages a page. Each page is an answer of
   * `messages.list` that has messages, the oldest first, and may have one more than asked for. Ends after the last message;
   * without a message there is no page.
   * Messages that are sent or deleted meanwhile cause no gaps and no repeats.
   *
   * @param options Those of each call; `signal` ends the loop.
   * @throws {InvalidParameterError} if both `num_before` and `num_after` are above 0, or neither is; and everything that
   * `messages.list` throws.
   * @example
   * for await (const { messages } of client.messages.pages({ narrow: [['channel', 'kitchen']] })) {
   *   console.log(messages.length)
   * }
   */
  pages(params?: MessagePagesParams, options?: CallOptions): AsyncIterable<Success<'messages.list'>>
}

/** Messages a page. */
const usualSize = 100

export function messagePages({ list }: Namespaces['messages']): MessagePages {
  return {
    async *pages({ include_anchor, anchor: given, ...params } = {}, options) {
      const { num_before = 0, num_after = num_before > 0 ? 0 : usualSize } = params
      const goesBack = num_before > 0
      if (goesBack === num_after > 0) {
        const problem = goesBack ? 'goes the other way than `num_after`' : 'is 0, as `num_after` is'
        throw new InvalidParameterError('messages.pages', 'num_before', problem, 'Pass one of the two, above 0.')
      }
      const size = { num_before, num_after }
      const first = { ...params, ...size, anchor: given ?? (goesBack ? 'newest' : 'oldest') }
      let last: number | undefined
      let page = await list(include_anchor === undefined ? first : { ...first, include_anchor }, options)
      for (;;) {
        const edge = page.messages.at(goesBack ? 0 : -1)
        // A server that gives the same again doesn't read `anchor`.
        if (edge === undefined || (last !== undefined && (goesBack ? edge.id >= last : edge.id <= last))) return
        last = edge.id
        yield page
        // The neighbour's ID needs no message, so it doesn't matter if this one is deleted.
        const anchor = goesBack ? edge.id - 1 : edge.id + 1
        if (anchor === 0 || (goesBack ? page.found_oldest : page.found_newest)) return
        page = await list({ ...params, ...size, anchor }, options)
      }
    },
  }
}

export interface EventPages {
  /**
   * Reads an event queue: asks for events again and again, and yields each answer of `events.get` that has some, heartbeats
   * among them. Goes on until the loop is left or `signal` is aborted; with `dont_block`, until there are no more events.
   * Leaving the loop doesn't delete the queue.
   *
   * @param options Those of each call.
   * @throws everything that `events.get` throws: an `ApiError` with the code `BAD_EVENT_QUEUE_ID` once the queue is gone.
   * @example
   * const { queue_id, last_event_id } = await client.events.register({ event_types: ['message'] })
   * for await (const { events } of client.events.pages({ queue_id, last_event_id }, { signal })) console.log(events.length)
   */
  pages(params: Params<'events.get'>, options?: CallOptions): AsyncIterable<Success<'events.get'>>
}

/** Milliseconds between requests that a server answers at once, without an event. */
const betweenEmpty = 1_000

export function eventPages({ get }: Namespaces['events'], clock: Clock): EventPages {
  return {
    async *pages(params, options) {
      let { last_event_id } = params
      for (;;) {
        const page = await get({ ...params, last_event_id }, options)
        // What can't be read may have no ID.
        const after = last_event_id + 1
        const newest = Math.max(...page.events.map(({ id }, at) => (id < 0 ? after + at : id)))
        if (newest > last_event_id) {
          last_event_id = newest
          yield page
        } else if (params.dont_block === true) return
        else await pause(clock, betweenEmpty, options?.signal)
      }
    },
  }
}
