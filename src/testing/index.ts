/** Tests bots in a simulated organisation, with servers of every version. */

export { type ParseOptions, parseTranscript } from '../transcript/parse.js'
export { TranscriptError } from '../transcript/problems.js'
export type { Transcript } from '../transcript/transcript.js'
export { writeTranscript } from '../transcript/write.js'
export type { BotCall } from './botCalls.js'
export type { TestBotOptions, TestChat, Tested } from './chat.js'
export { type DriftOptions, type DriftReport, drift } from './drift/drift.js'
export { ExploreError } from './explore/errors.js'
export { type ExploreOptions, type ExploreReport, explore } from './explore/explore.js'
export { exploreText } from './explore/report.js'
export { type FakeModelAnswer, type FakeModelApiOptions, fakeModelApi } from './fakeModelApi.js'
export {
  assertCalled,
  assertNoReply,
  assertNotCalled,
  assertReacted,
  assertReplied,
  assertSaid,
  ChatAssertionError,
  type ChatMatchers,
  matchers,
} from './matchers/asserts.js'
export { matrixBadge } from './matrix/badge.js'
export { type Matrix, MatrixError, type MatrixOptions, type MatrixResult, matrix } from './matrix/matrix.js'
export { matrixTable } from './matrix/table.js'
export { testBot } from './testBot.js'
export { runTranscriptFile, type TranscriptFileOptions } from './transcript/files.js'
export { runTranscript, type TranscriptResult } from './transcript/run.js'
export type { TranscriptOptions } from './transcript/settings.js'
