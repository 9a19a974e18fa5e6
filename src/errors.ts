/**
 * The base class of all Earshot errors. Programs act on the stable `code` and the fields; the message is for people.
 */
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

/** Gives errors the names of their classes, which a bundler may shorten. */
export function nameErrors(classes: Readonly<Record<string, { readonly prototype: Error }>>): void {
  for (const [name, { prototype }] of Object.entries(classes)) prototype.name = name
}

nameErrors({ EarshotError })
