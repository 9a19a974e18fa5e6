import type { Log } from '../../bot/index.js'
import type { Clock } from '../../client/index.js'
import type { WebhookReply } from '../../protocol/index.js'
import type { Replies } from './replies.js'

/** What the webhook is answered; `failed` when the handler ended with an error before it had said anything. */
export type Answer = WebhookReply | 'failed'

/** How a run ended: its reply was the webhook's own answer, went as messages, there was none, or it failed. */
export type Outcome = 'answered' | 'sent' | 'quiet' | 'failed'

/** What is run, and who hears of it. */
export interface RunWork {
  readonly replies: Replies
  /** UNIX milliseconds. */
  readonly arrived: number
  /** Runs the handler. */
  handle(run: TimedRun): Promise<void>
  /** The webhook has its answer. */
  answered(answer: Answer): void
  /** The webhook is answered without waiting any longer for the handler. */
  answeredEarly(): void
  /** The handler is told to stop. */
  timedOut(): void
  ended(outcome: Outcome, error: unknown): void
}

export interface RunTimes {
  readonly clock: Clock
  /** Milliseconds from the incoming until the webhook is answered, come what may. */
  readonly answerBy: number
  /** Milliseconds from the incoming until the handler is told to stop. */
  readonly handlerTimeout: number
}

/**
 * One run of a handler on one notification, which is answered in time; the handler may go on after that until its own
 * time is up.
 */
export class TimedRun {
  /** Resolves when the handler has ended, or in time. Never rejects. */
  readonly answer: Promise<Answer>
  /** Resolves when the handler has ended and all that it said has been sent. Never rejects. */
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

  /** Tells the handler to stop. */
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
    // What can't be sent may still be the webhook's answer.
    if (replies.isSending) await replies.settled()
    this.#cancelTimer?.()
    this.#end(this.#given ?? this.#giveLast())
  }

  #end(answer: Answer): void {
    this.#isFinished = true
    const failure = this.#failure
    this.#work.ended(failure ? 'failed' : outcomeOf(answer, this.#work.replies), failure?.error)
  }

  /** One timer at a time: most handlers end before the first is due. */
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

  /** The answer of a handler that has ended. */
  #giveLast(): Answer {
    const { replies } = this.#work
    return this.#give(this.#failure && replies.isUnsaid ? 'failed' : replies.takeAnswer())
  }

  #give(answer: Answer): Answer {
    this.#given = answer
    this.#work.answered(answer)
    this.#settle(answer)
    return answer
  }

  /** Milliseconds that are left of a time that began with the incoming. */
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

export interface StillRunning {
  /** Such as `command order <dish>`; undefined for what no handler of a bot takes. */
  readonly handler: string | undefined
  /** Milliseconds that it has run for. */
  readonly duration: number
  readonly handlerTimeout: number
}

/** Says of a handler that is slower than the server waits that it goes on, and for how long it may. */
export function logStillRunning(log: Log, { handler, duration, handlerTimeout }: StillRunning): void {
  log.info(
    { handler, duration, abortsIn: Math.max(0, handlerTimeout - duration) },
    'The handler still runs; what it says from now on is sent as a message',
  )
}

function outcomeOf(answer: Answer, replies: Replies): Outcome {
  if (typeof answer === 'object' && 'content' in answer) return 'answered'
  return replies.isEmpty ? 'quiet' : 'sent'
}
