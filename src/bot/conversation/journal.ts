import { HandlerError } from '../errors.js'
import type { GoingRecord, Outcome, Question, Step } from './conversationStore.js'

interface StepName {
  readonly kind: Step['kind']
  readonly key: string
}

/**
 * What a handler did so far, while it runs, perhaps once more. Until it has got to where it was left, steps are found
 * here; by what they are rather than by their order, since those that go on side by side may change places.
 */
export class Journal {
  readonly #steps: Step[]
  readonly #questions: Question[]
  readonly #found = new Set<Step>()
  readonly #open = new Set<Step>()
  #asked = 0

  constructor({ steps, questions }: GoingRecord) {
    this.#steps = steps
    this.#questions = questions
  }

  /** How many questions were asked so far. */
  get asked(): number {
    return this.#asked
  }

  get isBehind(): boolean {
    return this.#asked < this.#questions.length
  }

  get next(): string | undefined {
    return this.#steps.find((step) => !this.#found.has(step))?.key ?? this.#questions[this.#asked]?.key
  }

  /**
   * The next step like this one that was begun before, after the same question. What a `ctx.once` did itself is not done
   * again, and nothing else may be taken for it.
   */
  find({ kind, key }: StepName): Step | undefined {
    const alike = this.#steps.filter(
      (step) => !this.#found.has(step) && step.kind === kind && step.key === key && step.at === this.#asked,
    )
    const step = alike.find(({ within }) => within === undefined) ?? (this.isBehind ? alike[0] : undefined)
    if (step) this.#found.add(step)
    return step
  }

  last({ kind, key }: StepName): Outcome | undefined {
    return this.#steps.findLast((other) => other.kind === kind && other.key === key)?.outcome
  }

  begin({ kind, key }: StepName): Step {
    const around = this.#steps.filter((other) => other.kind === 'once' && this.#open.has(other))
    const within = around.map((other) => other.key).join('/')
    const step: Step = { kind, key, at: this.#asked, ...(around.length > 0 && { within }) }
    this.#steps.push(step)
    this.#found.add(step)
    this.#open.add(step)
    return step
  }

  /**
   * What tells a step from all others after the same question: its number among those like it. Those of a `ctx.once` are
   * counted apart, since they are not there when it is not done again.
   */
  nameOf(step: Step): string {
    const { kind, key, at, within } = step
    const alike = this.#steps.filter(
      (other) => other.kind === kind && other.key === key && other.at === at && other.within === within,
    )
    return `${within === undefined ? '' : `${within}/`}${key} #${alike.indexOf(step)}`
  }

  close(step: Step, outcome: Outcome): void {
    step.outcome = outcome
    this.#open.delete(step)
  }

  drop(step: Step): void {
    const at = this.#steps.indexOf(step)
    if (at !== -1) this.#steps.splice(at, 1)
    this.#open.delete(step)
  }

  /** The next question that was asked before; the handler gets past it by taking its answer. */
  question(): Question | undefined {
    return this.#questions[this.#asked]
  }

  pass(): void {
    this.#asked += 1
  }
}

/** Runs what `ctx.once` is given, and gives the value as it is kept, so that a test shows what is lost. @throws {HandlerError} */
export async function onceInJson(name: string, work: () => unknown): Promise<unknown> {
  const value = await work()
  if (value === undefined) return undefined
  try {
    const text: string | undefined = JSON.stringify(value)
    if (text !== undefined) return JSON.parse(text)
  } catch {
    // Said below.
  }
  throw new HandlerError(
    'invalid_step',
    `What ctx.once('${name}') made can't be kept: it has no JSON. It was done. Return plain data, or nothing.`,
  )
}

export function checkOnceName(name: unknown): void {
  if (typeof name === 'string' && name !== '') return
  throw new HandlerError('invalid_step', 'ctx.once needs a name for what it does. It was given none. Give a text.')
}
