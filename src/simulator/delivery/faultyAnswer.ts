import { inParts, type Parts } from '../base/bytes.js'
import type { AnswerFault } from '../faults/faultOutcome.js'
import type { Wait } from '../faults/waits.js'
import { type Network, type NetworkAnswer, wholeAnswer } from './network.js'

/** A network on which a fault changes the bot's answers. The bot gets each request, and doesn't notice. */
export function withFaultyAnswers(network: Network, fault: AnswerFault, wait: Wait): Network {
  return async (request) => {
    const answer = await network(request)
    if (!(await wait.pause(fault.late, request.signal))) {
      inParts(answer.body).cancel()
      throw new Error('The connection was closed.')
    }
    const arriving = fault.status !== undefined || fault.isMalformed ? replaced(answer, fault) : answer
    return fault.bytes === undefined ? arriving : { ...arriving, body: cutOff(inParts(arriving.body), fault.bytes) }
  }
}

/** An answer that replaces the bot's. */
function replaced(answer: NetworkAnswer, fault: AnswerFault): NetworkAnswer {
  const status: number = fault.status ?? answer.status
  inParts(answer.body).cancel()
  return fault.isMalformed
    ? wholeAnswer(status, 'application/json', '{"content": "It begins like JSON,')
    : wholeAnswer(status, 'text/plain', `A fault answers ${status}.`)
}

/** The beginning of a body, never its end, and then a broken connection. */
function cutOff(parts: Parts, bytes: number): Parts {
  let left = bytes
  return {
    async next() {
      const part = left > 0 ? await parts.next() : undefined
      if (part === undefined) {
        parts.cancel()
        throw new Error('The connection was closed before the end of the answer.')
      }
      const some = part.subarray(0, left)
      left -= some.length
      return some
    },
    cancel: () => parts.cancel(),
  }
}
