import { CodedError, nameErrors } from '../errors.js'

export type ModelErrorCode =
  /** It could not be reached. */
  | 'unreachable'
  /** It said no. */
  | 'refused'
  /** Its answer can't be read. */
  | 'unreadable'
  /** Its answer ended too soon. */
  | 'cut_off'
  /** It called one tool after the other, and never answered. */
  | 'too_many_calls'

/** A model gave no answer, or not all of one. */
export class ModelError extends CodedError<ModelErrorCode> {}

nameErrors({ ModelError })
