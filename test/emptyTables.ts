import { describe, it } from 'vitest'

/** A table without rows makes no test, and nothing would say so: it is an error, here. */
for (const chain of [it, describe] as unknown as readonly Tabled[]) {
  for (const owner of [chain, chain.fn]) {
    for (const way of ['each', 'for'] as const) owner[way] = refusingEmpty(owner[way])
  }
}

type Way = ((this: unknown, cases: readonly unknown[], ...rest: unknown[]) => unknown) & {
  readonly refusesEmpty?: true
}

/** `fn` is what `it.skipIf(…)` and others are made from. */
type Tabled = { each: Way; for: Way; readonly fn: { each: Way; for: Way } }

function refusingEmpty(way: Way): Way {
  // Files share a process, and so these functions.
  if (way.refusesEmpty) return way
  const refusing: Way = function (cases, ...rest) {
    if (cases.length === 0) throw new Error('This table of tests is empty, so nothing would be tested.')
    return Reflect.apply(way, this, [cases, ...rest])
  }
  return Object.assign(refusing, { refusesEmpty: true as const })
}
