/** A data directory cannot be used. */
export class DataError extends Error {
  override readonly name = 'DataError'
  readonly code: DataErrorCode
  /** The directory, or the file in it. */
  readonly path: string

  constructor(code: DataErrorCode, path: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.code = code
    this.path = path
  }
}

export type DataErrorCode =
  /** Another process, or another simulator of this process, uses the directory. */
  | 'DATA_IN_USE'
  /** A file is corrupt. */
  | 'DATA_CORRUPT'
  /** It was made from another seed. */
  | 'DATA_OF_ANOTHER_SEED'
  /** It can't be made, read or written. */
  | 'DATA_UNUSABLE'
