import type { Clock } from '../client/index.js'
import type { WebhookReply } from '../protocol/index.js'
import type { Replies } from './replies.js'

/** What the webhook is answered; `failed` when the handler ended with an error before it had said anything. */
export type Answer = WebhookReply | 'failed'

/** How an attempt ended: its reply was the webhook's own answer, went as messages, there was none, or it failed. */
export type Outcome = 'answered' | 'sent' | 'quiet' | 'failed'

/** What is run, and who hears of it. */
export interface AttemptWork {
  readonly replies: Replies
  /** UNIX milliseconds. */
  readonly arrived: number
  /** Runs the handler. */
  handle(attempt: Attempt): Promise<void>
  /** The webhook has its answer. */
  answered(answer: Answer): void
  /** The webhook is answered without waiting any longer for the handler. */
  answeredEarly(): void
  /** The handler is told to stop. */
  timedOut(): void
  ended(outcome: Outcome, error: unknown): void
}

export interface AttemptTimes {
  readonly clock: Clock
  /** Milliseconds from the arrival until the webhook is answered, come what may. */
  readonly answerBy: number
  /** Milliseconds from the arrival until the handler is told to stop. */
  readonly handlerTimeout: number
}

/**
 * One run of a handler on one notification, which is answered in time; the handler may go on after that until its own
 * time is up.
 */
export class Attempt {
  /** Resolves when the handler has ended, or in time. Never rejects. */
  readonly answer: Promise<Answer>
  /** Resolves when the handler has ended and all that it said has been sent. Never rejects. */
  readonly finished: Promise<void>
  readonly #work: AttemptWork
  readonly #times: AttemptTimes
  #settle: (answer: Answer) => void = () => {}
  #given: Answer | undefined
  #isFinished = false
  #cancelTimer: () => void
  #controller: AbortController | undefined
  #aborted: { readonly reason: unknown } | undefined

  constructor(work: AttemptWork, times: AttemptTimes) {
    this.#work = work
    this.#times = times
    this.answer = new Promise((resolve) => {
      this.#settle = resolve
    })
    // One timer at a time: most handlers end before the first is due.
    const { clock, answerBy, handlerTimeout } = times
    const [first, second] = answerBy <= handlerTimeout ? [this.#answerNow, this.#stop] : [this.#stop, this.#answerNow]
    this.#cancelTimer = clock.later(this.#left(Math.min(answerBy, handlerTimeout)), () => {
      this.#cancelTimer = clock.later(this.#left(Math.max(answerBy, handlerTimeout)), () => second.call(this))
      first.call(this)
    })
    this.finished = this.#run()
  }

  get isFinished(): boolean {
    return this.#isFinished
  }

  /** Made when somebody looks at it: most handlers never do, and making one costs more than most handlers. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#aborted !== undefined) this.#controller.abort(this.#aborted.reason)
    return this.#controller.signal
  }

  /** Tells the handler to stop. */
  abort(reason: unknown): void {
    this.#aborted ??= { reason }
    this.#controller?.abort(reason)
  }

  async #run(): Promise<void> {
    const { replies } = this.#work
    let failure: { readonly error: unknown } | undefined
    try {
      await this.#work.handle(this)
    } catch (error) {
      failure = { error }
    }
    this.#cancelTimer()
    this.#isFinished = !replies.isSending
    const answer = this.#given ?? this.#give(failure && replies.isEmpty ? 'failed' : replies.takeAnswer())
    if (!this.#isFinished) await replies.settled()
    this.#isFinished = true
    this.#work.ended(failure ? 'failed' : outcomeOf(answer, replies), failure?.error)
  }

  #answerNow(): void {
    this.#give(this.#work.replies.takeAnswer())
    this.#work.answeredEarly()
  }

  #stop(): void {
    this.abort(timeoutReason(this.#times.handlerTimeout))
    this.#work.timedOut()
  }

  #give(answer: Answer): Answer {
    this.#given = answer
    this.#work.answered(answer)
    this.#settle(answer)
    return answer
  }

  /** Milliseconds that are left of a time that began with the arrival. */
  #left(time: number): number {
    return Math.max(0, this.#work.arrived + time - this.#times.clock.now())
  }
}

/** Why the signal of a handler aborts when its time is up. */
export function timeoutReason(milliseconds: number): DOMException {
  return new DOMException(
    `The handler took longer than ${milliseconds} ms. Its signal is aborted. Raise handlerTimeout if it needs more.`,
    'TimeoutError',
  )
}

function outcomeOf(answer: Answer, replies: Replies): Outcome {
  if (typeof answer === 'object' && 'content' in answer) return 'answered'
  return replies.isEmpty ? 'quiet' : 'sent'
}
