import { nameErrors } from '../../errors.js'
import { asCode, checkOptions, fold, type OptionNames, withoutSigns } from '../../text/index.js'
import { silentMention } from '../../text/md/mentions.js'
import { UserError } from '../base/errors.js'
import type { ApprovalAnswer, ApproveOptions } from '../context/asking.js'
import type { Button } from '../context/widgets.js'
import type { People } from '../people/people.js'
import { english } from '../sentences/english.js'
import type { Sentences } from '../sentences/sentences.js'
import { isWord } from '../sentences/words.js'
import { checkQuestion, timeoutOf, unusable, usablePeople } from './ask.js'

export type NotApprovedCode =
  /** One of the approvers has rejected it. */
  | 'rejected'
  /** The requester said `cancel`. */
  | 'cancelled'
  /** The time is up. */
  | 'timed_out'

/**
 * What `ctx.approve` throws if something isn't approved. If it isn't caught, its message is posted in the conversation,
 * as with any `UserError`; catch it to clean up, or to say something else.
 */
export class NotApproved extends UserError {
  declare readonly code: NotApprovedCode
  /** The answers until then, in the order in which they came. */
  readonly answers: readonly ApprovalAnswer[]

  constructor(code: NotApprovedCode, answers: readonly ApprovalAnswer[], text: string) {
    super(text, { code })
    this.answers = answers
  }
}

nameErrors({ NotApproved })

const approveOptions: OptionNames<ApproveOptions> = { by: true, quorum: true, timeout: true, name: true }

interface AskedApproval {
  readonly by: People
  readonly quorum: number
  /** Milliseconds. */
  readonly timeout: number
  readonly name: string | undefined
}

export function checkedApproval(question: string, options: ApproveOptions): AskedApproval {
  if (typeof options !== 'object' || options === null)
    throw unusable('approve', 'it has no `by`', 'Say who can approve')
  checkOptions('ctx.approve', options, approveOptions)
  const { quorum = 1, timeout = '1d', name } = options
  checkQuestion('approve', question)
  const by = usablePeople('approve', 'by', options.by)
  if (!Number.isSafeInteger(quorum) || quorum < 1) {
    throw unusable('approve', `its quorum is ${JSON.stringify(quorum)}`, 'Give how many have to approve, at least 1')
  }
  if ('users' in by && quorum > by.users.length) {
    throw unusable('approve', `its quorum is ${quorum}, of ${by.users.length} users`, 'Name more users')
  }
  return { by, quorum, timeout: timeoutOf('approve', timeout), name }
}

/** A possible answer to a pending approval: a word, and the approval's number if one was given. */
export interface ApprovalReply {
  readonly word: string
  readonly number: string | undefined
  /** Whether a sign speaks against the word: `approve?`, `approve 👎`. */
  readonly isDoubted: boolean
}

/** Undefined for a longer text. */
export function readApprovalReply(text: string): ApprovalReply | undefined {
  const folded = fold(text)
  const [word = '', number, ...more] = withoutSigns(folded).split(' ').map(withoutSigns)
  const isDoubted = /[?؟👎❌]|:(?:-1|thumbs_down|cross_mark):/u.test(folded)
  return more.length > 0 ? undefined : { word, number, isDoubted }
}

/** Only the exact words count, so that nothing is approved by accident. */
export function meaningOf(word: string, sentences: Sentences): 'approved' | 'rejected' | 'cancelled' | undefined {
  if (isWord(sentences, 'approveWord', word)) return 'approved'
  if (isWord(sentences, 'rejectWord', word)) return 'rejected'
  return isWord(sentences, 'cancelWord', word) ? 'cancelled' : undefined
}

/** Buttons reply in English, which is understood in every language. */
export function approvalButtons(number: string, sentences: Sentences): readonly Button[] {
  return (['approveWord', 'rejectWord'] as const).map((name) => ({
    label: sentences[name],
    reply: `${english[name]} ${number}`,
  }))
}

/** The number by which people tell the approvals of a place apart. */
export const approvalNumber = (conversation: number, question: number): string =>
  question === 0 ? String(conversation) : `${conversation}-${question + 1}`

export function approvalText(question: string, quorum: number, people: string, sentences: Sentences): string {
  const { approveWord, rejectWord } = sentences
  return `${question}\n\n${sentences.approvalNeeded(quorum, people, asCode(approveWord), asCode(rejectWord))}`
}

/** The error that tells people why it wasn't approved. */
export function notApproved(
  code: NotApprovedCode,
  answers: readonly ApprovalAnswer[],
  quorum: number,
  sentences: Sentences,
): NotApproved {
  const texts = {
    rejected: () =>
      sentences.rejectedBy(
        answers
          .slice(-1)
          .map(({ user }) => silentMention(user))
          .join(),
      ),
    cancelled: () => sentences.cancelled,
    timed_out: () => `${sentences.approvalTimedOut} ${sentences.approvalsSoFar(answers.length, quorum)}`,
  }
  return new NotApproved(code, answers, texts[code]())
}
