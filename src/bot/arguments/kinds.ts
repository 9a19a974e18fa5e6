import { dateKind } from './date.js'
import { durationKind } from './duration.js'
import { type GroupArgument, groupKind } from './group.js'
import type { ArgumentKind } from './place.js'
import { type TopicArgument, topicKind } from './topic.js'
import { type UserArgument, userKind } from './user.js'
import { integerKind, numberKind, quotedKind, urlKind, wordKind } from './words.js'

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

/** How each of them is read, in the order in which people are told of them. */
export const argumentKinds: { readonly [Each in keyof ArgumentTypes]: ArgumentKind<ArgumentTypes[Each]> } = {
  word: wordKind,
  quoted: quotedKind,
  integer: integerKind,
  number: numberKind,
  user: userKind,
  group: groupKind,
  topic: topicKind,
  duration: durationKind,
  date: dateKind,
  url: urlKind,
}
