import { dateKind } from './date.js'
import { durationKind } from './duration.js'
import { type GroupArgument, groupKind } from './group.js'
import type { ArgumentKind } from './place.js'
import { type TopicArgument, topicKind } from './topic.js'
import { type UserArgument, userKind } from './user.js'
import { integerKind, quotedKind, urlKind, wordKind } from './words.js'

/** What a handler gets for an argument, by the type that stands behind its name in the pattern. */
export interface ArgumentTypes {
  readonly word: string
  /** One word, or several in quotation marks. */
  readonly quoted: string
  readonly integer: number
  readonly user: UserArgument
  readonly group: GroupArgument
  readonly topic: TopicArgument
  /** Milliseconds. */
  readonly duration: number
  readonly date: Date
  /** With `http` or `https`. */
  readonly url: URL
}

export const argumentKinds: { readonly [Type in keyof ArgumentTypes]: ArgumentKind<ArgumentTypes[Type]> } = {
  word: wordKind,
  quoted: quotedKind,
  integer: integerKind,
  user: userKind,
  group: groupKind,
  topic: topicKind,
  duration: durationKind,
  date: dateKind,
  url: urlKind,
}
