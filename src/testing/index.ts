/** What a bot is tested with: a simulated organisation around it, and servers of every version. */

export type { BotCall } from './botCalls.js'
export type {
  LoggedLine,
  MessageToTouch,
  Speaker,
  TestBotOptions,
  TestChat,
  Tested,
  Where,
} from './chat.js'
export {
  assertCalled,
  assertNoReply,
  assertNotCalled,
  assertReacted,
  assertReplied,
  assertSaid,
  ChatAssertionError,
} from './matchers/asserts.js'
export type { ExpectedParameters } from './matchers/called.js'
export type { ExpectedText, Matcher } from './matchers/fits.js'
export { type ChatMatchers, matchers } from './matchers/matchers.js'
export type { Replied } from './matchers/replied.js'
export type { Verdict } from './matchers/verdict.js'
export { matrixBadge } from './matrix/badge.js'
export { type Behaviour, behaviours, levelsText } from './matrix/behaviours.js'
export { type CommandRunOptions, commandRun } from './matrix/command.js'
export {
  type Matrix,
  type MatrixOptions,
  type MatrixResult,
  type MatrixRun,
  type MatrixRunAt,
  matrix,
} from './matrix/matrix.js'
export { MatrixError, type MatrixErrorCode } from './matrix/matrixError.js'
export { matrixTable } from './matrix/table.js'
export { testBot } from './testBot.js'
export {
  type Action,
  type Entry,
  failureText,
  type LevelRange,
  type Lines,
  type MoveScope,
  type Parameters,
  type ParseOptions,
  type Part,
  parseTranscript,
  runTranscript,
  runTranscriptFile,
  type SettingName,
  type Text,
  type Transcript,
  TranscriptError,
  type TranscriptErrorCode,
  type TranscriptFileOptions,
  type TranscriptFileResult,
  type TranscriptOptions,
  type TranscriptPlace,
  type TranscriptProblem,
  type TranscriptResult,
  type Turn,
  type Value,
  writeTranscript,
} from './transcript/index.js'
