import type { Parts } from '../bytes.js'
import type { AnswerFault } from '../faults/faultOutcome.js'
import type { Wait } from '../faults/waits.js'
import type { Network, NetworkAnswer } from './network.js'

/** A network on which a fault changes the bot's answers. The bot gets each request, and doesn't notice. */
export function withFaultyAnswers(network: Network, fault: AnswerFault, wait: Wait): Network {
  return async (request) => {
    const answer = await network(request)
    if (!(await wait.pause(fault.late, request.signal))) {
      answer.body.cancel()
      throw new Error('The connection was closed.')
    }
    const arriving = fault.status !== undefined || fault.isMalformed ? replaced(answer, fault) : answer
    return fault.bytes === undefined ? arriving : { ...arriving, body: cutOff(arriving.body, fault.bytes) }
  }
}

/** An answer that replaces the bot's. */
function replaced(answer: NetworkAnswer, fault: AnswerFault): NetworkAnswer {
  const status: number = fault.status ?? answer.status
  answer.body.cancel()
  const [type, text] = fault.isMalformed
    ? ['application/json', '{"content": "It begins like JSON,']
    : ['text/plain', `A fault answers ${status}.`]
  const parts = [new TextEncoder().encode(text)]
  return {
    status,
    header: (name) => (name.toLowerCase() === 'content-type' ? type : undefined),
    body: { next: async () => parts.shift(), cancel: () => {} },
    decoded: true,
  }
}

/** The beginning of a body, never its end, and then a broken connection. */
function cutOff(body: Parts, bytes: number): Parts {
  let left = bytes
  return {
    async next() {
      const part = left > 0 ? await body.next() : undefined
      if (part === undefined) {
        body.cancel()
        throw new Error('The connection was closed before the end of the answer.')
      }
      const some = part.subarray(0, left)
      left -= some.length
      return some
    },
    cancel: () => body.cancel(),
  }
}
