import { codePoints, limits, nameRules } from '../../../protocol/index.js'
import { refuse } from '../refusal.js'
import type { Account } from '../state.js'
import type { World } from '../world.js'
import { accountsByName, isBot, rename } from './accounts.js'

/** The name of a person as it is kept. @throws {Refusal} for one that no account may have */
export function readFullName(given: string): string {
  const name = given.trim()
  if (codePoints(name) < 2) refuse('fullNameTooShort')
  if (codePoints(name) > limits.fullName) refuse('fullNameTooLong')
  if (nameRules.unprintable.test(name) || nameRules.forbiddenInFullName.test(name)) refuse('fullNameCharacters')
  return nameRules.mentionedId.test(name) ? refuse('fullNameFormat') : name
}

/** The name of a bot as it is kept. @throws {Refusal} for one that no account may have, or that another bot has */
export function readBotName(world: World, given: string, own: Account | undefined): string {
  const name = readFullName(given)
  const isTaken = accountsByName(world, name).some((other) => other !== own && other.isActive && isBot(other))
  return isTaken ? refuse('botNameInUse') : name
}

/** Gives an account another name, and tells everybody. */
export function changeFullName(world: World, account: Account, name: string): void {
  if (account.fullName === name) return
  rename(world, account, name)
  world.emit('realm_user', 'everyone', { op: 'update', person: { user_id: account.id, full_name: name } })
  if (!isBot(account)) return
  world.emit('realm_bot', 'everyone', { op: 'update', bot: { user_id: account.id, full_name: name } })
}
