import { EarshotError } from '../../errors.js'

/** How far a call got. */
export interface CallFacts {
  /** The endpoint's name, or method and path if it is undeclared. */
  readonly endpoint: string
  /** How often it was sent; 0 when it never was. */
  readonly attempts: number
  /** False when it certainly changed nothing: a read, a refusal, or a request that never reached the server. */
  readonly mayHaveTakenEffect: boolean
}

/** A call that failed after it was ready to be sent. */
export class CallError extends EarshotError implements CallFacts {
  static {
    CallError.prototype.name = 'CallError'
  }
  readonly endpoint: string
  readonly attempts: number
  readonly mayHaveTakenEffect: boolean
  constructor(code: string, message: string, facts: CallFacts, options?: ErrorOptions) {
    super(code, message, options)
    this.endpoint = facts.endpoint
    this.attempts = facts.attempts
    this.mayHaveTakenEffect = facts.mayHaveTakenEffect
  }
}

/** How far a call got, in words. */
export function soFar({ attempts, mayHaveTakenEffect }: CallFacts): string {
  if (attempts === 0) return 'not sent'
  const times = attempts === 1 ? 'sent once' : `sent ${attempts} times`
  return mayHaveTakenEffect ? `${times}; it may have taken effect` : times
}

/** What to do about a call that may have taken effect, or may not. */
export function beforeRepeating({ mayHaveTakenEffect }: CallFacts): string {
  return mayHaveTakenEffect ? ' Look whether it took effect before you send it again.' : ''
}
