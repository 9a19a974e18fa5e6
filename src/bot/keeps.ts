import type { Layer } from './context.js'
import type { Routes } from './routes.js'

/** Something that a bot keeps in its storage, in the words of messages. */
export type KeptState =
  | 'sessions'
  | 'open questions'
  | 'the last runs of schedules'
  | 'cool-downs'
  | 'which messages were handled'
  | 'data of its own'

/** What a bot declares. */
export interface Declared {
  readonly routes: Routes
  /** The bot's middleware. */
  readonly layers: readonly Layer[]
  readonly schedules: readonly string[]
}

/**
 * What a bot keeps in its storage, as far as its declarations and the code of its handlers show. Kept apart from the bot,
 * so that it isn't bundled for edge runtimes.
 */
export function keptBy({ routes, layers, schedules }: Declared): readonly KeptState[] {
  const { commands, hearings, fallbacks, events } = routes
  const declared = [...commands, ...hearings, ...fallbacks]
  const all = [...layers, ...[...declared, ...events].flatMap((one) => one.layers)]
  const has = (layer: string) => all.some(({ name }) => name === layer)
  const code = declared.map(({ handler }) => String(handler))
  const signs: Readonly<Record<KeptState, boolean>> = {
    sessions: has('session'),
    'open questions': code.some((text) => asks.test(text)),
    'the last runs of schedules': schedules.length > 0,
    'cool-downs': has('cooldown'),
    'which messages were handled': has('idempotence'),
    'data of its own': code.some((text) => stores.test(text)),
  }
  return (Object.keys(signs) as KeptState[]).filter((kind) => signs[kind])
}

// Names that no bundler changes.
/** `ctx.ask(`, or `ctx.approve(`. */
export const asks = /\.\s*(?:ask|approve)\s*\(/
/** `ctx.storage`, or a parameter `{ storage }`. */
const stores = /\.\s*storage\b|^[^)]*[{,]\s*storage\b/
