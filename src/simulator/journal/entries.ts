import type { Access } from '../../protocol/index.js'
import type { Check } from '../api/requestTrace.js'
import type { DeliveryStage } from '../delivery/deliveryQueue.js'
import type { AttemptRecord, DeliveryRecord } from '../delivery/record.js'
import type { FaultHappening } from '../faults/faults.js'
import type { RealmEvent } from '../realm/world/events.js'

/** One thing that happened. Keys and tokens in it are masked. */
export type JournalEntry = JournalFrame & Happening

/** A call, and the answer to one. */
export type CallEntry = Extract<JournalEntry, { kind: 'call' }>
export type AnswerEntry = Extract<JournalEntry, { kind: 'answer' }>

interface JournalFrame {
  /** Rises by one with every entry, from 1. */
  readonly number: number
  /** UNIX milliseconds, by the simulator's clock. */
  readonly at: number
}

/** The content of an entry, by `kind`. */
export type Happening =
  /** The API was called; an entry with the answer follows. */
  | {
      readonly kind: 'call'
      /** Of the request; absent for calls that were made without HTTP, such as `say`. */
      readonly method?: string
      readonly path?: string
      /** The caller's name from the header `Earshot-Client`: `playground` for the page's own calls. */
      readonly client?: string
      /** Absent if no endpoint matched. */
      readonly endpoint?: string
      readonly caller?: { readonly user_id: number; readonly full_name: string }
      /** As they were decoded; absent if they weren't. */
      readonly parameters?: unknown
      /** Names of parameters that the endpoint doesn't support. */
      readonly ignored?: readonly string[]
      /** Sentences of the faults that affected it. */
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
  /** A frozen clock was moved. Times are UNIX milliseconds. */
  | { readonly kind: 'clock'; readonly from: number; readonly to: number }
  /** The server was upgraded or downgraded. */
  | { readonly kind: 'level'; readonly from: number; readonly to: number }
  /** A fault was added or removed, or faults affected a call or delivery. */
  | ({ readonly kind: 'fault' } & FaultHappening)
  /** The state was saved or restored. */
  | { readonly kind: 'memory'; readonly what: MemoryStep; readonly name?: string }
  /** A message for people who watch, such as that a bot was reloaded. */
  | { readonly kind: 'notice'; readonly tone: 'good' | 'bad'; readonly text: string; readonly about?: string }
  /** Any other change of the organisation, by a program or a timer. */
  | { readonly kind: 'change'; readonly what: string; readonly with: readonly unknown[] }

type MemoryStep = 'checkpoint' | 'restore' | 'forget' | 'reset' | 'branch' | 'resume'

/** What decided an answer. Irrelevant parts are absent. */
export interface Decision {
  /** Who may call the endpoint at all, on a server of this level. */
  readonly access?: Access
  /** The check that refused; those before it passed. */
  readonly refusedBy?: Check
  /** Name of the refusal in the catalogue of errors, and whether the spec shows it. */
  readonly error?: string
  readonly source?: 'spec' | 'assumed'
  /** IDs of the assumptions, as `/sim/assumptions` lists them. */
  readonly assumptions?: readonly string[]
  /** Features of later levels that would have mattered. */
  readonly lacking?: readonly string[]
}

/** A delivery was queued, attempted, has ended, or the bot's process sent its log. */
export type DeliveryHappening = {
  readonly kind: 'delivery'
  readonly stage: DeliveryStage
  readonly delivery: number
} & (
  | ({ readonly stage: 'queued' } & Pick<
      DeliveryRecord,
      'bot' | 'trigger' | 'messageId' | 'request' | 'outcome' | 'faults' | 'resends' | 'isEdited'
    >)
  /** `count` is 1 for the first attempt. */
  | { readonly stage: 'attempted'; readonly count: number; readonly attempt: AttemptRecord }
  | ({ readonly stage: 'ended' } & Pick<DeliveryRecord, 'outcome' | 'reading' | 'replyId' | 'notice' | 'ownerNotice'>)
  /** `threw`: whether the bot's handler threw. The whole log is read with the delivery. */
  | ({ readonly stage: 'logged'; readonly name: string; readonly threw: boolean } & Partial<
      Pick<DeliveryRecord, 'late'>
    >)
)

export type HappeningKind = Happening['kind']
