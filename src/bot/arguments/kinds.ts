import type { GroupArgument } from './group.js'
import type { ArgumentKind } from './place.js'
import type { TopicArgument } from './topic.js'
import type { UserArgument } from './user.js'

/** What a handler gets for an argument, by the type that stands behind its name in the pattern. */
export interface ArgumentTypes {
  readonly word: string
  /** One word, or several in quotation marks. */
  readonly quoted: string
  readonly integer: number
  readonly number: number
  readonly user: UserArgument
  readonly group: GroupArgument
  readonly topic: TopicArgument
  /** Milliseconds. */
  readonly duration: number
  readonly date: Date
  /** With `http` or `https`. */
  readonly url: URL
}

/** How some of them are read. */
export type Kinds<Type extends keyof ArgumentTypes> = { readonly [Each in Type]: ArgumentKind<ArgumentTypes[Each]> }

/** All that there are, in the order in which people are told of them. */
export const argumentTypeNames: readonly (keyof ArgumentTypes)[] = [
  'word',
  'quoted',
  'integer',
  'number',
  'user',
  'group',
  'topic',
  'duration',
  'date',
  'url',
]
