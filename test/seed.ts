import fc from 'fast-check'

/** The seed of all that is random in a run of the tests. */
export const seed = Number(process.env.EARSHOT_SEED ?? 1)

fc.configureGlobal({ seed })

/** How often a property is tried. One seed finds little more by more tries: `npm run test:full`, with fresh ones, takes them all. */
export const runs = (count: number): number => (process.env.EARSHOT_TESTS === 'full' ? count : Math.ceil(count / 10))
