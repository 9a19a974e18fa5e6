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

export type ServeErrorCode =
  /** Something else uses the port. */
  | 'port_in_use'
  /** This user can't open the port. */
  | 'port_forbidden'
  /** This machine doesn't have the address. */
  | 'no_such_address'
  /** The system gave another reason. */
  | 'not_opened'

/** A server can't open its port. `cause` is the system's error. */
export class ServeError extends CodedError<ServeErrorCode> {
  readonly port: number
  readonly hostname: string

  constructor(hostname: string, port: number, cause: Error & { readonly code?: string }) {
    const code = serveCodes[cause.code ?? ''] ?? 'not_opened'
    super(code, `Port ${port} of ${hostname} ${reasonFor(code, cause)}`, { cause })
    this.port = port
    this.hostname = hostname
  }
}

/** The system's codes. */
const serveCodes: Readonly<Record<string, ServeErrorCode>> = {
  EADDRINUSE: 'port_in_use',
  EACCES: 'port_forbidden',
  EADDRNOTAVAIL: 'no_such_address',
  ENOTFOUND: 'no_such_address',
}

function reasonFor(code: ServeErrorCode, { message }: Error): string {
  const otherPort = 'choose another port (the option `port`, or PORT in the environment; 0 takes a free one)'
  const otherHost = 'Choose another hostname (the option `hostname`, or HOST in the environment)'
  if (code === 'port_in_use') return `is in use. Stop what listens there, or ${otherPort}.`
  if (code === 'port_forbidden') return `can't be opened by this user. Ports above 1023 can: ${otherPort}.`
  if (code === 'no_such_address') {
    return `can't be opened: this machine has no such address. ${otherHost}; 0.0.0.0 means all.`
  }
  return `can't be opened: ${message}. ${otherHost}, or ${otherPort}.`
}

/** Gives errors the names of their classes, which a bundler may shorten. */
export function nameErrors(classes: Readonly<Record<string, { readonly prototype: Error }>>): void {
  for (const [name, { prototype }] of Object.entries(classes)) prototype.name = name
}

nameErrors({ EarshotError, UnknownOptionError, ServeError })
