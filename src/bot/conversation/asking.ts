import { CallError } from '../../client/index.js'
import { shortened } from '../../values.js'
import { errorFields } from '../base/log.js'
import type { Approval, ApproveOptions, AskOptions } from '../context/asking.js'
import { type Asking, peopleText, whoIsAsked } from '../people/whoMayAnswer.js'
import { approvalButtons, approvalNumber, approvalText, checkedApproval, notApproved } from './approval.js'
import { checkedAsk, NoAnswer } from './ask.js'
import { notInOrder } from './recordedRun.js'
import type { Run } from './run.js'

/** Asks; a later run returns the answer. @throws {NoAnswer} if there is none */
export async function ask(run: Run, question: string, options: AskOptions | undefined): Promise<string> {
  const { name, choices, buttons, from, timeout } = checkedAsk(question, options)
  if (typeof from !== 'string') await lookedUp(run, { people: from, needed: 1, sender: true })
  const key = JSON.stringify([name ?? null, choices ?? null, from])
  const drawn = buttons ? choices?.map((choice) => ({ label: choice, reply: choice })) : undefined
  const waiting = { key, from, ...(choices && { choices: [...choices] }) }
  const { answer } = await run.question(waiting, timeout, () => run.ask(question, drawn))
  if (answer === undefined) throw notInOrder()
  if ('none' in answer) throw new NoAnswer(answer.none, run.sentences)
  return answer.text
}

/** Asks others to approve; a later run returns the approval. @throws {NotApproved} if they don't */
export async function approve(run: Run, question: string, options: ApproveOptions): Promise<Approval> {
  const { sentences } = run
  const { by, quorum, timeout, name } = checkedApproval(question, options)
  const who = await lookedUp(run, { people: by, needed: quorum, sender: false })
  // The question is part of the key, since what is done has to be what was approved.
  const key = JSON.stringify(['approve', name ?? null, question, by, quorum])
  const buttons = approvalButtons(approvalNumber(run.id, run.asked), sentences)
  const waiting = { key, from: by, about: shortened(question), quorum, answers: [] }
  const post = () => run.ask(approvalText(question, quorum, who, sentences), buttons)
  const { answer, answers = [] } = await run.question(waiting, timeout, post)
  if (answer === undefined) throw notInOrder()
  const code = 'none' in answer ? answer.none : answer.text
  if (code === 'approved') return { answers }
  throw notApproved(code === 'rejected' || code === 'cancelled' ? code : 'timed_out', answers, quorum, sentences)
}

/** Looked up once, so that the handler gets to the same question when it runs again. */
async function lookedUp(run: Run, asked: Asking): Promise<string> {
  const { delivery, notification, sentences, log } = run
  const name = { kind: 'once', key: JSON.stringify(asked), isRepeatable: true, isReading: true } as const
  const looking = () =>
    whoIsAsked(asked, delivery, notification, sentences, log).catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error
      // Whoever answers is looked up then.
      log.warn(errorFields(error), 'Failed to look up who is asked')
      return peopleText(asked.people, sentences)
    })
  return String(await run.do(name, looking))
}
