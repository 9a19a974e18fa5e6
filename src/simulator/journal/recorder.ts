import type { RequestObserver, RequestTrace } from '../api/requestTrace.js'
import type { DeliveryStage } from '../delivery/courier.js'
import type { Delivery } from '../delivery/delivery.js'
import type { Command, Commands } from '../memory/commands.js'
import type { Realm } from '../realm/realm.js'
import type { SimulatorClock } from '../time/simulatorClock.js'
import type { Happening } from './entries.js'
import type { Unwritten, WrittenJournal } from './journal.js'
import { shown } from './secrets.js'
import { Announcement, Answer, Attempted, Call, Ended, Queued, Request } from './unwritten.js'

/** Writes into a journal what happens in a simulator. */
export interface Recorder extends RequestObserver {
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
  /** Parameters of requests that are written down already when the organisation is called for them. */
  const known = new Set<unknown>()

  const note = (happening: Happening) => journal.note(happening)
  /** For what is made of data that nothing changes any more. */
  const noteUnwritten = (entry: Unwritten) => journal.noteUnwritten(entry)

  function understood(trace: RequestTrace): number {
    trace.entry ??= noteUnwritten(new Request(trace))
    return trace.entry
  }

  const writers: Readonly<Record<string, (args: readonly unknown[]) => void>> = {
    call([endpoint, callerId, parameters]) {
      if (known.has(parameters)) return
      const caller = typeof callerId === 'number' ? realm.account(callerId) : undefined
      noteUnwritten(new Call(String(endpoint), caller, parameters))
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
    if (event.type === 'message') noteUnwritten(new Announcement(event))
    else note({ kind: 'event', event })
  })
  clock.onMove((from, to) => note({ kind: 'clock', from, to }))

  return {
    note,
    understood(trace) {
      understood(trace)
      known.add(trace.parameters)
    },
    answered(trace, answer) {
      known.delete(trace.parameters)
      noteUnwritten(new Answer(understood(trace), trace, answer))
    },
    lost(trace) {
      understood(trace)
    },
    delivery(stage, delivery) {
      const attempt = delivery.attempts.at(-1)
      if (stage === 'queued') noteUnwritten(new Queued(delivery, showSecrets))
      else if (stage === 'ended') noteUnwritten(new Ended(delivery, showSecrets))
      else if (attempt !== undefined) noteUnwritten(new Attempted(delivery, attempt, showSecrets))
    },
  }
}

/** Whether a change leaves everybody's keys and tokens, and so which words are masked, as they are. */
function keepsSecrets(name: string, [endpoint]: readonly unknown[]): boolean {
  return name === 'delivery' || (name === 'call' && endpoint === 'messages.send')
}
