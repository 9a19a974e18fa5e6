import type { Asked } from './asked.js'
import { bindingsOf, type ReceiverBindings } from './bindings.js'
import { readBody } from './body.js'
import type { Readable } from './desk.js'

/** A request of the web platform, as the desk knows requests. */
export class WebRequest implements Readable {
  readonly method: string
  readonly route: string | undefined
  readonly #c: Asked
  readonly #bindings: ReceiverBindings

  /** @param route The path that the request came to, if it is one that there is. */
  constructor(c: Asked, route: string | undefined) {
    this.method = c.req.method
    this.route = route
    this.#c = c
    this.#bindings = bindingsOf(c.env)
  }

  get scheme(): 'http' | 'https' {
    return this.#c.req.url.startsWith('https:') ? 'https' : 'http'
  }

  get remoteAddress(): string | undefined {
    return this.#bindings.remoteAddress
  }

  get hangUp(): (() => void) | undefined {
    return this.#bindings.hangUp
  }

  header(name: string): string | undefined {
    return this.#c.req.header(name)
  }

  read(limit: number): Promise<Uint8Array> {
    return readBody(this.#c.req, limit)
  }

  keepAlive(work: Promise<void>): void {
    try {
      this.#c.executionCtx.waitUntil(work)
    } catch {
      // Hono throws where the runtime has no such thing: there, nothing is stopped.
    }
  }
}
