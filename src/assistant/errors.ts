import { CodedError, nameErrors } from '../errors.js'

export type ModelErrorCode =
  /** The model can't be reached. */
  | 'unreachable'
  /** The model or its API refused. */
  | 'refused'
  /** The answer can't be parsed. */
  | 'unreadable'
  /** The answer ended early. */
  | 'cut_off'
  /** The model kept calling tools and never answered. */
  | 'too_many_calls'

/** A model gave no answer, or an incomplete one. */
export class ModelError extends CodedError<ModelErrorCode> {}

nameErrors({ ModelError })
