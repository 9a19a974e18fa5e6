import { codePoints, limits } from '../../../../protocol/index.js'
import type { Operations } from '../../access/operation.js'
import { changeFullName, readFullName } from '../../users/newAccount.js'
import {
  changeUserSettings,
  checkAddress,
  checkUserSettings,
  isFixedFor,
  isPasswordOf,
} from '../../users/userSettings.js'
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
    // It would still have to be confirmed.
    if (email !== undefined && email.trim() !== caller.email) {
      if (isFixedFor(world, caller, 'email_changes_disabled')) refuse('addressChangesOff')
      checkAddress(world, caller, email.trim())
    }
    const isKept = isFixedFor(world, caller, 'name_changes_disabled')
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

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function change(world: World, account: Account, words: readonly string[]) {
  const isChanged = words.length !== account.alert_words.length
  account.alert_words = words
  if (isChanged) world.emit('alert_words', [account.id], { alert_words: words })
  return { alert_words: [...words] }
}
