import type { OutgoingAnswer } from '../api/exchange.js'
import type { Seen, Witness } from '../api/witness.js'
import type { DeliveryStage } from '../delivery/courier.js'
import { type Delivery, recordOf } from '../delivery/delivery.js'
import type { Command, Commands } from '../memory/commands.js'
import type { Realm } from '../realm/realm.js'
import type { Account } from '../realm/state.js'
import type { SimulatorClock } from '../time/simulatorClock.js'
import { decisionOn } from './decision.js'
import type { DeliveryHappening, Happening } from './entries.js'
import type { WrittenJournal } from './journal.js'
import { shown } from './secrets.js'

/** Writes into a journal what happens in a simulator. */
export interface Recorder extends Witness {
  delivery(stage: DeliveryStage, delivery: Delivery): void
  /** Adds what only its part of the simulator knows of. */
  note(happening: Happening): void
}

export interface Recorded {
  readonly journal: WrittenJournal
  readonly commands: Commands
  readonly clock: SimulatorClock
  readonly showSecrets: boolean
}

/** Makes a recorder, which hears by itself of changes and of time; of the rest it is told. */
export function createRecorder({ journal, commands, clock, showSecrets }: Recorded, realm: Realm): Recorder {
  const numbers = new WeakMap<Seen, number>()
  /** Parameters of requests that are written down already when the organisation is called for them. */
  const known = new WeakSet<object>()

  function note(happening: Happening): number {
    // What is made again was written down when it happened.
    return commands.isRepeating ? journal.last : journal.note(happening)
  }

  /** For what is made of data that nothing changes any more. */
  function noteUnwritten(happening: () => Happening): number {
    return commands.isRepeating ? journal.last : journal.noteUnwritten(happening)
  }

  function understood(seen: Seen): number {
    const { method, path, client, endpoint, parameters, ignored, faults } = seen
    const caller = seen.caller && nameOf(seen.caller)
    const number = noteUnwritten(() => ({
      kind: 'call',
      method,
      path,
      ...(client !== undefined && { client }),
      ...(endpoint !== undefined && { endpoint }),
      ...(caller !== undefined && { caller }),
      ...(parameters !== undefined && { parameters: shown(parameters) }),
      ...(ignored !== undefined && { ignored }),
      ...(faults !== undefined && { faults }),
    }))
    numbers.set(seen, number)
    return number
  }

  const writers: Readonly<Record<string, (args: readonly unknown[]) => void>> = {
    call([endpoint, callerId, parameters]) {
      if (known.has(Object(parameters))) return
      const caller = typeof callerId === 'number' ? { caller: nameOf(realm.account(callerId)) } : {}
      // Whoever calls without HTTP may go on to use the parameters for something else.
      const given = shown(parameters)
      noteUnwritten(() => ({ kind: 'call', endpoint: String(endpoint), ...caller, parameters: given }))
    },
    setLevel: ([to]) => note({ kind: 'level', from: realm.featureLevel, to: Number(to) }),
    checkpoint: ([name]) => note({ kind: 'memory', what: 'checkpoint', name: String(name) }),
    restore: ([name]) => note({ kind: 'memory', what: 'restore', name: String(name) }),
    forget: ([name]) => note({ kind: 'memory', what: 'forget', name: String(name) }),
    reset: () => note({ kind: 'memory', what: 'reset' }),
    // Told by the courier, with more to it.
    delivery() {},
  }

  commands.onCommand(({ name, args }: Command) => {
    if (!keepsSecrets(name, args)) journal.writeDown()
    const write = Object.hasOwn(writers, name) ? writers[name] : undefined
    if (write !== undefined) write(args)
    else note({ kind: 'change', what: name, with: args.map(shown) })
  })
  realm.onEvent((event) => {
    // A delivery says the same, and more.
    if (event.type === 'outgoing webhook') return
    // What a message looks like is made for the event; other events may show the organisation's own lists.
    if (event.type === 'message') noteUnwritten(() => ({ kind: 'event', event }))
    else note({ kind: 'event', event })
  })
  clock.onMove((from, to) => note({ kind: 'clock', from, to }))

  return {
    note,
    understood(seen) {
      understood(seen)
      known.add(Object(seen.parameters))
    },
    answered(seen, answer) {
      const call = numbers.get(seen) ?? understood(seen)
      const { status } = answer
      const decision = decisionOn(seen)
      // What is long is cut at once, so that it is not kept whole until then.
      const cut = isShort(answer) ? undefined : answerShown(answer)
      noteUnwritten(() => ({ kind: 'answer', call, status, answer: cut ?? answerShown(answer), decision }))
    },
    lost(seen) {
      if (!numbers.has(seen)) understood(seen)
    },
    delivery(stage, delivery) {
      const asItIs = { ...delivery, attempts: [...delivery.attempts] }
      noteUnwritten(() => deliveryHappening(stage, asItIs, showSecrets))
    },
  }
}

/** Whether a change leaves everybody's keys and tokens, and so which words are masked, as they are. */
function keepsSecrets(name: string, [endpoint]: readonly unknown[]): boolean {
  return name === 'delivery' || (name === 'call' && endpoint === 'messages.send')
}

function nameOf({ id, fullName }: Account) {
  return { user_id: id, full_name: fullName }
}

function deliveryHappening(stage: DeliveryStage, delivery: Delivery, showSecrets: boolean): DeliveryHappening {
  const { id, attempts, ...record } = recordOf(delivery, showSecrets)
  const frame = { kind: 'delivery', delivery: id } as const
  const attempt = attempts.at(-1)
  if (stage === 'attempted' && attempt !== undefined) {
    return { ...frame, stage, count: attempts.length, attempt }
  }
  const { outcome, reading, replyId, notice, ownerNotice } = record
  if (stage === 'ended') return { ...frame, stage, outcome, reading, replyId, notice, ownerNotice }
  const { bot, trigger, messageId, request, faults, resends, isEdited } = record
  return { ...frame, stage: 'queued', bot, trigger, messageId, request, outcome, faults, resends, isEdited }
}

function isShort({ body }: OutgoingAnswer): boolean {
  return typeof body === 'string' && body.length <= longestShown
}

/** The body as data where it is JSON and not too long to be kept. */
function answerShown({ headers, body }: OutgoingAnswer): unknown {
  if (typeof body !== 'string') return { bytes: body.length }
  if (body.length > longestShown) return { characters: body.length, begins: body.slice(0, 1000) }
  if (!/json/.test(headers['Content-Type'] ?? '')) return body
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

/** Characters of an answer that is kept whole. */
const longestShown = 100_000
