import { EarshotError } from '../client/index.js'

/** Where a setting was looked for. */
export interface SettingPlace {
  readonly file?: string
  /** Without its brackets. */
  readonly section?: string
  /** Name of an option in the file, or of an environment variable. */
  readonly option?: string
}

/** Credentials or settings are missing or can't be used. */
export class ConfigurationError extends EarshotError {
  static {
    ConfigurationError.prototype.name = 'ConfigurationError'
  }
  readonly file: string | undefined
  readonly section: string | undefined
  readonly option: string | undefined

  constructor(message: string, { file, section, option }: SettingPlace, options?: ErrorOptions) {
    super('CONFIGURATION', message, options)
    this.file = file
    this.section = section
    this.option = option
  }
}

/** The server can't listen where it was told to. */
export class ListenError extends EarshotError {
  static {
    ListenError.prototype.name = 'ListenError'
  }
  readonly port: number
  readonly hostname: string

  constructor(hostname: string, port: number, cause: NodeJS.ErrnoException) {
    const { code = 'LISTEN', says, advice } = { ...reasonFor(cause), code: cause.code }
    super(code, `Port ${port} of ${hostname} ${says}. ${advice}`, { cause })
    this.port = port
    this.hostname = hostname
  }
}

function reasonFor({ code, message }: NodeJS.ErrnoException): { says: string; advice: string } {
  const otherPort = 'choose another port (the option `port`, or PORT in the environment; 0 takes a free one)'
  const otherHost = 'Choose another hostname (the option `hostname`, or HOST in the environment)'
  if (code === 'EADDRINUSE') return { says: 'is in use', advice: `Stop what listens there, or ${otherPort}.` }
  if (code === 'EACCES') return { says: 'is not for this user', advice: `Take one above 1023: ${otherPort}.` }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return { says: "can't be had: this machine has no such address", advice: `${otherHost}; 0.0.0.0 means all.` }
  }
  return { says: `can't be had: ${message}`, advice: `${otherHost}, or ${otherPort}.` }
}
