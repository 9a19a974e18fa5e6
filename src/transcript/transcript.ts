/**
 * A conversation as a text file: what people do, and what the bot is expected to do. Flat, since that is how it is read
 * and how it is compared: the place, the time and the level are what the entries before have made of them.
 */
export interface Transcript {
  readonly entries: readonly Entry[]
}

/** One thing in a transcript: a remark, where it goes on, what somebody does, or what happens to the world. */
export type Entry = { readonly levels?: LevelRange; readonly at?: Lines } & Part

/** Where an entry stands in its file; absent for one that was made. */
export interface Lines {
  /** The number of its first line, from 1. */
  readonly line: number
  /** How many lines it takes. */
  readonly count: number
}

/** The server's feature levels that an entry is for: from one on, up to below another. */
export interface LevelRange {
  readonly from?: number
  readonly below?: number
}

export type Part =
  | { readonly kind: 'blank' }
  | { readonly kind: 'comment'; readonly text: string }
  | { readonly kind: 'setting'; readonly name: SettingName; readonly value: string }
  | { readonly kind: 'place'; readonly place: TranscriptPlace }
  | Deed
  | Turn

/** What somebody does: people do it, and of the bot it is expected. */
export type Deed =
  | { readonly kind: 'message'; readonly who: string; readonly text: Text }
  | ({ readonly kind: 'edit'; readonly who: string; readonly text: Text } & Aimed)
  | ({ readonly kind: 'delete'; readonly who: string } & Aimed)
  | ({ readonly kind: 'react'; readonly who: string; readonly emoji: string } & Aimed)
  | ({ readonly kind: 'unreact'; readonly who: string; readonly emoji: string } & Aimed)
  | ({ readonly kind: 'move'; readonly who: string; readonly scope: MoveScope; readonly to: TranscriptPlace } & Aimed)
  | { readonly kind: 'upload'; readonly who: string; readonly name: string; readonly text: Text }
  /** A person's call of the API. */
  | { readonly kind: 'call'; readonly who: string; readonly endpoint: string; readonly parameters: Parameters }
  /** A call that the bot makes, or that it makes with its owner's credentials; `open`: with whatever else it says. */
  | {
      readonly kind: 'effect'
      readonly as?: string
      readonly endpoint: string
      readonly parameters: Parameters
      readonly open?: true
    }

/** What happens to the world around the conversation. */
export type Turn =
  | { readonly kind: 'later'; readonly by: string }
  | { readonly kind: 'until'; readonly time: string }
  | { readonly kind: 'restart' }
  | { readonly kind: 'level'; readonly level: number }
  | { readonly kind: 'fault'; readonly sentence: string }
  | { readonly kind: 'no faults' }

/** Text as it stands in a transcript: with placeholders such as `{{id}}`, and a backslash before what only looks so. */
export type Text = string

/** The message that is meant, by its text or how it begins: the latest such. Absent for the one that is nearest at hand. */
interface Aimed {
  readonly which?: string
}

export type MoveScope = 'one' | 'later' | 'topic'

/** A topic of a channel, or a direct conversation with everybody in it, the bot among them. */
export type TranscriptPlace =
  | { readonly channel: string; readonly topic: string }
  | { readonly people: readonly string[] }

/** By name; a value is JSON as text, or text with placeholders. */
export type Parameters = Readonly<Record<string, Value>>
export type Value = { readonly json: unknown } | { readonly text: Text }

export const settingNames = ['bot', 'role', 'owner', 'organisation', 'seed', 'level', 'start', 'timezone'] as const
export type SettingName = (typeof settingNames)[number]

/** Whether an entry is for a level. */
export function isAtLevel({ levels }: Pick<Entry, 'levels'>, level: number): boolean {
  return contains(levels ?? {}, level)
}

/** Whether a level lies in a range. */
export function contains({ from = 0, below = Number.POSITIVE_INFINITY }: LevelRange, level: number): boolean {
  return from <= level && level < below
}
