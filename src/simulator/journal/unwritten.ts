import type { OutgoingAnswer } from '../api/exchange.js'
import type { RequestTrace } from '../api/requestTrace.js'
import { type Attempt, attemptShown, type Delivery, ownerNoticeShown, recordOf } from '../delivery/delivery.js'
import type { EventOf } from '../realm/events.js'
import type { Account } from '../realm/state.js'
import { decisionOn } from './decision.js'
import type { DeliveryHappening, Happening } from './entries.js'
import type { Unwritten } from './journal.js'
import { shown } from './secrets.js'

// Entries of what happens often. They live as long as the journal keeps them, mostly unread, so each is one small object.

/** A request, as it was understood. */
export class Request implements Unwritten {
  readonly #trace: RequestTrace
  /** It may be renamed later. */
  readonly #callerName: string | undefined

  constructor(trace: RequestTrace) {
    this.#trace = trace
    this.#callerName = trace.caller?.fullName
  }

  happening(): Happening {
    const { method, path, client, endpoint, caller, parameters, ignored, faults } = this.#trace
    const full_name = this.#callerName
    return {
      kind: 'call',
      method,
      path,
      ...(client !== undefined && { client }),
      ...(endpoint !== undefined && { endpoint }),
      ...(caller !== undefined && full_name !== undefined && { caller: { user_id: caller.id, full_name } }),
      ...(parameters !== undefined && { parameters: shown(parameters) }),
      ...(ignored !== undefined && { ignored }),
      ...(faults !== undefined && { faults }),
    }
  }
}

/** A call without HTTP. */
export class Call implements Unwritten {
  readonly #endpoint: string
  readonly #caller: Caller | undefined
  readonly #parameters: unknown

  constructor(endpoint: string, caller: Account | undefined, parameters: unknown) {
    this.#endpoint = endpoint
    this.#caller = caller && nameOf(caller)
    // Whoever calls without HTTP may go on to use the parameters for something else.
    this.#parameters = shown(parameters)
  }

  happening(): Happening {
    const caller = this.#caller
    return { kind: 'call', endpoint: this.#endpoint, ...(caller && { caller }), parameters: this.#parameters }
  }
}

/** What a request was answered. */
export class Answer implements Unwritten {
  readonly #call: number
  readonly #trace: RequestTrace
  readonly #status: number
  readonly #type: string | undefined
  readonly #body: string | { readonly shown: unknown }

  constructor(call: number, trace: RequestTrace, { status, headers, body }: OutgoingAnswer) {
    this.#call = call
    this.#trace = trace
    this.#status = status
    this.#type = headers['Content-Type']
    // What is long is cut at once, so that it is not kept whole until then.
    this.#body = typeof body === 'string' && body.length <= longestShown ? body : { shown: cut(body) }
  }

  happening(): Happening {
    const body = this.#body
    const answer = typeof body === 'string' ? answerShown(this.#type, body) : body.shown
    return { kind: 'answer', call: this.#call, status: this.#status, answer, decision: decisionOn(this.#trace) }
  }
}

/** A message, as it was announced. */
export class Announcement implements Unwritten {
  readonly #event: EventOf<'message'>

  constructor(event: EventOf<'message'>) {
    this.#event = event
  }

  happening(): Happening {
    return { kind: 'event', event: this.#event }
  }
}

/** A delivery was queued: what it was then. */
export class Queued implements Unwritten {
  readonly #delivery: Delivery
  readonly #request: Delivery['request']
  readonly #outcome: Delivery['outcome']
  readonly #isEdited: boolean
  readonly #showSecrets: boolean

  constructor(delivery: Delivery, showSecrets: boolean) {
    this.#delivery = delivery
    this.#request = delivery.request
    this.#outcome = delivery.outcome
    this.#isEdited = delivery.isEdited
    this.#showSecrets = showSecrets
  }

  happening(): DeliveryHappening {
    const outcome = this.#outcome
    const isEdited = this.#isEdited
    const then = { ...this.#delivery, request: this.#request, outcome, isEdited, attempts: [] }
    const { id, bot, trigger, messageId, request, faults, resends } = recordOf(then, this.#showSecrets)
    const what = { bot, trigger, messageId, request, outcome, faults, resends, isEdited }
    return { kind: 'delivery', delivery: id, stage: 'queued', ...what }
  }
}

/** A delivery was attempted: the last time so far. */
export class Attempted implements Unwritten {
  readonly #delivery: Delivery
  readonly #attempt: Attempt
  readonly #count: number
  readonly #showSecrets: boolean

  constructor(delivery: Delivery, attempt: Attempt, showSecrets: boolean) {
    this.#delivery = delivery
    this.#attempt = attempt
    this.#count = delivery.attempts.length
    this.#showSecrets = showSecrets
  }

  happening(): DeliveryHappening {
    const attempt = attemptShown(this.#delivery, this.#attempt, this.#showSecrets)
    return { kind: 'delivery', delivery: this.#delivery.id, stage: 'attempted', count: this.#count, attempt }
  }
}

/** A delivery has come to its end. */
export class Ended implements Unwritten {
  readonly #delivery: Delivery
  readonly #outcome: Delivery['outcome']
  readonly #showSecrets: boolean

  constructor(delivery: Delivery, showSecrets: boolean) {
    this.#delivery = delivery
    this.#outcome = delivery.outcome
    this.#showSecrets = showSecrets
  }

  happening(): DeliveryHappening {
    const { id, reading, replyId, notice } = this.#delivery
    const ownerNotice = ownerNoticeShown(this.#delivery, this.#showSecrets)
    const outcome = this.#outcome
    return { kind: 'delivery', delivery: id, stage: 'ended', outcome, reading, replyId, notice, ownerNotice }
  }
}

interface Caller {
  readonly user_id: number
  readonly full_name: string
}

function nameOf({ id, fullName }: Account): Caller {
  return { user_id: id, full_name: fullName }
}

function cut(body: OutgoingAnswer['body']): unknown {
  return typeof body === 'string' ? { characters: body.length, begins: body.slice(0, 1000) } : { bytes: body.length }
}

/** The body as data where it is JSON. */
function answerShown(type: string | undefined, body: string): unknown {
  if (!/json/.test(type ?? '')) return body
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

/** Characters of an answer that is kept whole. */
const longestShown = 100_000
