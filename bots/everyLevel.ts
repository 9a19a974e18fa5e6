import { featureLevels } from 'earshot/protocol'

/**
 * The levels to play a transcript at: those that are named, or with `npm run test:full` each at which anything changes, and so one of
 * every kind of server that there is. A bot is played from the first level that has what it is for.
 */
export const everyLevelOr = (named: readonly number[]): readonly number[] => {
  const all = process.env.EARSHOT_TESTS === 'full' ? featureLevels.map(({ level }) => level) : named
  const from = Math.min(...named)
  return [...new Set(all)].filter((level) => level >= from).sort((one, other) => one - other)
}
