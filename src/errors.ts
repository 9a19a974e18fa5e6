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

/** There is no option of this name, or the options aren't an object. */
export class UnknownOptionError extends CodedError<'unknown_option'> {
  /** The unknown name, such as `dedupe.agee`; empty if the options aren't an object. */
  readonly option: string

  constructor(option: string, message: string) {
    super('unknown_option', message)
    this.option = option
  }
}

/**
 * A server can't listen on its host and port. The `code` is the system's, such as `EADDRINUSE`, or `LISTEN` if it gave
 * none.
 */
export class ListenError extends EarshotError {
  readonly port: number
  readonly hostname: string

  constructor(hostname: string, port: number, cause: Error & { readonly code?: string }) {
    super(cause.code ?? 'LISTEN', `Port ${port} of ${hostname} ${reasonFor(cause)}`, { cause })
    this.port = port
    this.hostname = hostname
  }
}

function reasonFor({ code, message }: Error & { readonly code?: string }): string {
  const otherPort = 'choose another port (the option `port`, or PORT in the environment; 0 takes a free one)'
  const otherHost = 'Choose another hostname (the option `hostname`, or HOST in the environment)'
  if (code === 'EADDRINUSE') return `is in use. Stop what listens there, or ${otherPort}.`
  if (code === 'EACCES') return `can't be opened by this user. Ports above 1023 can: ${otherPort}.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `can't be opened: this machine has no such address. ${otherHost}; 0.0.0.0 means all.`
  }
  return `can't be opened: ${message}. ${otherHost}, or ${otherPort}.`
}

/** Gives errors the names of their classes, which a bundler may shorten. */
export function nameErrors(classes: Readonly<Record<string, { readonly prototype: Error }>>): void {
  for (const [name, { prototype }] of Object.entries(classes)) prototype.name = name
}

nameErrors({ EarshotError, UnknownOptionError, ListenError })
