import { codePoints, limits, nameRules } from '../../../protocol/index.js'
import { refuse } from '../refusal.js'

/** The name of a channel as it is kept. @throws {Refusal} for one that no channel may have */
export function readChannelName(given: string): string {
  const name = given.trim()
  if (name === '') refuse('channelNameEmpty')
  if (codePoints(name) > limits.channelName) refuse('channelNameTooLong', { limit: limits.channelName })
  const position = badCharacter(name)
  if (position > 0) refuse('channelNameCharacter', { position })
  return name
}

/** The place, from 1, of the first sign that no text of one line may hold; 0 for none. */
export function badCharacter(text: string): number {
  return [...text].findIndex((character) => nameRules.unprintable.test(character)) + 1
}
