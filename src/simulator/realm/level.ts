import { isFeatureLevel, newestFeatureLevel } from '../../protocol/index.js'

/** What a feature level may be, for errors about one that may not. */
export const levelAdvice = `give a whole number from 0 to ${newestFeatureLevel}`

/** A level that a server of this contract can have. @throws {RangeError} for anything else */
export function checkedLevel(level: number): number {
  if (isFeatureLevel(level)) return level
  throw new RangeError(`No server has the feature level ${String(level)}; ${levelAdvice}.`)
}
