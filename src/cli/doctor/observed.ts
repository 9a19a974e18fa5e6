import type { Transport, WireAnswer } from '../../client/index.js'

/** A transport that remembers the last answer, with when it was asked for and when it came. */
export interface Observed extends Transport {
  readonly last: Observation | undefined
}

export interface Observation {
  readonly answer: WireAnswer
  /** UNIX milliseconds. */
  readonly sent: number
  readonly received: number
}

export function observed(transport: Transport, now: () => number): Observed {
  let last: Observation | undefined
  return {
    get last() {
      return last
    },
    async send(request, bounds) {
      const sent = now()
      last = undefined
      const answer = await transport.send(request, bounds)
      last = { answer, sent, received: now() }
      return answer
    },
  }
}
