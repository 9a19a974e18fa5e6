/** Conversations as text files that are tests. */

export { type ParseOptions, parseTranscript } from '../../transcript/parse.js'
export { TranscriptError, type TranscriptErrorCode, type TranscriptProblem } from '../../transcript/problems.js'
export type {
  Action,
  Entry,
  LevelRange,
  Lines,
  MoveScope,
  Parameters,
  Part,
  SettingName,
  Text,
  Transcript,
  TranscriptPlace,
  Turn,
  Value,
} from '../../transcript/transcript.js'
export { writeTranscript } from '../../transcript/write.js'
export {
  levelsFor,
  runTranscriptFile,
  settingsOfFile,
  shortPath,
  type TranscriptFileOptions,
  type TranscriptFileResult,
  transcriptsIn,
} from './files.js'
export { failureText, runTranscript, type TranscriptResult } from './run.js'
export type { TranscriptOptions } from './stage.js'
