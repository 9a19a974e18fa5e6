import { relative } from 'node:path'
import type { LogLevel } from '../../receiver/index.js'

/** All that happens while `earshot dev` runs, discriminated by `event`: what its screen shows, and what `--json` prints. */
export type DevEvent =
  | {
      readonly event: 'listening'
      readonly url: string
      readonly level: number
      readonly organisation: string
      readonly people: readonly string[]
    }
  /** The bots of the file are in the chat, instead of those before. */
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
      /** Whether those before go on. */
      readonly goesOn: boolean
    }
  /** Their process has ended by itself. */
  | { readonly event: 'ended'; readonly how: string }
  | {
      readonly event: 'message'
      readonly id: number
      readonly conversation: string
      readonly sender: string
      readonly isBot: boolean
      readonly text: string
      /** Of a bot's: milliseconds since the message that it answers was sent to it. */
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
  /** A delivery that brought no reply by itself. */
  | { readonly event: 'delivery'; readonly delivery: number; readonly bot: string; readonly outcome: string }
  | { readonly event: 'printed'; readonly text: string }
  | { readonly event: 'log'; readonly level: LogLevel; readonly message: string; readonly fields: object }
  /** What is said to whoever typed a line. */
  | { readonly event: 'said'; readonly text: string; readonly isProblem: boolean }

export type Show = (event: DevEvent) => void

/** `bot.ts:3:7`: where a bot file could not be loaded, as far as it is known. */
export function placeText({ file, line, column }: Extract<DevEvent, { event: 'failed' }>): string {
  return [file && relative(process.cwd(), file), line, column].filter((part) => part !== undefined).join(':')
}
