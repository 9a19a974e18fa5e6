import type { Clock } from '../../base/clock.js'
import type { StoredPlayground, TopicPolicy } from './state.js'

/** What the realm emits when something changes: one body per type, in the shape that event queues use. */
export interface EventBodies {
  message: {
    readonly message: Wire
    readonly flags: readonly string[]
    /** The sending client's own ID of the message, and the queue in which it expects the message. */
    readonly local?: { readonly queueId: string; readonly id: string }
  }
  update_message: { readonly message_id: number; readonly message_ids: readonly number[] } & Wire
  delete_message: { readonly message_ids: readonly number[]; readonly message_type: 'stream' | 'private' } & Wire
  update_message_flags: {
    readonly op: 'add' | 'remove'
    readonly operation: 'add' | 'remove'
    readonly flag: string
    readonly messages: readonly number[]
    readonly all: boolean
    /** By message ID, for messages marked as unread. */
    readonly message_details?: Readonly<Record<number, Wire>>
  }
  submessage: { readonly message_id: number; readonly submessage_id: number } & Wire
  typing: {
    readonly op: 'start' | 'stop'
    readonly message_type: 'direct' | 'stream'
    readonly sender: Person
    readonly recipients?: readonly Person[]
  } & Wire
  typing_edit_message: { readonly op: 'start' | 'stop'; readonly recipient: Wire } & Wire
  reaction: { readonly op: 'add' | 'remove'; readonly user_id: number; readonly message_id: number } & Wire
  reminders: { readonly op: 'add' | 'remove' } & Wire
  scheduled_messages: { readonly op: 'add' | 'update' | 'remove' } & Wire
  drafts: { readonly op: 'add' | 'update' | 'remove' } & Wire
  saved_snippets: { readonly op: 'add' | 'update' | 'remove' } & Wire
  user_topic: TopicPolicy
  muted_topics: { readonly muted_topics: readonly (readonly [channel: string, topic: string, time: number])[] }
  muted_users: { readonly muted_users: readonly { readonly id: number; readonly timestamp: number }[] }
  user_settings: { readonly op: 'update'; readonly property: string; readonly value: unknown }
  alert_words: { readonly alert_words: readonly string[] }
  user_status: { readonly user_id: number } & Wire
  presence: { readonly user_id: number; readonly email: string; readonly server_timestamp: number } & Wire
  realm_user: { readonly op: 'add' | 'update' | 'remove'; readonly person: Wire & { readonly user_id: number } }
  realm_bot: { readonly op: 'add' | 'update' | 'remove'; readonly bot: Wire & { readonly user_id: number } }
  user_group: {
    readonly op: 'add' | 'update' | 'remove' | 'add_members' | 'remove_members' | 'add_subgroups' | 'remove_subgroups'
    /** An `add` that replaces an update, for clients that don't support deactivated groups. */
    readonly instead?: boolean
  } & Wire
  /** All emoji by ID, and the ID of the one that was added or deactivated. */
  realm_emoji: { readonly realm_emoji: Readonly<Record<string, Wire>>; readonly changed: number }
  channel_folder: { readonly op: 'add' | 'update' | 'reorder' } & Wire
  realm_linkifiers: { readonly realm_linkifiers: readonly Wire[] }
  realm_playgrounds: { readonly realm_playgrounds: readonly StoredPlayground[] }
  realm_domains: { readonly op: 'add' | 'change' | 'remove' } & Wire
  realm_export: { readonly exports: readonly Wire[] }
  realm_user_settings_defaults: { readonly op: 'update'; readonly property: string; readonly value: unknown }
  custom_profile_fields: { readonly fields: readonly Wire[] }
  attachment: {
    readonly op: 'add' | 'update' | 'remove'
    readonly attachment: Wire
    readonly upload_space_used: number
  }
  /** One setting of the organisation, or several whose values are groups. */
  realm:
    | { readonly op: 'update'; readonly property: string; readonly value: unknown }
    | { readonly op: 'update_dict'; readonly property: 'default'; readonly data: Wire }
  restart: { readonly svc_version: string; readonly svc_feature_level: number; readonly immediate: boolean }
  /** The list of invitations has changed. */
  invites_changed: Readonly<Record<never, never>>
  default_streams: { readonly default_streams: readonly number[] }
  stream: { readonly op: 'create' | 'update' | 'delete' } & Wire
  subscription: { readonly op: 'add' | 'remove' | 'update' | 'peer_add' | 'peer_remove' } & Wire
  /** Internal: a message must be posted to an outgoing-webhook bot. */
  'outgoing webhook': { readonly bot: number; readonly message: number; readonly trigger: string }
}

export type Wire = Readonly<Record<string, unknown>>

/** With the address that everybody may see. */
interface Person {
  readonly user_id: number
  readonly email: string
}

export type EventType = keyof EventBodies

export type Audience = 'everyone' | readonly number[]

interface Frame {
  /** Rises by one with every event. */
  readonly id: number
  /** UNIX milliseconds. */
  readonly at: number
  readonly audience: Audience
}

export type RealmEvent = {
  [Type in EventType]: Frame & { readonly type: Type } & EventBodies[Type]
}[EventType]

export type EventOf<Type extends EventType> = Extract<RealmEvent, { readonly type: Type }>

/** Gets events in order, as they happen. */
export type Listener = (event: RealmEvent) => void

/** Dispatches events. Every listener gets an event before any of them gets the events that it leads to. */
export function createEmitter(clock: Clock, nextId: () => number) {
  /** Replaced, never modified, so that a listener added during an event gets only later ones. */
  let listeners: readonly Listener[] = []
  const waiting: RealmEvent[] = []
  let isEmitting = false

  return {
    /** Adds a listener. The function returned removes it. */
    listen(listener: Listener): () => void {
      listeners = [...listeners, listener]
      return () => {
        listeners = listeners.filter((other) => other !== listener)
      }
    },
    emit<Type extends EventType>(type: Type, audience: Audience, body: EventBodies[Type]): void {
      if (listeners.length === 0) return
      waiting.push({ id: nextId(), at: clock.now(), audience, type, ...body } as RealmEvent)
      if (isEmitting) return
      isEmitting = true
      try {
        for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) {
          for (const listener of listeners) listener(event)
        }
      } finally {
        isEmitting = false
      }
    },
    /** Drops events that have not been dispatched yet. */
    clear(): void {
      waiting.length = 0
    },
  }
}

export type Emitter = ReturnType<typeof createEmitter>
