import type { Log } from '../../bot/index.js'
import type { Clock } from '../../client/index.js'
import type { WebhookReply } from '../../protocol/index.js'
import type { Replies } from './replies.js'

/** The webhook's response; `failed` if the handler threw before any reply. */
export type Answer = WebhookReply | 'failed'

/** The reply was the webhook's response, was sent as messages, there was none, or the handler failed. */
export type Outcome = 'answered' | 'sent' | 'quiet' | 'failed'

/** The work of a run, and its callbacks. */
export interface RunWork {
  readonly replies: Replies
  /** UNIX milliseconds. */
  readonly arrived: number
  /** Runs the handler. */
  handle(run: TimedRun): Promise<void>
  /** The webhook was answered. */
  answered(answer: Answer): void
  /** The webhook was answered while the handler still runs. */
  answeredEarly(): void
  /** The handler was aborted. */
  timedOut(): void
  ended(outcome: Outcome, error: unknown): void
}

export interface RunTimes {
  readonly clock: Clock
  /** Milliseconds from arrival until the webhook is answered at the latest. */
  readonly answerBy: number
  /** Milliseconds from arrival until the handler is aborted. */
  readonly handlerTimeout: number
}

/**
 * One run of a handler. The webhook is answered in time; the handler may go on after that until its timeout.
 */
export class TimedRun {
  /** Resolves when the handler has ended, or in time. Never rejects. */
  readonly answer: Promise<Answer>
  /** Resolves when the handler has ended and its replies are sent. Never rejects. */
  readonly finished: Promise<void>
  readonly #work: RunWork
  readonly #times: RunTimes
  #settle: (answer: Answer) => void = () => {}
  #given: Answer | undefined
  #isFinished = false
  #failure: { readonly error: unknown } | undefined
  #cancelTimer: (() => void) | undefined
  readonly #controller = new AbortController()

  constructor(work: RunWork, times: RunTimes) {
    this.#work = work
    this.#times = times
    this.answer = new Promise((resolve) => {
      this.#settle = resolve
    })
    this.#setTimer()
    this.finished = this.#run()
  }

  get isFinished(): boolean {
    return this.#isFinished
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Aborts the handler. */
  abort(reason: unknown): void {
    this.#controller.abort(reason)
  }

  async #run(): Promise<void> {
    const { replies } = this.#work
    try {
      await this.#work.handle(this)
    } catch (error) {
      this.#failure = { error }
    }
    // A reply that can't be sent may still become the webhook's response.
    if (replies.isSending) await replies.settled()
    this.#cancelTimer?.()
    this.#end(this.#given ?? this.#giveLast())
  }

  #end(answer: Answer): void {
    this.#isFinished = true
    const failure = this.#failure
    this.#work.ended(failure ? 'failed' : outcomeOf(answer, this.#work.replies), failure?.error)
  }

  #setTimer(): void {
    const { clock, answerBy, handlerTimeout } = this.#times
    const [first, second] = answerBy <= handlerTimeout ? [this.#answerNow, this.#stop] : [this.#stop, this.#answerNow]
    this.#cancelTimer = clock.later(this.#left(Math.min(answerBy, handlerTimeout)), () => {
      this.#cancelTimer = clock.later(this.#left(Math.max(answerBy, handlerTimeout)), () => second.call(this))
      first.call(this)
    })
  }

  #answerNow(): void {
    this.#give(this.#work.replies.takeAnswer())
    this.#work.answeredEarly()
  }

  #stop(): void {
    this.abort(timeoutReason(this.#times.handlerTimeout))
    this.#work.timedOut()
  }

  /** The response after the handler has ended. */
  #giveLast(): Answer {
    const { replies } = this.#work
    return this.#give(this.#failure && replies.isUnanswered ? 'failed' : replies.takeAnswer())
  }

  #give(answer: Answer): Answer {
    this.#given = answer
    this.#work.answered(answer)
    this.#settle(answer)
    return answer
  }

  /** Milliseconds left of a time that began at arrival. */
  #left(time: number): number {
    return Math.max(0, this.#work.arrived + time - this.#times.clock.now())
  }
}

/** The abort reason of a handler that timed out. */
export function timeoutReason(milliseconds: number): DOMException {
  return new DOMException(
    `The handler took longer than ${milliseconds} ms. Its signal is aborted. Raise handlerTimeout if it needs more.`,
    'TimeoutError',
  )
}

export interface StillRunning {
  /** Such as `command order <dish>`; undefined if no handler was chosen. */
  readonly handler: string | undefined
  /** Milliseconds that it has run. */
  readonly duration: number
  readonly handlerTimeout: number
}

export function logStillRunning(log: Log, { handler, duration, handlerTimeout }: StillRunning): void {
  log.info(
    { handler, duration, abortsIn: Math.max(0, handlerTimeout - duration) },
    'The handler is still running; its replies are now sent as messages',
  )
}

function outcomeOf(answer: Answer, replies: Replies): Outcome {
  if (typeof answer === 'object' && 'content' in answer) return 'answered'
  return replies.isEmpty ? 'quiet' : 'sent'
}
