import { nameErrors } from '../../errors.js'
import { CallError, type CallFacts } from './exchangeErrors.js'

interface FileFacts {
  readonly name: string
  /** Bytes. */
  readonly limit: number
  readonly size: number | undefined
}

/** A file is larger than its download may be. No more of it is downloaded. */
export class FileTooLargeError extends CallError {
  /** The most bytes that it may have. */
  readonly limit: number
  /** Bytes; undefined if the server didn't say. */
  readonly size: number | undefined
  constructor(facts: CallFacts, { name, limit, size }: FileFacts) {
    const has = size === undefined ? 'more than' : `${inWords(size)} bytes, more than`
    super(
      'file_too_large',
      `The file ${JSON.stringify(name)} has ${has} the limit of ${inWords(limit)} bytes, so it was not downloaded. ` +
        'Ask for a smaller file, or raise `limit`.',
      facts,
    )
    this.limit = limit
    this.size = size
  }
}

const inWords = (bytes: number) => bytes.toLocaleString('en')

nameErrors({ FileTooLargeError })
