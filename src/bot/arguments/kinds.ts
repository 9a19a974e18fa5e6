import { asCode, findTyped, nearest } from '../../text/index.js'
import type { AttachedFile } from './attachments.js'
import { type CalendarDay, dateKind, dayKind, durationKind } from './dates.js'
import { urlKind } from './links.js'
import { type GroupArgument, groupKind, type TopicArgument, topicKind, type UserArgument, userKind } from './named.js'
import { integerKind, numberKind } from './numbers.js'
import { type ArgumentKind, wordAt } from './place.js'
import { quotedKind, wordKind } from './quoted.js'

/** One of several words. The handler gets it as it was declared. */
export function choiceKind(choices: readonly string[]): ArgumentKind<string> {
  return {
    expected: (sentences) => sentences.oneOf(choices.map(asCode)),
    isChoice: true,
    take(place) {
      const { word, end } = wordAt(place)
      const choice = findTyped(word, choices, String)
      return choice === undefined ? undefined : { end, value: () => choice }
    },
    meant: (word) => nearest(word, choices),
  }
}

/** The value that a handler gets for an argument, by the type after its name in the pattern. */
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
  /** Now or later: in the sender's time zone unless another one is typed. */
  readonly date: Date
  /** Of the sender's calendar; it may have passed. */
  readonly day: CalendarDay
  /** With `http` or `https`. */
  readonly url: URL
  /** The message's first file, or its next one after another argument of this type. */
  readonly attachment: AttachedFile
}

export type { CalendarDay }

const attachmentKind: ArgumentKind<AttachedFile> = {
  expected: ({ aFile }) => aFile,
  take: () => undefined,
  takeFile: ({ path, end }) => ({
    end,
    value: ({ ctx }) => ctx.attachments.find((attachment) => attachment.path === path) as AttachedFile,
  }),
}

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
  day: dayKind,
  url: urlKind,
  attachment: attachmentKind,
}
