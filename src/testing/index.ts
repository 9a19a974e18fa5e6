/** Tests bots in a simulated organisation, with servers of every version. */

export { type ParseOptions, parseTranscript } from '../transcript/parse.js'
export { TranscriptError, type TranscriptErrorCode, type TranscriptProblem } from '../transcript/problems.js'
export type {
  Action,
  EditTimes,
  Entry,
  LevelRange,
  Lines,
  MoveScope,
  Parameters,
  Part,
  SettingName,
  Text,
  ToWidget,
  Transcript,
  TranscriptPlace,
  Turn,
  Value,
} from '../transcript/transcript.js'
export { writeTranscript } from '../transcript/write.js'
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
export { type DriftFinding, type DriftOptions, type DriftReport, drift } from './drift/drift.js'
export type { ExploreWorld } from './explore/converse.js'
export { ExploreError, type ExploreErrorCode } from './explore/errors.js'
export {
  type ExploreOptions,
  type ExploreReport,
  explore,
  type Finding,
} from './explore/explore.js'
export { exploreText } from './explore/report.js'
export type { Breach, RuleName } from './explore/rules.js'
export {
  type FakeModelAnswer,
  type FakeModelApiOptions,
  type FakeModelRequest,
  fakeModelApi,
} from './fakeModelApi.js'
export type { ExpectedParameters, ExpectedText, Matcher, Replied, Verdict } from './matchers/checks.js'
export { type ChatMatchers, matchers } from './matchers/matchers.js'
export { matrixBadge } from './matrix/badge.js'
export { type Behaviour, behaviours, levelsText } from './matrix/behaviours.js'
export { type CommandRunOptions, commandRun } from './matrix/command.js'
export {
  type Matrix,
  MatrixError,
  type MatrixErrorCode,
  type MatrixOptions,
  type MatrixResult,
  type MatrixRun,
  type MatrixRunAt,
  matrix,
} from './matrix/matrix.js'
export { matrixTable } from './matrix/table.js'
export { testBot } from './testBot.js'
export { runTranscriptFile, type TranscriptFileOptions, type TranscriptFileResult } from './transcript/files.js'
export { failureText, runTranscript, type TranscriptResult } from './transcript/run.js'
export type { TranscriptOptions } from './transcript/settings.js'
