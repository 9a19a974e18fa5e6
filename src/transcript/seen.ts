import { literally } from './placeholders.js'
import type { Deed, MoveScope, TranscriptPlace } from './transcript.js'
import { givenValue } from './values.js'

/** Something that the bot did, as it was seen. */
export type Seen =
  | { readonly kind: 'message'; readonly who: string; readonly place: TranscriptPlace; readonly said: string }
  | ({ readonly kind: 'edit'; readonly said: string } & Touching)
  | ({ readonly kind: 'delete' } & Touching)
  | ({ readonly kind: 'react' | 'unreact'; readonly emoji: string } & Touching)
  | ({ readonly kind: 'move'; readonly scope: MoveScope; readonly to: TranscriptPlace } & Touching)
  | { readonly kind: 'upload'; readonly who: string; readonly name: string; readonly said: string }
  | {
      readonly kind: 'effect'
      readonly as?: string
      readonly endpoint: string
      readonly parameters: Readonly<Record<string, unknown>>
      /** Those of the parameters that are as they would be if nobody gave them. */
      readonly defaults: ReadonlySet<string>
    }

/** What somebody does with a message that is there. */
interface Touching {
  readonly who: string
  readonly place: TranscriptPlace
  readonly target: Target
}

export interface Target {
  readonly content: string
  /** It is the one that is meant where none is said. */
  readonly isNearest: boolean
}

/** Where it was done, for what is done in a place. */
export function placeSeen(seen: Seen): TranscriptPlace | undefined {
  return 'place' in seen ? seen.place : undefined
}

/** What was seen, as a transcript says it. */
export function deedSeen(seen: Seen): Deed {
  switch (seen.kind) {
    case 'message':
      return { kind: 'message', who: seen.who, text: literally(seen.said) }
    case 'edit':
      return { kind: 'edit', who: seen.who, text: literally(seen.said), ...aim(seen.target) }
    case 'delete':
      // What is gone cannot be looked up: it is always said what it was.
      return { kind: 'delete', who: seen.who, which: quoteOf(seen.target.content) }
    case 'react':
    case 'unreact':
      return { kind: seen.kind, who: seen.who, emoji: seen.emoji, ...aim(seen.target) }
    case 'move':
      return { kind: 'move', who: seen.who, scope: seen.scope, to: seen.to, which: quoteOf(seen.target.content) }
    case 'upload':
      return { kind: 'upload', who: seen.who, name: seen.name, text: literally(seen.said) }
    case 'effect': {
      const given = Object.entries(seen.parameters).filter(([name]) => !seen.defaults.has(name))
      return {
        kind: 'effect',
        endpoint: seen.endpoint,
        parameters: Object.fromEntries(given.map(([name, value]) => [name, givenValue(value)])),
        ...(seen.as !== undefined && { as: seen.as }),
      }
    }
  }
}

function aim({ content, isNearest }: Target): { readonly which?: string } {
  return isNearest ? {} : { which: quoteOf(content) }
}

/** A message by its text, or by how a long one begins. */
export function quoteOf(content: string): string {
  const [line = ''] = content.split('\n')
  const begin = [...line].slice(0, 50).join('')
  return begin === content ? literally(content) : `${literally(begin)}…`
}
