import { EarshotError } from '../../client/index.js'

export type BotModuleErrorCode = 'BOT_FILE_NOT_FOUND' | 'NO_TYPESCRIPT' | 'BOT_NOT_LOADABLE' | 'NO_BOT'

/** Where a mistake is. Lines and columns count from 1. */
export interface BotModulePlace {
  readonly file: string
  readonly line?: number
  readonly column?: number
}

/** A file that should give bots gives none. */
export class BotModuleError extends EarshotError {
  static {
    BotModuleError.prototype.name = 'BotModuleError'
  }
  declare readonly code: BotModuleErrorCode
  readonly file: string
  readonly line: number | undefined
  readonly column: number | undefined

  constructor(code: BotModuleErrorCode, message: string, place: BotModulePlace, options?: ErrorOptions) {
    super(code, message, options)
    this.file = place.file
    this.line = place.line
    this.column = place.column
  }
}
