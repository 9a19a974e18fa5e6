/**
 * A conversation as a text file: what people do, and what the bot is expected to do. A flat list: place, time and level
 * follow from the entries before.
 */
export interface Transcript {
  readonly entries: readonly Entry[]
}

/** One thing in a transcript: a comment, a place, what somebody does, or what happens around the conversation. */
export type Entry = { readonly levels?: LevelRange; readonly at?: LineRange } & EntryContent

/** Where an entry is in its file. */
export interface LineRange {
  /** Its first line, from 1. */
  readonly line: number
  /** How many lines it has. */
  readonly count: number
}

/** The server's feature levels that an entry is for. */
export interface LevelRange {
  readonly from?: number
  readonly below?: number
}

export type EntryContent =
  | { readonly kind: 'blank' }
  | { readonly kind: 'comment'; readonly text: string }
  | { readonly kind: 'setting'; readonly name: TranscriptSetting; readonly value: string }
  | { readonly kind: 'place'; readonly place: TranscriptPlace }
  | Action
  | Turn

/** An action. When the transcript is played, people's actions are performed, and the bot's are expected. */
export type Action =
  | { readonly kind: 'message'; readonly who: string; readonly text: Text }
  /** `times`: how often it was changed; the text is the last one. (default: once) */
  | ({ readonly kind: 'edit'; readonly who: string; readonly text: Text; readonly times?: EditTimes } & Aimed)
  | ({ readonly kind: 'delete'; readonly who: string } & Aimed)
  | ({ readonly kind: 'react'; readonly who: string; readonly emoji: string } & Aimed)
  | ({ readonly kind: 'unreact'; readonly who: string; readonly emoji: string } & Aimed)
  | ({ readonly kind: 'move'; readonly who: string; readonly scope: MoveScope; readonly to: TranscriptPlace } & Aimed)
  | { readonly kind: 'upload'; readonly who: string; readonly name: string; readonly text: Text }
  | ToWidget
  /** A person calls the API. */
  | { readonly kind: 'call'; readonly who: string; readonly endpoint: string; readonly parameters: CallParameters }
  /** The bot calls the API, as itself or with its owner's credentials; `open`: other parameters don't matter. */
  | {
      readonly kind: 'effect'
      readonly as?: string
      readonly endpoint: string
      readonly parameters: CallParameters
      readonly open?: true
    }

/** What happens around the conversation. */
export type Turn =
  | { readonly kind: 'later'; readonly by: string }
  | { readonly kind: 'until'; readonly time: string }
  | { readonly kind: 'restart' }
  /** Everything up to the next empty line happens before the bot answers any of it. */
  | { readonly kind: 'at once' }
  | { readonly kind: 'level'; readonly level: number }
  | { readonly kind: 'fault'; readonly sentence: string }
  | { readonly kind: 'no faults' }

/** 2 or more. `several` stands for any such number. */
export type EditTimes = number | 'several'

/** Text with placeholders such as `{{id}}`, and a backslash before what only looks like one. */
export type Text = string

/** The target: the newest message that is, or begins with, this text. (default: the newest message) */
interface Aimed {
  readonly which?: string
}

/**
 * What people do to a widget: press a button, vote for an option or take the vote back, tick a task off, add an option or task.
 * The target: the newest message that has such a widget, and the text of `which`.
 */
export type ToWidget = {
  readonly [Kind in 'press' | 'vote' | 'unvote' | 'tick' | 'add']: {
    readonly kind: Kind
    readonly who: string
    /** What stands on the button, option or task. */
    readonly part: Text
  } & Aimed
}['press' | 'vote' | 'unvote' | 'tick' | 'add']

export type MoveScope = 'one' | 'later' | 'topic'

/** A topic of a channel, or a direct conversation with everybody in it, the bot among them. */
export type TranscriptPlace =
  | { readonly channel: string; readonly topic: string }
  | { readonly people: readonly string[] }

/** By name; a value is JSON, or text with placeholders. */
export type CallParameters = Readonly<Record<string, Value>>
export type Value = { readonly json: unknown } | { readonly text: Text }

export const settingNames = [
  'bot',
  'by',
  'queue',
  'role',
  'owner',
  'organisation',
  'seed',
  'level',
  'start',
  'timezone',
  'rules',
] as const
export type TranscriptSetting = (typeof settingNames)[number]

/** The indentation of text below a line. */
export const indentation = '  '

/** Text as the server stores it: without leading empty lines and trailing white space. */
export function textAsKept(text: string): string {
  return text.replace(/\r\n?/g, '\n').trimEnd().replace(/^\n+/, '')
}

/** Whether a level lies in a range. */
export function contains({ from = 0, below = Number.POSITIVE_INFINITY }: LevelRange, level: number): boolean {
  return from <= level && level < below
}
