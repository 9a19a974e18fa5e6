import { codePoints, limits, nameRules } from '../../protocol/index.js'
import { accountsByName, isBot } from './accounts.js'
import { refuse } from './refusal.js'
import type { Account } from './state.js'
import type { World } from './world.js'

/** The name of a bot as it is kept. @throws {Refusal} for one that no account may have, or that another bot has */
export function readBotName(world: World, given: string, own: Account | undefined): string {
  const name = given.trim()
  if (codePoints(name) < 2) refuse('fullNameTooShort')
  if (codePoints(name) > limits.fullName) refuse('fullNameTooLong')
  if (nameRules.unprintable.test(name) || nameRules.forbiddenInFullName.test(name)) refuse('fullNameCharacters')
  if (nameRules.mentionedId.test(name)) refuse('fullNameFormat')
  const isTaken = accountsByName(world, name).some((other) => other !== own && other.isActive && isBot(other))
  return isTaken ? refuse('botNameInUse') : name
}
