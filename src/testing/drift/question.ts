import type { Client, Clock } from '../../client/index.js'
import type { Answer } from '../../protocol/index.js'

/** Something to ask a server, whose answer the simulator claims to know. */
export interface Question {
  readonly id: string
  readonly about: 'contract' | 'description' | 'assumption' | 'refusal'
  /** The claim, as a sentence. */
  readonly says: string
  /** Whether asking changes something on the server. */
  readonly writes?: boolean
  /** Whether the answer takes a minute. */
  readonly isSlow?: boolean
  /** Returns JSON. @throws {CannotAsk} if there is nothing to ask with. */
  readonly ask: Ask
  /** What is claimed, where a simulator can't be asked. */
  readonly claim?: unknown
  /** Whether two answers mean the same. (default: they are equal) */
  readonly agree?: (expected: unknown, actual: unknown) => boolean
}

export type Ask = (side: Side) => Promise<unknown>

/** The server, or the simulator that it is compared with. */
export interface Side {
  readonly client: Client
  /** The same account, of a program that calls itself so. */
  readonly clientCalled: (userAgent: string) => Client
  /** The same account, with a key that isn't its own. */
  readonly intruder: Client
  readonly clock: Clock
  readonly signal: AbortSignal | undefined
  /** What `GET /server_settings` answers. */
  readonly settings: () => Promise<Json>
  /** What `POST /register` answers, by the types of data that it is asked for; everything unless given. */
  readonly registered: () => Promise<Json>
  readonly subjects: () => Promise<Subjects>
  /** The private channel that was created for this. */
  readonly channel: () => Promise<DriftChannel>
  /** The fields of `POST /register` that begin at the server's level, by what is claimed. */
  readonly newFields: () => Promise<readonly string[]>
}

export type Json = Readonly<Record<string, unknown>>

/** What the account can be asked about; undefined for what isn't there. */
export interface Subjects {
  readonly user: Answer<'users.me'>
  readonly channelId: number | undefined
  readonly channelName: string | undefined
  readonly messageId: number | undefined
  readonly groupId: number | undefined
}

export interface DriftChannel {
  readonly id: number
  readonly name: string
  readonly topic: string
}

/** Why a question can't be asked. */
export class CannotAsk extends Error {}
