import type { ReadonlySignal } from '@preact/signals'
import { kept } from '../liveAnswers.js'

type Holds = { readonly holds: readonly string[] }

const live = kept('/deliveries/holds', /^change/, [], ({ holds }: Holds) => holds)

/** Names of the bots whose deliveries are held back; `all` for every bot. */
export const holds: ReadonlySignal<readonly string[]> = live.value

/** Takes the holds from the answer of an endpoint that changed them. */
export const setHolds = (answer: Holds): void => live.set(answer.holds)
