import { CodedError } from '../../errors.js'

/** A data directory cannot be used. */
export class DataError extends CodedError<DataErrorCode> {
  override readonly name = 'DataError'
  /** The directory, or the file in it. */
  readonly path: string

  constructor(code: DataErrorCode, path: string, message: string, cause?: unknown) {
    super(code, message, cause === undefined ? {} : { cause })
    this.path = path
  }
}

export type DataErrorCode =
  /** Another process, or another simulator of this process, uses the directory. */
  | 'data_in_use'
  /** A file is corrupt. */
  | 'data_corrupt'
  /** It was made from another seed. */
  | 'data_of_another_seed'
  /** A file was written by a version of Earshot whose format this one can't read. */
  | 'data_of_another_version'
  /** It can't be made, read or written. */
  | 'data_unusable'
