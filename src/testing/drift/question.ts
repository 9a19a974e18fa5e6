import type { Client, Clock, WireAnswer } from '../../client/index.js'
import type { Answer } from '../../protocol/index.js'

/** A question to a server, with an answer that the simulator claims to know. */
export interface Question {
  readonly id: string
  readonly about: 'contract' | 'assumption' | 'refusal' | 'rendering' | 'access' | 'behaviour'
  /** The claim, as a sentence. */
  readonly says: string
  /** Whether asking changes something on the server. */
  readonly writes?: boolean
  /** Whether the answer takes a minute. */
  readonly isSlow?: boolean
  /** Returns JSON. @throws {CannotAsk} if the question can't be asked. */
  readonly ask: Ask
  /** The claim, if a simulator can't be asked. */
  readonly claim?: unknown
  /** Whether two answers mean the same. (default: they are equal) */
  readonly agree?: (expected: unknown, actual: unknown) => boolean
}

export type Ask = (side: Side) => Promise<unknown>

/** The server, or the simulator that it is compared with. */
export interface Side {
  readonly client: Client
  /** A bot of the organisation; the simulator's is of the same kind. Undefined if no credentials were given. */
  readonly bot: Client | undefined
  /** The same account, with another user agent. */
  readonly clientCalled: (userAgent: string) => Client
  /** The same account, with a wrong key. */
  readonly intruder: Client
  /** Reads a path of the server as it is, without following redirects. */
  readonly raw: (path: string, request?: RawRequest) => Promise<WireAnswer>
  readonly clock: Clock
  readonly signal: AbortSignal | undefined
  /** What `GET /server_settings` answers. */
  readonly settings: () => Promise<Json>
  /** What `POST /register` answers. */
  readonly registered: () => Promise<Json>
  readonly subjects: () => Promise<Subjects>
  /** The private channel that was created for the checks. */
  readonly channel: () => Promise<DriftChannel>
  /** The fields of `POST /register` that are claimed to begin at the server's level. */
  readonly newFields: () => Promise<readonly string[]>
}

export type Json = Readonly<Record<string, unknown>>

/** By default, with the account's credentials in the header. */
export interface RawRequest {
  readonly accept?: string
  readonly isAnonymous?: boolean
  readonly keyInAddress?: boolean
  /** With the bot's credentials. */
  readonly asBot?: boolean
}

/** Things to ask about that the account sees; undefined if it sees none. */
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
  /** The answer to the message that started the topic. */
  readonly started: Json
}

/** Why a question can't be asked. */
export class CannotAsk extends Error {}

/** The options of a call that ends with the checks. */
export const until = ({ signal }: Pick<Side, 'signal'>) => (signal === undefined ? {} : { signal })
