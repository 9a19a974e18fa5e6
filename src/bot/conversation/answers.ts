import { HandlerError } from '../errors.js'
import type { Sentences } from '../sentences/sentences.js'
import { type Approval, notApproved } from './approval.js'
import { NoAnswer } from './ask.js'
import type { Question } from './conversationStore.js'

/** The answer to a question. @throws {NoAnswer} if there is none */
export function answerTo({ answer }: Question, sentences: Sentences): string {
  if (answer === undefined) throw notInOrder()
  if ('none' in answer) throw new NoAnswer(answer.none, sentences)
  return answer.text
}

/** @throws {NotApproved} if it wasn't approved */
export function approvalOf({ answer, answers = [], quorum = 1 }: Question, sentences: Sentences): Approval {
  if (answer === undefined) throw notInOrder()
  const code = 'none' in answer ? answer.none : answer.text
  if (code === 'approved') return { answers }
  throw notApproved(code === 'rejected' || code === 'cancelled' ? code : 'timed_out', answers, quorum, sentences)
}

export function notInOrder(): HandlerError {
  return new HandlerError(
    'asked_out_of_order',
    'A handler has to ask one question at a time, and to end after the last. This one asked while another question was ' +
      'open, or after it had ended. Write `await` before ctx.ask, and don’t use it in Promise.all.',
  )
}
