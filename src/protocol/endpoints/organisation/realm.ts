import * as z from 'zod/mini'
import { textUpTo } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { errors } from '../../errors/errors.js'
import { limits } from '../../rules/limits.js'
import { switchesFor } from '../../rules/userSettings.js'
import { settingChange } from '../users/userGroupChanges.js'

/** What an organisation turns on and off, and how it is where nobody did. Assumed. */
export const realmSwitches = {
  avatar_changes_disabled: false,
  digest_emails_enabled: false,
  email_changes_disabled: false,
  invite_required: true,
  message_content_allowed_in_email_notifications: true,
  /** Keeps everybody but administrators from changing their own name. */
  name_changes_disabled: false,
  send_welcome_emails: true,
} as const

export const updateRealm = endpoint({
  name: 'realm.update',
  method: 'PATCH',
  path: '/realm',
  spec: 'companion',
  summary: 'Change the name, description, settings and permissions of the organisation.',
  access: 'administrator',
  params: {
    name: z.optional(textUpTo(limits.realmName)),
    /** Markdown. */
    description: z.optional(textUpTo(limits.realmDescription)),
    default_language: z.optional(z.string()),
    /** The language of code blocks that name none. */
    default_code_block_language: z.optional(z.string()),
    ...switchesFor(realmSwitches),
    can_access_all_users_group: settingChange,
    can_create_groups: settingChange,
    can_invite_users_group: settingChange,
    can_manage_all_groups: settingChange,
    create_multiuse_invite_group: settingChange,
  },
  response: {},
  errors: [
    errors.invalidLanguage,
    errors.systemGroupRequired,
    errors.invalidUserGroup,
    errors.userGroupDeactivated,
    errors.invalidUserId,
    errors.invalidUserGroupId,
    errors.expectationMismatch,
  ],
  repeatable: 'never',
})
