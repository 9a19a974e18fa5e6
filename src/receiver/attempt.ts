import type { Clock } from '../client/index.js'
import type { WebhookReply } from '../protocol/index.js'
import type { Replies } from './replies.js'

/** What the webhook is answered; `failed` when the handler ended with an error before it had said anything. */
export type Answer = WebhookReply | 'failed'

/** How an attempt ended: its reply was the webhook's own answer, went as messages, there was none, or it failed. */
export type Outcome = 'answered' | 'sent' | 'quiet' | 'failed'

/** One run of a handler on one notification. */
export interface Attempt {
  /** Resolves when the handler has ended, or in time. Never rejects. */
  readonly answer: Promise<Answer>
  /** Resolves when the handler has ended and all that it said has been sent. Never rejects. */
  readonly finished: Promise<void>
  isFinished(): boolean
  /** Tells the handler to stop. */
  abort(reason: unknown): void
}

export interface AttemptOptions {
  /** Gets the way to the signal that tells it to stop. */
  readonly handle: (signal: () => AbortSignal) => Promise<void>
  readonly replies: Replies
  readonly clock: Clock
  /** UNIX milliseconds. */
  readonly arrived: number
  /** Milliseconds from the arrival until the webhook is answered, come what may. */
  readonly answerBy: number
  /** Milliseconds from the arrival until the handler is told to stop. */
  readonly handlerTimeout: number
  /** The webhook is answered without waiting any longer for the handler. */
  readonly onAnsweredEarly: () => void
  /** The handler is told to stop. */
  readonly onTimeout: () => void
  readonly onEnd: (outcome: Outcome, error: unknown) => void
}

/** Runs a handler. Its notification is answered in time; the handler may go on after that until its own time is up. */
export function startAttempt(options: AttemptOptions): Attempt {
  const { replies, clock, answerBy, handlerTimeout } = options
  const stopping = lazyController()
  let given: Answer | undefined
  let isFinished = false
  let settle: (answer: Answer) => void = () => {}
  const answer = new Promise<Answer>((resolve) => {
    settle = resolve
  })

  const answerNow = () => {
    give(replies.takeAnswer())
    options.onAnsweredEarly()
  }
  const stop = () => {
    stopping.abort(timeoutReason(handlerTimeout))
    options.onTimeout()
  }
  // One timer at a time: most handlers end before the first is due.
  const [first, second] = answerBy <= handlerTimeout ? [answerNow, stop] : [stop, answerNow]
  const due = (time: number) => Math.max(0, options.arrived + time - clock.now())
  let cancel = clock.later(due(Math.min(answerBy, handlerTimeout)), () => {
    cancel = clock.later(due(Math.max(answerBy, handlerTimeout)), second)
    first()
  })

  return { answer, finished: run(), isFinished: () => isFinished, abort: stopping.abort }

  async function run(): Promise<void> {
    let failure: { readonly error: unknown } | undefined
    try {
      await options.handle(stopping.signal)
    } catch (error) {
      failure = { error }
    }
    cancel()
    isFinished = !replies.isSending
    if (given === undefined) give(failure && replies.isEmpty ? 'failed' : replies.takeAnswer())
    if (!isFinished) await replies.settled()
    isFinished = true
    options.onEnd(failure ? 'failed' : outcomeOf(given, replies), failure?.error)
  }

  function give(what: Answer): void {
    given = what
    settle(what)
  }
}

/** An abort controller that is made when somebody looks at its signal. */
function lazyController(): { signal(): AbortSignal; abort(reason: unknown): void } {
  let controller: AbortController | undefined
  let aborted: { readonly reason: unknown } | undefined
  return {
    signal() {
      controller ??= new AbortController()
      if (aborted !== undefined) controller.abort(aborted.reason)
      return controller.signal
    },
    abort(reason) {
      aborted ??= { reason }
      controller?.abort(reason)
    },
  }
}

/** Why the signal of a handler aborts when its time is up. */
export function timeoutReason(milliseconds: number): DOMException {
  return new DOMException(
    `The handler took longer than ${milliseconds} ms. Its signal is aborted. Raise handlerTimeout if it needs more.`,
    'TimeoutError',
  )
}

function outcomeOf(answer: Answer | undefined, replies: Replies): Outcome {
  if (typeof answer === 'object' && 'content' in answer) return 'answered'
  return replies.isEmpty ? 'quiet' : 'sent'
}
