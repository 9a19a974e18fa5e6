import { codePoints, limits, roles } from '../../../../protocol/index.js'
import { byAccount, type Operation } from '../../operation.js'
import { refuse } from '../../refusal.js'
import { accessUser } from '../../search/lookup.js'
import { addUser } from '../../seed/growing.js'
import type { Account } from '../../state.js'
import { isAdministrator, isBot, isOnlyOwner, isOwner } from '../../users/accounts.js'
import { changeAddress } from '../../users/addresses.js'
import { deactivateAccount } from '../../users/deactivation.js'
import { changeFullName, readBotName, readFullName } from '../../users/fullNames.js'
import { changeProfile, readProfile } from '../../users/profiles.js'
import type { World } from '../../world.js'

type Names = 'users.create' | 'users.update' | 'users.deactivateOwn'

export const accountOperations: { readonly [Name in Names]: Operation<Name> } = {
  'users.create': byAccount(({ world, params }) => {
    const full_name = readFullName(params.full_name)
    const email = params.email.trim()
    if (!addressForm.test(email)) refuse('badBotName')
    if (world.state.accountsByEmail.has(email.toLowerCase())) refuse('emailInUse', { email })
    if (codePoints(params.password) < limits.passwordLength) refuse('passwordTooWeak')
    return { user_id: addUser(world, { full_name, email }).id }
  }),

  'users.update': byAccount(({ world, caller, params }) => {
    const { role, full_name: name, profile_data: values = [], new_email: email } = params
    const access = { mayBeBot: true, mayBeDeactivated: true, toChange: true }
    const account = accessUser(world, caller, params.user_id, access)
    // Everything is checked before anything is changed.
    if (role !== undefined && role !== account.role) checkRole(world, caller, account, role)
    const fullName = name === undefined || name.trim() === '' ? undefined : readName(world, account, name)
    const profile = readProfile(world, caller, values)
    const address = email?.trim()
    if (address !== undefined) checkAddress(world, account, address)
    if (role !== undefined) changeRole(world, account, role)
    if (fullName !== undefined) changeFullName(world, account, fullName)
    changeProfile(world, account, profile)
    if (address !== undefined) changeAddress(world, account, address)
    return {}
  }),

  'users.deactivateOwn': byAccount(({ world, caller }) => {
    const others = [...world.state.accounts.values()].some(
      (other) => other.id !== caller.id && other.isActive && !other.isSystem,
    )
    if (!others) refuse('lastOfThem', { is_last_owner: false, entity: 'user' })
    if (isOwner(caller) && isOnlyOwner(world, caller)) {
      refuse('lastOfThem', { is_last_owner: true, entity: 'organization owner' })
    }
    deactivateAccount(world, caller, {})
    return {}
  }),
}

const addressForm = /^[^\s@<>"]+@[^\s@<>"]+$/

/** Only owners make owners, and there stays one. @throws {Refusal} */
function checkRole(world: World, caller: Account, account: Account, role: number): void {
  if ((role === roles.owner || isOwner(account)) && !isOwner(caller)) refuse('mustBeOwner')
  if (!isAdministrator(caller)) refuse('mustBeAdministrator')
  if (isOwner(account) && !isBot(account) && isOnlyOwner(world, account)) refuse('ownerRoleStays')
}

function readName(world: World, account: Account, name: string): string {
  return isBot(account) ? readBotName(world, name, account) : readFullName(name)
}

function checkAddress(world: World, account: Account, email: string): void {
  if (!addressForm.test(email)) refuse('invalidAddress')
  const owner = world.state.accountsByEmail.get(email.toLowerCase())
  if (owner !== undefined && owner !== account) refuse('emailTaken')
}

function changeRole(world: World, account: Account, role: number): void {
  if (account.role === role) return
  account.role = role
  world.emit('realm_user', 'everyone', { op: 'update', person: { user_id: account.id, role } })
}
