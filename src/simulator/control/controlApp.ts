import type { Context } from 'hono'
import { HonoBase } from 'hono/hono-base'
import { TrieRouter } from 'hono/router/trie-router'
import { type Bindings, decodedPath } from '../http/exchange.js'

interface Env {
  readonly Bindings: Bindings
}

export type ControlExchange = Context<Env>
export type ControlApp = HonoBase<Env>

/** An app without routes. */
export function createHono(): ControlApp {
  return new HonoBase<Env>({ router: new TrieRouter(), getPath: decodedPath })
}
