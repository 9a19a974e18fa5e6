import { relative } from 'node:path'
import type { LogLevel } from '../../receiver/index.js'

/** Everything that `earshot dev` shows, discriminated by `event`; `--json` prints these as they are. */
export type DevEvent =
  | {
      readonly event: 'listening'
      readonly url: string
      readonly level: number
      readonly organisation: string
      readonly people: readonly string[]
    }
  /** The bots of the file are in the chat; they replace the previous ones. */
  | {
      readonly event: 'loaded'
      readonly bots: readonly { readonly name: string; readonly email: string }[]
      readonly url: string
      readonly again: boolean
    }
  | {
      readonly event: 'failed'
      readonly problem: string
      readonly file?: string
      readonly line?: number
      readonly column?: number
      /** Whether the previous bots keep running. */
      readonly stillRunning: boolean
    }
  /** The bots' process has ended unexpectedly. */
  | { readonly event: 'ended'; readonly how: string }
  | {
      readonly event: 'message'
      readonly id: number
      readonly conversation: string
      readonly sender: string
      readonly isBot: boolean
      readonly text: string
      /** For a bot's message: milliseconds since it was sent the message that it answers. */
      readonly took?: number
    }
  | {
      readonly event: 'edited'
      readonly id: number
      readonly conversation: string
      readonly sender: string
      readonly text: string
    }
  | { readonly event: 'deleted'; readonly ids: readonly number[] }
  | {
      readonly event: 'reacted'
      readonly id: number
      readonly who: string
      readonly emoji: string
      readonly op: 'add' | 'remove'
    }
  /** A delivery whose response was not a reply. */
  | { readonly event: 'delivery'; readonly delivery: number; readonly bot: string; readonly outcome: string }
  | { readonly event: 'printed'; readonly text: string }
  | { readonly event: 'log'; readonly level: LogLevel; readonly message: string; readonly fields: object }
  /** A response to a typed line. */
  | { readonly event: 'said'; readonly text: string; readonly isProblem: boolean }

export type Show = (event: DevEvent) => void

/** Where loading failed, as far as it is known: `bot.ts:3:7`. */
export function failurePlace({ file, line, column }: Extract<DevEvent, { event: 'failed' }>): string {
  return [file && relative(process.cwd(), file), line, column].filter((part) => part !== undefined).join(':')
}
