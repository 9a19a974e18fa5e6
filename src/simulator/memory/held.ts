import type { Stateful } from '../stateful.js'

/** One value that is remembered with the rest. */
export interface Held<Value> extends Stateful {
  readonly value: Value
}

export function createHeld<Value>(value: Value): Held<Value> {
  let held = value
  return {
    get value() {
      return held
    },
    snapshot: () => held,
    restore(snapshot) {
      held = snapshot as Value
    },
  }
}
