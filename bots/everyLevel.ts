import { featureLevels } from 'earshot/protocol'

/**
 * The levels to play a transcript at: those that are named, or with `npm run test:full` each at which anything changes, and so one of
 * every kind of server that there is.
 */
export const everyLevelOr = (named: readonly number[]): readonly number[] => {
  if (process.env.EARSHOT_TESTS !== 'full') return named
  // A bot is played from the first level that has what it is for.
  const from = Math.min(...named)
  return [...new Set(featureLevels.map(({ level }) => level))].filter((level) => level >= from)
}
