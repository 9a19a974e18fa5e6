import type { Check } from '../api/requestTrace.js'
import type { DeliveryStage } from '../delivery/courier.js'
import type { AttemptRecord, DeliveryRecord } from '../delivery/record.js'
import type { RealmEvent } from '../realm/events.js'

/** One thing that happened. Keys and tokens in it are masked. */
export type JournalEntry = JournalFrame & Happening

export interface JournalFrame {
  /** Rises by one with every entry, from 1. */
  readonly number: number
  /** UNIX milliseconds, by the simulator's clock. */
  readonly at: number
}

/** What an entry says, told apart by `kind`. */
export type Happening =
  /** The API was called; what came of it follows as an answer. */
  | {
      readonly kind: 'call'
      /** Of the request; absent for calls that were made without HTTP, such as `say`. */
      readonly method?: string
      readonly path?: string
      /** What the caller called itself in the header `Earshot-Client`: `playground` for what the page reads and does. */
      readonly client?: string
      /** Absent when the request led to none. */
      readonly endpoint?: string
      readonly caller?: { readonly user_id: number; readonly full_name: string }
      /** As they were read: absent when they could not be, or were not looked at. */
      readonly parameters?: unknown
      /** Names of parameters that the endpoint does not know. */
      readonly ignored?: readonly string[]
      /** Sentences of the faults that struck it. */
      readonly faults?: readonly string[]
    }
  /** A request was answered. */
  | {
      readonly kind: 'answer'
      readonly call: number
      readonly status: number
      readonly answer: unknown
      readonly decision: Decision
    }
  /** Something changed in the organisation. */
  | { readonly kind: 'event'; readonly event: RealmEvent }
  | DeliveryHappening
  /** A clock that stands still was moved. Times are UNIX milliseconds. */
  | { readonly kind: 'clock'; readonly from: number; readonly to: number }
  /** The server was upgraded, or taken back to an older version. */
  | { readonly kind: 'level'; readonly from: number; readonly to: number }
  /** A fault was added or taken away, or it struck. */
  | { readonly kind: 'fault'; readonly what: string; readonly fault: unknown }
  /** The state was remembered, or put back. */
  | { readonly kind: 'memory'; readonly what: MemoryStep; readonly name?: string }
  /** Whoever looks on is told something that is not the organisation's, such as that a bot was loaded anew. */
  | { readonly kind: 'notice'; readonly tone: 'good' | 'bad'; readonly text: string; readonly about?: string }
  /** Something else was done to the organisation, by a program or by its time having come. */
  | { readonly kind: 'change'; readonly what: string; readonly with: readonly unknown[] }

export type MemoryStep = 'checkpoint' | 'restore' | 'forget' | 'reset' | 'branch' | 'resume'

/** What decided over an answer. What is not there played no part. */
export interface Decision {
  /** Who may call the endpoint at all: `public`, `account`, `human`, `member` or `administrator`. */
  readonly access?: string
  /** Which check said no; the checks before it had nothing to say. */
  readonly refusedBy?: Check
  /** Name of the refusal in the catalogue of errors, and whether the spec shows it. */
  readonly error?: string
  readonly source?: 'spec' | 'assumed'
  /** Names of what was assumed, as `/sim/assumptions` lists them. */
  readonly assumptions?: readonly string[]
  /** Features that would have mattered, had the server been of a later level. */
  readonly lacking?: readonly string[]
}

/** A delivery was queued with its request, attempted with an answer, or has ended in an outcome. */
export type DeliveryHappening = {
  readonly kind: 'delivery'
  readonly stage: DeliveryStage
  readonly delivery: number
} & (
  | ({ readonly stage: 'queued' } & Pick<
      DeliveryRecord,
      'bot' | 'trigger' | 'messageId' | 'request' | 'outcome' | 'faults' | 'resends' | 'isEdited'
    >)
  /** `count` tells the first attempt from the second. */
  | { readonly stage: 'attempted'; readonly count: number; readonly attempt: AttemptRecord }
  | ({ readonly stage: 'ended' } & Pick<DeliveryRecord, 'outcome' | 'reading' | 'replyId' | 'notice' | 'ownerNotice'>)
)

export type HappeningKind = Happening['kind']
