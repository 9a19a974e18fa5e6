import * as z from 'zod/mini'
import { textUpTo } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { limits } from '../../rules/limits.js'
import { notificationSettings, userSettings } from '../../rules/userSettings.js'

const response = { alert_words: z.array(z.string()) }

export const settingEndpoints = [
  endpoint('settings.update', 'PATCH /settings', {
    access: 'human',
    params: {
      full_name: z.optional(z.string()),
      /** Counts once it is confirmed by mail, which the simulator can't do. */
      email: z.optional(z.string()),
      old_password: z.optional(z.string()),
      new_password: z.optional(z.string()),
      ...userSettings,
    },
    repeatable: 'always',
  }),
  endpoint('settings.updateNotifications', 'PATCH /settings/notifications', {
    access: 'human',
    deprecated: 'Use settings.update.',
    params: notificationSettings,
    repeatable: 'always',
  }),
  endpoint('alertWords.list', 'GET /users/me/alert_words', {
    response,
  }),
  endpoint('alertWords.add', 'POST /users/me/alert_words', {
    params: { alert_words: z.array(textUpTo(limits.alertWord)) },
    response,
    repeatable: 'always',
  }),
  endpoint('alertWords.remove', 'DELETE /users/me/alert_words', {
    params: { alert_words: z.array(z.string()) },
    response,
    repeatable: 'always',
  }),
] as const
