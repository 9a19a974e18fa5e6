/** The base class of all Earshot errors. Programs act on the stable `code` and the fields; the message is for people. */
export class EarshotError extends Error {
  readonly code: string
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** An error with a known set of codes. */
export class CodedError<Code extends string> extends EarshotError {
  declare readonly code: Code
  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(code, message, options)
  }
}

/** There is no option of this name, or the options aren't an object. */
export class UnknownOptionError extends CodedError<'unknown_option'> {
  /** The unknown name, such as `dedupe.agee`; empty if the options aren't an object. */
  readonly option: string

  constructor(option: string, message: string) {
    super('unknown_option', message)
    this.option = option
  }
}

/** Gives errors the names of their classes, which a bundler may shorten. */
export function nameErrors(classes: Readonly<Record<string, { readonly prototype: Error }>>): void {
  for (const [name, { prototype }] of Object.entries(classes)) prototype.name = name
}

nameErrors({ EarshotError, UnknownOptionError })
