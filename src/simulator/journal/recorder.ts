import { errors } from '../../protocol/index.js'
import { own, parseJson } from '../../values.js'
import type { Check, RequestTrace } from '../api/requestTrace.js'
import { type OutgoingDelivery, recordOf } from '../delivery/delivery.js'
import type { DeliveryStage } from '../delivery/deliveryQueue.js'
import { mask, withoutCredentials } from '../delivery/record.js'
import type { OutgoingAnswer } from '../http/exchange.js'
import type { Commands } from '../memory/memory.js'
import type { Realm } from '../realm/realm.js'
import type { SimulatorClock } from '../time/simulatorClock.js'
import type { Decision, DeliveryHappening, Happening } from './entries.js'
import type { WritableJournal } from './journal.js'

interface RecorderOptions {
  readonly journal: WritableJournal
  readonly commands: Commands
  readonly clock: SimulatorClock
  readonly showSecrets: boolean
}

/** Writes what happens in a simulator to a journal: changes, moves of the clock, and what is reported to it. */
export function createRecorder({ journal, commands, clock, showSecrets }: RecorderOptions, realm: Realm) {
  /** The parameters of requests that already have an entry when the organisation is called for them. */
  const known = new Set<unknown>()
  const note = (happening: Happening) => journal.note(happening)
  const understood = (trace: RequestTrace): number => {
    trace.entry ??= journal.note(requestOf(trace))
    return trace.entry
  }

  const writers: Readonly<Record<string, (args: readonly unknown[]) => void>> = {
    call([endpoint, callerId, parameters]) {
      if (known.has(parameters)) return
      const account = typeof callerId === 'number' ? realm.account(callerId) : undefined
      const caller = account && { user_id: account.id, full_name: account.full_name }
      // The caller may change the parameters later.
      const kept = withoutSecrets(parameters)
      journal.note(() => ({ kind: 'call', endpoint: String(endpoint), ...(caller && { caller }), parameters: kept }))
    },
    setLevel: ([to]) => note({ kind: 'level', from: realm.featureLevel, to: Number(to) }),
    checkpoint: ([name]) => note({ kind: 'memory', what: 'checkpoint', name: String(name) }),
    restore: ([name]) => note({ kind: 'memory', what: 'restore', name: String(name) }),
    forget: ([name]) => note({ kind: 'memory', what: 'forget', name: String(name) }),
    reset: ([organisation]) => note({ kind: 'memory', what: 'reset', ...nameOf(organisation) }),
    // Reported with more detail by `delivery` below.
    delivery() {},
  }

  commands.onCommand(({ name, args }) => {
    if (!keepsSecrets(name, args)) journal.writeOut()
    const write = own(writers, name)
    if (write !== undefined) write(args)
    else note({ kind: 'change', what: name, with: args.map(withoutSecrets) })
  })
  realm.onEvent((event) => {
    // The delivery's own entry says the same and more.
    if (event.type === 'outgoing webhook') return
    // A message is copied for its event; other events may contain the organisation's own lists.
    if (event.type === 'message') journal.note(() => ({ kind: 'event', event }))
    else note({ kind: 'event', event })
  })
  clock.onMove((from, to) => note({ kind: 'clock', from, to }))

  return {
    note,
    understood(trace: RequestTrace): void {
      understood(trace)
      // Calls that only read are no commands.
      if (trace.method !== 'GET') known.add(trace.parameters)
    },
    answered(trace: RequestTrace, answer: OutgoingAnswer): void {
      known.delete(trace.parameters)
      journal.note(answerTo(understood(trace), trace, answer))
    },
    lost(trace: RequestTrace): void {
      understood(trace)
    },
    delivery(stage: DeliveryStage, delivery: OutgoingDelivery): void {
      journal.note(stageOf(stage, delivery, showSecrets))
    },
  }
}

function nameOf(organisation: unknown): { readonly name?: string } {
  return organisation === undefined ? {} : { name: String(Object(organisation).name) }
}

/** Whether a command leaves all keys and tokens as they are. */
function keepsSecrets(name: string, [endpoint]: readonly unknown[]): boolean {
  return name === 'delivery' || (name === 'call' && endpoint === 'messages.send')
}

function requestOf(trace: RequestTrace): () => Happening {
  const { caller } = trace
  // The caller may be renamed later.
  const name = caller?.full_name ?? ''
  return () => {
    const { method, path, client, endpoint, parameters, ignored, faults } = trace
    return {
      kind: 'call',
      method,
      path,
      ...(client !== undefined && { client }),
      ...(endpoint !== undefined && { endpoint }),
      ...(caller && { caller: { user_id: caller.id, full_name: name } }),
      ...(parameters !== undefined && { parameters: withoutSecrets(parameters) }),
      ...(ignored !== undefined && { ignored }),
      ...(faults !== undefined && { faults }),
    }
  }
}

function answerTo(call: number, trace: RequestTrace, { status, headers, body }: OutgoingAnswer): () => Happening {
  const type = headers['Content-Type'] ?? ''
  // A long answer is cut at once, so that it isn't kept whole.
  const kept = typeof body === 'string' && body.length <= longestAnswer ? body : summaryOf(body)
  return () => {
    const answer = typeof kept === 'string' && type.includes('json') ? (parseJson(kept) ?? kept) : kept
    return { kind: 'answer', call, status, answer, decision: decisionOn(trace) }
  }
}

/** Characters of an answer that is kept whole. */
const longestAnswer = 100_000

function summaryOf(body: OutgoingAnswer['body']): unknown {
  return typeof body === 'string' ? { characters: body.length, begins: body.slice(0, 1000) } : { bytes: body.length }
}

/** What decided an answer, as far as the trace shows. */
function decisionOn({ access, check, refusal, assumptions = [], lacking = [] }: RequestTrace): Decision {
  const isRefused = refusal !== undefined || (check !== undefined && withoutEndpoint.has(check))
  return {
    ...(access !== undefined && { access }),
    ...(isRefused && check !== undefined && { refusedBy: check }),
    ...(refusal !== undefined && { error: errorNames.get(refusal) ?? refusal.msg, source: refusal.source }),
    ...(assumptions.length > 0 && { assumptions }),
    ...(lacking.length > 0 && { lacking }),
  }
}

/** A request that fails one of these led to no endpoint. */
const withoutEndpoint: ReadonlySet<Check> = new Set(['path', 'not simulated', 'level', 'method'])

const errorNames: ReadonlyMap<unknown, string> = new Map(Object.entries(errors).map(([name, row]) => [row, name]))

/** A stage of a delivery, as the delivery is now. */
function stageOf(stage: DeliveryStage, delivery: OutgoingDelivery, showSecrets: boolean): () => DeliveryHappening {
  const now = { ...delivery }
  const frame = { kind: 'delivery', delivery: now.id } as const
  return () => {
    const record = recordOf(now, showSecrets)
    const { outcome, attempts } = record
    if (stage === 'queued') {
      const { bot, trigger, messageId, request, faults, resends, isEdited } = record
      return { ...frame, stage, bot, trigger, messageId, request, outcome, faults, resends, isEdited }
    }
    const attempt = attempts.at(-1)
    if (stage === 'attempted' && attempt !== undefined) return { ...frame, stage, count: attempts.length, attempt }
    if (stage === 'logged') {
      const { name = '', errors = [] } = record.log ?? {}
      return { ...frame, stage, name, threw: errors.length > 0, ...(record.late && { late: record.late }) }
    }
    const { reading, replyId, notice, ownerNotice } = record
    return { ...frame, stage: 'ended', outcome, reading, replyId, notice, ownerNotice }
  }
}

/** Masks keys, tokens, and passwords in addresses anywhere in a text. `isSecret` decides about what looks like a key. */
export function hiding(isSecret: (word: string) => boolean): (text: string) => string {
  const hideWord = (word: string) => (!hexadecimal.test(word) && isSecret(word) ? mask : word)
  return (text) => withoutCredentials(text.replace(keyLike, hideWord))
}

/** As long as API keys and tokens are. */
const keyLike = /(?<![A-Za-z0-9])[A-Za-z0-9]{32}(?![A-Za-z0-9])/g

/** Digests in the addresses of pictures have the same length; every key has other letters too. */
const hexadecimal = /^[0-9a-f]+$/

/** A copy of data in which fields that hold secrets are masked, and files are described. */
export function withoutSecrets(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value, fieldWithoutSecrets))
}

function fieldWithoutSecrets(name: string, value: unknown): unknown {
  if (typeof value === 'string') return secretName.test(name) ? mask : value
  if (!(value instanceof Blob)) return value
  return { name: value instanceof File ? value.name : '', size: value.size, type: value.type }
}

const secretName = /^(password|api_key|token|secret)$|_(password|key|token|secret)$/i
