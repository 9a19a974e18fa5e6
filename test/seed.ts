import fc from 'fast-check'

/** The seed of all that is random in a run of the tests. */
export const seed = Number(process.env.EARSHOT_SEED ?? 1)

fc.configureGlobal({ seed })
