import { HandlerError } from '../base/errors.js'
import type { GoingRecord, HandlerStep, Question, StepOutcome } from './conversationStore.js'

interface StepName {
  readonly kind: HandlerStep['kind']
  readonly key: string
}

/**
 * The steps of a running handler. When it runs again, its steps are found here until it gets to where it was left; by what
 * they are rather than by their order, since the order of concurrent ones may vary.
 */
export class StepJournal {
  readonly #steps: HandlerStep[]
  readonly #questions: Question[]
  readonly #found = new Set<HandlerStep>()
  readonly #open = new Set<HandlerStep>()
  /** The number of questions asked so far. */
  asked = 0

  constructor({ steps, questions }: GoingRecord) {
    this.#steps = steps
    this.#questions = questions
  }

  get isBehind(): boolean {
    return this.asked < this.#questions.length
  }

  get next(): string | undefined {
    return this.#steps.find((step) => !this.#found.has(step))?.key ?? this.#questions[this.asked]?.key
  }

  /**
   * The next recorded step with this name after the same question. Steps within a `ctx.once` come second, since it doesn't
   * run them again.
   */
  find({ kind, key }: StepName): HandlerStep | undefined {
    const alike = this.#steps.filter(
      (step) => !this.#found.has(step) && step.kind === kind && step.key === key && step.at === this.asked,
    )
    const step = alike.find(({ within }) => within === undefined) ?? (this.isBehind ? alike[0] : undefined)
    if (step) this.#found.add(step)
    return step
  }

  last({ kind, key }: StepName): StepOutcome | undefined {
    return this.#steps.findLast((other) => other.kind === kind && other.key === key)?.outcome
  }

  begin({ kind, key }: StepName): HandlerStep {
    const around = this.#steps.filter((other) => other.kind === 'once' && this.#open.has(other))
    const within = around.map((other) => other.key).join('/')
    const step: HandlerStep = { kind, key, at: this.asked, ...(around.length > 0 && { within }) }
    this.#steps.push(step)
    this.#found.add(step)
    this.#open.add(step)
    return step
  }

  /**
   * A name that is unique after the same question: numbered among steps like it. Those within a `ctx.once` are counted
   * apart, since they are missing when it isn't run again.
   */
  nameOf(step: HandlerStep): string {
    const { kind, key, at, within } = step
    const alike = this.#steps.filter(
      (other) => other.kind === kind && other.key === key && other.at === at && other.within === within,
    )
    return `${within === undefined ? '' : `${within}/`}${key} #${alike.indexOf(step)}`
  }

  close(step: HandlerStep, outcome: StepOutcome): void {
    step.outcome = outcome
    this.#open.delete(step)
  }

  drop(step: HandlerStep): void {
    const at = this.#steps.indexOf(step)
    if (at !== -1) this.#steps.splice(at, 1)
    this.#open.delete(step)
  }

  /** The next recorded question, if there is one. */
  question(): Question | undefined {
    return this.#questions[this.asked]
  }
}

/** Runs the work of a `ctx.once`. Its value goes through JSON at once, so that tests show what is lost. @throws {HandlerError} */
export async function onceInJson(name: string, work: () => unknown): Promise<unknown> {
  const value = await work()
  if (value === undefined) return undefined
  try {
    const text: string | undefined = JSON.stringify(value)
    if (text !== undefined) return JSON.parse(text)
  } catch {
    // Reported below.
  }
  throw new HandlerError(
    'invalid_step',
    `The result of ctx.once('${name}') can't be stored as JSON, though the work was done. Return plain data, or nothing.`,
  )
}

export function checkOnceName(name: unknown): void {
  if (typeof name === 'string' && name !== '') return
  throw new HandlerError('invalid_step', 'ctx.once needs a name for what it does, but got none. Give a string.')
}
