import type { EndpointName } from '../../protocol/index.js'
import type { CallEffect, DeliveryEffect } from './effects.js'
import type { Fault } from './fault.js'
import { isDue } from './which.js'

/** A fault in the plan. */
export interface Entry {
  readonly id: number
  readonly fault: Fault
  readonly sentence: string
  /** ID of the account that it names. */
  readonly account: number | undefined
  /** How many calls or deliveries that it is about have come. */
  seen: number
  /** How many it has struck. */
  fired: number
}

export interface StruckBy<Effect> {
  readonly id: number
  readonly sentence: string
  readonly effect: Effect
}

/**
 * Counts a call, and gives what strikes it. One fault at most decides what comes of it: the first that is due. Those
 * that only change how long it takes and how its answer looks come on top, where there is an answer.
 */
export function struckCalls(
  entries: readonly Entry[],
  endpoint: EndpointName,
  isBy: (account: number) => boolean,
): StruckBy<CallEffect>[] {
  const due: { readonly entry: Entry; readonly effect: CallEffect }[] = []
  for (const entry of entries) {
    const { fault, account } = entry
    if (fault.on !== 'calls' || (fault.of !== undefined && fault.of !== endpoint)) continue
    if (account !== undefined && !isBy(account)) continue
    if (counted(entry)) due.push({ entry, effect: fault.effect })
  }
  const decider = due.find(({ effect }) => decides(effect))
  const answers = decider === undefined || !isSilent(decider.effect)
  const struck = due.filter(
    (one) => one === decider || (!decides(one.effect) && (answers || one.effect.kind === 'delay')),
  )
  return struck.map(({ entry, effect }) => fired(entry, effect))
}

/** Counts a delivery, and gives what strikes it: where one fault drops it, that one alone. */
export function struckDeliveries(entries: readonly Entry[], botId: number): StruckBy<DeliveryEffect>[] {
  const due: { readonly entry: Entry; readonly effect: DeliveryEffect }[] = []
  for (const entry of entries) {
    const { fault, account } = entry
    if (fault.on !== 'deliveries' || (account !== undefined && account !== botId)) continue
    if (counted(entry)) due.push({ entry, effect: fault.effect })
  }
  const drop = due.find(({ effect }) => effect.kind === 'drop')
  return (drop === undefined ? due : [drop]).map(({ entry, effect }) => fired(entry, effect))
}

/** Whether the effect decides what comes of a call. */
export function decides({ kind }: CallEffect): boolean {
  return kind === 'status' || kind === 'rate limit' || kind === 'key revoked' || isSilent({ kind })
}

/** Whether there is no answer. */
export function isSilent({ kind }: Pick<CallEffect, 'kind'>): boolean {
  return kind === 'drop' || kind === 'reset' || kind === 'hang'
}

/** Counts what has come, and says whether it is due. */
function counted(entry: Entry): boolean {
  entry.seen += 1
  return isDue(entry.fault.which, entry.seen, entry.fired)
}

function fired<Effect>(entry: Entry, effect: Effect): StruckBy<Effect> {
  entry.fired += 1
  return { id: entry.id, sentence: entry.sentence, effect }
}
