import * as z from 'zod'
import { endpoint } from '../endpoint.js'
import { Event } from '../entities/event.js'
import { errors } from '../errors.js'
import { clientCapabilities, eventRules } from '../eventRules.js'

const capabilities = Object.fromEntries(clientCapabilities.map((name) => [name, z.boolean().optional()])) as Record<
  (typeof clientCapabilities)[number],
  z.ZodOptional<z.ZodBoolean>
>

/** A condition on messages, as a pair or as an object. */
const condition = z.union([
  z.array(z.string()).length(2),
  z.object({
    operator: z.string(),
    operand: z.union([z.string(), z.int(), z.boolean(), z.array(z.int())]),
    negated: z.boolean().optional(),
  }),
])

export const registerQueue = endpoint({
  name: 'events.register',
  method: 'POST',
  path: '/register',
  spec: 'companion',
  summary: 'Make an event queue, and fetch the state from which its events go on.',
  access: 'account',
  params: {
    /** Types of the events that are wanted; all of them unless given. */
    event_types: z.array(z.string()).nullish(),
    /** Types of the data that the answer is to carry; as `event_types` unless given. */
    fetch_event_types: z.array(z.string()).nullish(),
    /** Which messages are wanted; all that come to the caller unless given. */
    narrow: z.array(condition).default([]),
    /** Also messages of public channels that the caller does not follow. */
    all_public_streams: z.boolean().default(false),
    /** Give the `content` of messages as HTML. */
    apply_markdown: z.boolean().default(false),
    client_gravatar: z.boolean().default(true),
    /** Say in the data of channels who is subscribed. */
    include_subscribers: z.boolean().default(false),
    /** What the client can take, see `clientCapabilities`. */
    client_capabilities: z.looseObject(capabilities).default({}),
    /** Seconds that the queue is to live without a request for its events. The name is assumed. */
    idle_queue_timeout: z.int().min(1).optional(),
  },
  response: {
    queue_id: z.string(),
    /** What to ask for events after: -1. */
    last_event_id: z.int(),
    svc_version: z.string().optional(),
    svc_feature_level: z.int().optional(),
    svc_merge_base: z.string().optional(),
    /** Seconds after which a client should give up waiting for an answer of `events.get`. */
    event_queue_longpoll_timeout_seconds: z.int().optional(),
    /** -1 where there are no messages. */
    max_message_id: z.int().optional(),
    max_message_length: z.int().optional(),
    max_topic_length: z.int().optional(),
    realm_empty_topic_display_name: z.string().optional(),
  },
  errors: [errors.badNarrow],
  repeatable: 'never',
})

export const getEvents = endpoint({
  name: 'events.get',
  method: 'GET',
  path: '/events',
  spec: 'companion',
  summary: 'Take the events of a queue, waiting until there is one.',
  access: 'account',
  params: {
    queue_id: z.string(),
    /** The newest event that was taken; older ones are forgotten by this request. */
    last_event_id: z.int(),
    /** Answer at once, even when there is nothing to tell. */
    dont_block: z.boolean().default(false),
  },
  response: { events: z.array(Event), queue_id: z.string().optional() },
  errors: [errors.badEventQueueId, errors.eventPruned, errors.eventNotInQueue],
  repeatable: 'always',
  takesUpTo: eventRules.longPoll,
})

export const deleteQueue = endpoint({
  name: 'events.deleteQueue',
  method: 'DELETE',
  path: '/events',
  spec: 'companion',
  summary: 'Give an event queue up.',
  access: 'account',
  params: { queue_id: z.string() },
  response: {},
  errors: [errors.badEventQueueId],
  repeatable: 'never',
})
