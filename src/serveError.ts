import { CodedError, nameErrors } from './errors.js'

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

nameErrors({ ServeError })
