import type { ComponentChildren } from 'preact'
import type { Given, Outcome, Shown } from '../../views/shown.js'
import { choose } from '../address.js'
import { attempt, tell } from '../notices.js'
import { control, Refused } from '../simulator.js'

/** The view that something stands in, who looks at it, and what is chosen in it. */
export interface Within {
  readonly view: string
  /** User ID; nobody in particular where it does not matter. */
  readonly as?: number | undefined
  readonly id: string
}

/** A part of a view, with what it needs to draw what is shown in it. */
export type Drawing<Props> = Props & {
  readonly within: Within
  readonly children?: ComponentChildren
  draw(shown: Shown): ComponentChildren
}

/** The service said no, and there is something to be seen of why. */
export class RefusedDeed extends Refused {
  readonly shown: Shown

  constructor({ status, code, message, answer }: NonNullable<Outcome['refused']>, shown: Shown) {
    super(status, code, message, answer)
    this.shown = shown
  }
}

/** Does what a view offers, and says that it is done, with a way back where there is one. @throws {Refused} */
export async function perform(within: Within, deed: string, given: Given = {}, all: Given = {}): Promise<Outcome> {
  const { view, as, id } = within
  const outcome = await control<Outcome>('POST', `/views/${view}/${deed}`, { as, id, given, all })
  const { refused, said, back, shown, choose: choices } = outcome
  if (refused) throw new RefusedDeed(refused, shown)
  if (said) tell('done', said, back && (() => void attempt(() => perform(within, back.deed, back.given))))
  if (choices) choose(choices)
  return outcome
}

/** Goes on with a deed that takes more than one go until it is done; what there is to be seen of it comes after each. */
export async function performAll(
  within: Within,
  deed: string,
  given: Given,
  show: (shown: Shown, goesOn: boolean) => void,
): Promise<void> {
  for (let next: Given | undefined = given; next !== undefined; ) {
    const { shown, again }: Outcome = await perform(within, deed, next)
    show(shown, again !== undefined)
    next = again
  }
}
