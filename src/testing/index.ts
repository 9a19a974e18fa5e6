/** What a bot is tested with: a simulated organisation around it, and servers of every version. */

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
export { type LoggedLine, type Speaker, type TestBotOptions, type TestChat, testBot } from './testBot.js'
