import type { DateWords } from './dateWords.js'

/**
 * What a bot says by itself, and the words that people say to it. Commands, names and what somebody wrote come as Markdown,
 * ready to be put into a sentence; lengths of time in milliseconds. English, German, French, Spanish and Japanese are in
 * `earshot/sentences`.
 */
export interface Sentences {
  /** One word each, to be typed. The English ones are understood too. */
  readonly helpWord: string
  readonly cancelWord: string
  readonly approveWord: string
  readonly rejectWord: string
  readonly stopWord: string

  /** What people type for themselves where a person is expected, with `|` between. The English words are understood too. */
  readonly oneself: string
  /** What people type for dates and lengths of time. English is understood too. */
  readonly dateWords: DateWords

  /** Above the list of commands. */
  readonly helpHeading: string
  /** Below it. */
  learnMore(help: string): string
  /** Above several commands that begin with what somebody wrote. */
  theseBeginWith(text: string): string
  learnMoreAboutThem(help: string): string
  /** How a command is typed. */
  usage(command: string): string
  examples(commands: readonly string[]): string
  /** What an argument of a command is: `what` is one of those below, such as `aPerson`. */
  argumentIs(argument: string, what: string): string
  alsoCalled(names: readonly string[]): string
  /** Who may use a command: `people` are those below, such as `groupMembers`. */
  onlyFor(people: string): string
  waitBetweenUses(milliseconds: number): string

  /** Somebody wrote what is no command. */
  notUnderstood(help: string): string
  didYouMean(text: string, commands: readonly string[]): string
  /** Letters that only look like those of what is suggested. */
  foreignLetters(letters: readonly string[]): string
  /** An argument is missing. */
  missing(argument: string, what: string | undefined): string
  /** What somebody wrote can't be this argument; `meant` is what it was perhaps to be. */
  wrong(argument: string, found: string, what: string, meant: string | undefined): string
  tooMuch(text: string): string
  quotationNotClosed(argument: string, mark: string): string
  /** A word of the command is missing, or is another one. */
  wordExpected(word: string, found: string | undefined): string

  readonly aWord: string
  aWordOrSeveral(example: string): string
  aWholeNumber(example: string): string
  aNumber(examples: readonly string[]): string
  /** A file that the message links to. */
  readonly aFile: string
  aLink(example: string): string
  oneOf(words: readonly string[]): string
  aSpanOfTime(examples: readonly string[]): string
  aDate(examples: readonly string[]): string
  aDay(examples: readonly string[]): string
  aPerson(mention: string): string
  aGroup(mention: string): string
  aTopic(link: string): string

  /** A moment has passed. */
  isPast(argument: string, moment: string): string

  /** What somebody named in a command isn't there. */
  unknownPerson(argument: string, name: string, meant: string | undefined): string
  unknownGroup(argument: string, name: string, meant: string | undefined): string
  unknownChannel(argument: string, name: string, meant: string | undefined): string
  severalPeople(argument: string, name: string, mentions: readonly string[]): string

  /** People by their role or group, for the sentences below and `onlyFor`. */
  readonly owners: string
  readonly administrators: string
  readonly moderators: string
  readonly members: string
  readonly everybody: string
  groupMembers(group: string): string
  allOf(people: readonly string[]): string
  /** Somebody is not allowed to do something. */
  onlyTheyMay(people: string): string
  tooEarly(milliseconds: number): string

  /** Several commands were sent in one message, and this one asks. */
  sendAlone(command: string): string
  /** A question waits for one of its choices. */
  pleaseAnswer(choices: readonly string[], cancel: string): string
  /** A question waits for any answer. */
  waitingForAnswer(cancel: string): string
  readonly cancelled: string
  readonly answerTimedOut: string
  readonly questionReplaced: string
  /** A question is for others. `people` is undefined where each was named. */
  onlyTheyMayAnswer(people: string | undefined): string
  readonly rightUnknown: string
  /** Nobody is asked, since the group or user isn't known. */
  nobodyToAsk(people: string): string
  /** Nobody is asked, since too few can answer. */
  tooFewToAsk(people: string, needed: number, able: number): string

  /** Below what is to be approved. */
  approvalNeeded(quorum: number, people: string, approve: string, reject: string): string
  approvalsSoFar(count: number, quorum: number): string
  readonly approvalNoted: string
  readonly approvedBefore: string
  /** Whoever asked for an approval answers it. */
  othersDecide(cancel: string): string
  rejectedBy(person: string): string
  readonly approvalTimedOut: string
  /** Above the numbers of several approvals. */
  readonly whichApproval: string

  /** A handler failed. */
  failed(delivery: string): string
  /** A handler was stopped. */
  stopped(delivery: string): string
  readonly tryingAgain: string
  /** The process ended, and nobody knows whether the work was done. */
  interrupted(delivery: string): string
  /** The same, in the middle of a conversation. */
  readonly conversationInterrupted: string
  readonly conversationLost: string
  readonly conversationOutdated: string
  /** Somebody answers in the place that the conversation has left, or has to be told that it went on. */
  readonly conversationMoved: string

  /** Below a text that was written while it came, and that somebody has stopped. */
  readonly textStopped: string
  /** The same where it ends for another reason: one of those below, or what its source said. */
  textCutOff(reason: string): string
  somethingWentWrong(delivery: string): string
  readonly textTooLong: string
  readonly ranOutOfTime: string
  readonly wasInterrupted: string

  /** Somebody has told the bot to stop following a topic. */
  readonly followsNoLonger: string

  /** An assistant wants to do something. */
  mayIDoThis(what: string): string
  /** Its model is asked more than it answers. */
  readonly askedTooMuch: string
}
