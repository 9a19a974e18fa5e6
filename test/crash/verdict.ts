import type { DeadReason } from '../../src/queue/index.js'
import type { Said } from './traffic.js'

/** What came of the messages. All but `kills`, `unclean`, `slowestHealthy` and `seconds` are counts of messages. */
export interface Verdict {
  readonly messages: number
  readonly kills: number
  /** Acknowledged, and neither answered nor among the dead letters. */
  readonly lost: number
  /** Answered more than once. */
  readonly duplicated: number
  /** Answered after a later message of the same topic, although they had arrived in order. */
  readonly disordered: number
  /** Answered in a topic that had been renamed before. */
  readonly misplaced: number
  /** Handled twice at the same time. */
  readonly overlapping: number
  /** Dead letters of which nobody knows whether they were answered. */
  readonly uncertain: number
  /** Dead letters of another kind. */
  readonly buried: number
  /** Never acknowledged: the server told people of it. */
  readonly refused: number
  /** Processes that ended with another code than 0 when they were asked to end. */
  readonly unclean: number
  /**
   * Milliseconds that the slowest message waited for its answer which had nothing to do with what was under way when all workers were
   * killed.
   */
  readonly slowestHealthy: number
  readonly seconds: number
}

/** Milliseconds that a healthy message may wait. */
export const longestHealthy = 2_000

export type Counts = Pick<
  Verdict,
  'lost' | 'duplicated' | 'disordered' | 'misplaced' | 'overlapping' | 'uncertain' | 'buried' | 'refused'
>

interface Answered {
  /** What was answered in a topic, in that order, by the IDs of the messages that were answered. */
  answersIn(topic: string): readonly number[]
  /** The messages that were answered to their sender directly, since nobody could say where they were. */
  direct(): readonly number[]
  /** The messages that were answered in the wrong place. */
  misplaced(): readonly number[]
  /** The messages that were handled twice at the same time. */
  overlapping(): readonly number[]
  /** Whether the answers in a topic come in order. */
  isOrdered(topic: string): boolean
}

export function countsOf(
  said: readonly Said[],
  answered: Answered,
  dead: ReadonlyMap<number, DeadReason>,
): { readonly counts: Counts; readonly wrong: readonly string[] } {
  const misplaced = answered.misplaced()
  const overlapping = answered.overlapping()
  const wrong = [
    ...misplaced.map((id) => `${id} was answered where its topic was before`),
    ...overlapping.map((id) => `${id} was handled twice at the same time`),
  ]
  const counts = {
    lost: 0,
    duplicated: 0,
    disordered: 0,
    misplaced: misplaced.length,
    overlapping: overlapping.length,
    uncertain: 0,
    buried: 0,
    refused: 0,
  }
  const direct = answered.direct()
  for (const [topic, those] of byTopic(said)) {
    const answers = answered.answersIn(topic)
    const times = new Map<number, number>()
    for (const id of [...answers, ...direct]) times.set(id, (times.get(id) ?? 0) + 1)
    for (const { id, isAcknowledged } of those) {
      const reason = dead.get(id)
      if (!isAcknowledged) counts.refused += 1
      else if (!times.has(id) && reason === undefined) {
        counts.lost += 1
        wrong.push(`${topic}: ${id} has no answer`)
      }
      if ((times.get(id) ?? 0) > 1) {
        counts.duplicated += 1
        wrong.push(`${topic}: ${id} has ${times.get(id)} answers`)
      }
      if (reason === 'uncertain') counts.uncertain += 1
      else if (reason !== undefined) counts.buried += 1
    }
    for (const id of answered.isOrdered(topic) ? disordered(answers, those) : []) {
      counts.disordered += 1
      wrong.push(`${topic}: ${id} is answered late${dead.has(id) ? `, and a dead letter (${dead.get(id)})` : ''}`)
    }
  }
  return { counts, wrong }
}

function byTopic(said: readonly Said[]): Map<string, Said[]> {
  const topics = new Map<string, Said[]>()
  for (const one of said) {
    const there = topics.get(one.topic)
    if (there === undefined) topics.set(one.topic, [one])
    else there.push(one)
  }
  return topics
}

/**
 * Messages whose answers stand behind that of a later message, although they had arrived before that was sent at all: a
 * delivery that the server tries again goes to the end of its line, and may be overtaken on the way.
 */
function disordered(answers: readonly number[], said: readonly Said[]): number[] {
  const known = new Map(said.map((one) => [one.id, one]))
  const answered = answers.flatMap((id) => known.get(id) ?? []).filter(({ isAcknowledged }) => isAcknowledged)
  return answered.flatMap(({ id, arrived }, at) =>
    answered.slice(0, at).some((earlier) => earlier.id > id && earlier.sent >= arrived) ? id : [],
  )
}
