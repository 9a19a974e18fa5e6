import { featureLevels } from 'earshot/protocol'

/**
 * The levels to play a transcript at: those that are named, or with `npm run test:full` each at which anything changes, and so one of
 * every kind of server that there is.
 */
export const everyLevelOr = (named: readonly number[]): readonly number[] =>
  process.env.EARSHOT_TESTS === 'full' ? [...new Set(featureLevels.map(({ level }) => level))] : named
