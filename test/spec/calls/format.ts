import type { Client } from 'earshot/client'

/** One call of the client, the request that the spec wants of it, and what it makes of the answer. */
export interface Call {
  /** What in `outline.ts` it proves. */
  readonly spec: readonly string[]
  readonly title: string
  /** Feature level of the server; the newest when absent. */
  readonly level?: number
  call(client: Client): Promise<unknown>
  /** Method and target, as on the first line of the request. */
  readonly request: string
  /** The body of the form, byte for byte; no body when absent. */
  readonly form?: string
  /** The answer's body, as the server writes it. */
  readonly answer: string
  /** What the caller gets; today's shape, whatever the server's. */
  readonly gives: unknown
}

/** A refusal, and what the caller gets to know of it. */
export interface Refusal extends Omit<Call, 'gives'> {
  readonly status: number
  readonly error: { readonly code: string; readonly msg: string; readonly extra: Readonly<Record<string, unknown>> }
}

/** What must not be sent at all, and the parameter that the caller is told of. */
export interface Unsent extends Pick<Call, 'spec' | 'title' | 'level' | 'call'> {
  readonly names: RegExp
}

export const nothingMore = { result: 'success', msg: '' }
