import { byAccount, type Operation } from '../../operation.js'
import { isAdministrator } from '../../users/accounts.js'
import { changeFullName, readFullName } from '../../users/fullNames.js'
import { changeUserSettings, checkUserSettings } from '../../users/userSettings.js'

type Names = 'settings.update' | 'settings.updateNotifications'

export const settingOperations: { readonly [Name in Names]: Operation<Name> } = {
  'settings.update': byAccount(({ world, caller, params }) => {
    const { full_name: name, ...settings } = params
    checkUserSettings(settings)
    const isKept = world.state.realmSettings.get('name_changes_disabled') === true && !isAdministrator(caller)
    if (name !== undefined && !isKept) changeFullName(world, caller, readFullName(name))
    changeUserSettings(world, caller, settings)
    return {}
  }),

  'settings.updateNotifications': byAccount(({ world, caller, params }) => {
    checkUserSettings(params)
    changeUserSettings(world, caller, params)
    return {}
  }),
}
