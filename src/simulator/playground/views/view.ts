import { Refused } from '../service.js'
import type { Asked } from './asking.js'
import type { Given, Outcome, Shown } from './shown.js'

/** Something that the page shows and does at the word of the simulator. */
export interface View {
  /** Events of which types, and entries of which other kinds in the journal, let it be another. */
  readonly changes: RegExp
  show(asked: Asked): Shown | Promise<Shown>
  /** What can be done in it, by the names that what is shown knows. */
  readonly deeds: Readonly<Record<string, Deed>>
}

/** Gets what was changed in a form or comes with a button, and besides all that the form holds. @throws {Refused} */
export type Deed = (asked: Asked, given: Given, all: Given) => Promise<Outcome | undefined>

/** A deed of which there is no more to say than this. */
export function saying(said: string, work: (asked: Asked, given: Given, all: Given) => Promise<unknown>): Deed {
  return async (...given) => {
    await work(...given)
    return { said }
  }
}

/** What makes something new, which is chosen then by this field of the answer. */
export function making(field: string, work: (asked: Asked, given: Given) => Promise<unknown>): Deed {
  return async (asked, given) => {
    const made = Object(await work(asked, given))[field] as unknown
    return made ? { choose: { id: String(made) } } : {}
  }
}

/** What comes of a deed that the service refused. @throws whatever is no refusal */
export function refusalIn(error: unknown): Outcome {
  if (!(error instanceof Refused)) throw error
  const { status, code, message, answer } = error
  return { refused: { status, code, message, answer } }
}
