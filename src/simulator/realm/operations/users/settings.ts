import { codePoints, limits } from '../../../../protocol/index.js'
import { isAdministrator } from '../../access/accounts.js'
import type { Operations } from '../../access/operation.js'
import { changeFullName, readFullName } from '../../users/newAccount.js'
import { changeUserSettings, checkAddress, checkUserSettings, isPasswordOf } from '../../users/userSettings.js'
import { refuse } from '../../world/refusal.js'
import type { Account } from '../../world/state.js'
import type { World } from '../../world/world.js'

export const settingOperations = {
  'settings.update': ({ world, caller, params }) => {
    const { full_name: name, email, old_password, new_password, ...settings } = params
    checkUserSettings(settings)
    if (new_password !== undefined) {
      if (!isPasswordOf(world, caller, old_password)) refuse('passwordWrong')
      if (codePoints(new_password) < limits.passwordLength) refuse('newPasswordTooWeak')
      caller.password = new_password
    }
    if (email !== undefined && email.trim() !== caller.email) checkNewAddress(world, caller, email.trim())
    const isKept = world.state.realmSettings.get('name_changes_disabled') === true && !isAdministrator(caller)
    if (name !== undefined && !isKept) changeFullName(world, caller, readFullName(name))
    changeUserSettings(world, caller, settings)
  },

  'settings.updateNotifications': ({ world, caller, params }) => {
    checkUserSettings(params)
    changeUserSettings(world, caller, params)
  },

  'alertWords.list': ({ caller }) => ({ alert_words: [...caller.alert_words] }),

  'alertWords.add': ({ world, caller, params }) => {
    const words = [...caller.alert_words]
    for (const given of params.alert_words) {
      const word = given.trim()
      if (word !== '' && !words.some((known) => isSame(known, word))) words.push(word)
    }
    return change(world, caller, words)
  },

  'alertWords.remove': ({ world, caller, params }) => {
    const isRemoved = (word: string) => params.alert_words.some((given) => isSame(given, word))
    const words = caller.alert_words.filter((word) => !isRemoved(word))
    return change(world, caller, words)
  },
} satisfies Partial<Operations>

/** @throws {Refusal} if the caller can't change to an address, which would still have to be confirmed */
function checkNewAddress(world: World, caller: Account, email: string): void {
  const isFixed = world.state.realmSettings.get('email_changes_disabled') === true
  if (isFixed && !isAdministrator(caller)) refuse('addressChangesOff')
  checkAddress(world, caller, email)
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function change(world: World, account: Account, words: readonly string[]) {
  const isChanged = words.length !== account.alert_words.length
  account.alert_words = words
  if (isChanged) world.emit('alert_words', [account.id], { alert_words: words })
  return { alert_words: [...words] }
}
