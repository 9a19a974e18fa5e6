import { botTypes, type EndpointName, endpointNamed } from '../../protocol/index.js'
import { refuse } from './refusal.js'
import type { Account } from './state.js'
import { isAdministrator, isBot, isGuest } from './users/accounts.js'

/**
 * What is checked before an endpoint's parameters are read: that somebody calls, and may. Where the target decides,
 * the operation checks.
 *
 * @throws {Refusal} when the caller may not call the endpoint at all
 */
export function checkAccess(name: EndpointName, caller: Account | undefined): void {
  const { access } = endpointNamed(name)
  if (access === 'public') return
  if (caller === undefined) refuse('notLoggedIn')
  if (caller.botType === botTypes.incomingWebhook && name !== 'messages.send') refuse('notForIncomingWebhooks')
  if (access === 'human' && isBot(caller)) refuse('notForBots')
  if (access === 'member' && isGuest(caller)) refuse('notForGuests')
  if (access === 'administrator' && !isAdministrator(caller)) refuse('mustBeAdministrator')
}
