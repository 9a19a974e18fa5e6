/** A request with what its platform says about it, as Hono has them in its context. */
export interface Asked {
  readonly req: AskedRequest
  readonly env: unknown
  /** What goes on after an answer; Hono throws where the runtime has no such thing. */
  readonly executionCtx: Pick<ExecutionContext, 'waitUntil'>
}

export interface AskedRequest {
  readonly method: string
  readonly url: string
  readonly raw: Request
  header(name: string): string | undefined
  arrayBuffer(): Promise<ArrayBuffer>
}

export interface ExecutionContext {
  waitUntil(work: Promise<unknown>): void
}
