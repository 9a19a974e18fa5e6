import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.js'
import { errors } from '../../errors/errors.js'
import { notificationSettings, userSettings } from '../../rules/userSettings.js'

export const updateSettings = endpoint({
  name: 'settings.update',
  method: 'PATCH',
  path: '/settings',
  spec: 'companion',
  summary: "Change the caller's own name and settings.",
  access: 'human',
  params: { full_name: z.optional(z.string()), ...userSettings },
  response: {},
  errors: [
    errors.invalidLanguage,
    errors.invalidBatchingPeriod,
    errors.invalidTimezone,
    errors.fullNameTooShort,
    errors.fullNameTooLong,
    errors.fullNameCharacters,
    errors.fullNameFormat,
  ],
  repeatable: 'always',
})

export const updateNotificationSettings = endpoint({
  name: 'settings.updateNotifications',
  method: 'PATCH',
  path: '/settings/notifications',
  spec: 'companion',
  summary: "Change the caller's own settings of notifications.",
  access: 'human',
  deprecated: 'Use settings.update.',
  params: notificationSettings,
  response: {},
  errors: [errors.invalidBatchingPeriod],
  repeatable: 'always',
})
