import * as z from 'zod/mini'
import { file, id, textUpTo } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { User } from '../../entities/user.js'
import { object, plainObject, strictObject } from '../../entity.js'
import { upgrade } from '../../levels/upgrade.js'
import { limits } from '../../rules/limits.js'
import { rules } from '../../rules/rules.js'
import { emojiFields } from '../messages/messageViews.js'

/** How users are returned; shared by every endpoint that returns them. */
const presentation = {
  /** Return null as `avatar_url` if the caller can compute it from the address. */
  client_gravatar: z._default(z.boolean(), true),
  /** Include `profile_data`. */
  include_custom_profile_fields: z._default(z.boolean(), false),
}

const profileValues = z.array(plainObject({ id, value: z.nullable(z.union([z.string(), z.array(z.int())])) }))

const setUserStatus = endpoint('users.setStatus', 'POST /users/{user_id}/status', {
  spec: '4.5',
  access: 'administrator over target',
  accessBefore: { statusForBots: 'human administrator over target' },
  since: 'setUserStatus',
  params: {
    user_id: id,
    /** At most 60 code points; empty clears the status. */
    status_text: z.optional(textUpTo(limits.statusText)),
    ...emojiFields,
  },
  rules: rules['users.setStatus'],
  repeatable: 'always',
})

const { user_id: _, ...change } = setUserStatus.params

export const userEndpoints = [
  endpoint('users.getByEmail', 'GET /users/{email}', {
    spec: '4.4',
    since: 'getUserByEmail',
    params: {
      /** The real address, or `user<ID>@<host>`. */
      email: z.string(),
      ...presentation,
    },
    response: { user: User },
    upgrade: upgrade['users.getByEmail'],
  }),
  endpoint('users.get', 'GET /users/{user_id}', {
    params: { user_id: id, ...presentation },
    response: { user: User },
    upgrade: upgrade['users.get'],
  }),
  endpoint('users.me', 'GET /users/me', {
    response: { ...User.shape, max_message_id: z.optional(z.int()) },
    upgrade: upgrade['users.me'],
  }),
  endpoint('users.list', 'GET /users', {
    params: {
      ...presentation,
      /** Only these users. (default: all of them) */
      user_ids: z.optional(z.array(id)),
    },
    response: { members: z.array(User) },
    upgrade: upgrade['users.list'],
  }),
  setUserStatus,
  endpoint('users.deactivate', 'DELETE /users/{user_id}', {
    spec: '4.7',
    access: 'administrator over target',
    params: {
      user_id: id,
      /** What to delete before the deactivation: of the bots first, then of the user. */
      actions: z.optional(
        strictObject({
          delete_profile: z.optional(z.boolean()),
          delete_public_channel_messages: z.optional(z.boolean()),
          delete_private_channel_messages: z.optional(z.boolean()),
          delete_direct_messages: z.optional(z.boolean()),
        }),
      ),
      /** Absent: the user gets no e-mail; empty: an e-mail without a comment. The meaning is assumed. */
      deactivation_notification_comment: z.optional(z.string()),
    },
  }),
  endpoint('users.mute', 'POST /users/me/muted_users/{muted_user_id}', {
    spec: '4.12',
    params: { muted_user_id: id },
  }),
  endpoint('users.unmute', 'DELETE /users/me/muted_users/{muted_user_id}', {
    params: { muted_user_id: id },
  }),
  endpoint('users.setOwnStatus', 'POST /users/me/status', {
    access: 'human',
    params: {
      ...change,
      /** Deprecated: use the setting `presence_enabled`, which is its opposite. */
      away: z.optional(z.boolean()),
    },
    rules: rules['users.setOwnStatus'],
    repeatable: 'always',
  }),
  endpoint('users.getStatus', 'GET /users/{user_id}/status', {
    params: { user_id: id },
    response: {
      /** Contains only the fields that are set. */
      status: object({ status_text: z.optional(z.string()), ...emojiFields }),
    },
  }),
  endpoint('users.reactivate', 'POST /users/{user_id}/reactivate', {
    access: 'administrator over target',
    params: { user_id: id },
  }),
  endpoint('users.create', 'POST /users', {
    access: 'user creator',
    accessBefore: { userCreatorsOnly: 'administrator' },
    params: { email: z.string(), password: z.string(), full_name: z.string() },
    response: { user_id: z.int() },
  }),
  endpoint('users.update', 'PATCH /users/{user_id}', {
    access: 'administrator over target',
    params: {
      user_id: id,
      full_name: z.optional(z.string()),
      /** One of `roles`. */
      role: z.optional(z.literal([100, 200, 300, 400, 600])),
      /** Values of profile fields; an empty one, or null, clears the value. A field of type 6 takes user IDs. */
      profile_data: z.optional(profileValues),
      new_email: z.optional(z.string()),
    },
    repeatable: 'always',
  }),
  endpoint('users.fetchApiKey', 'POST /fetch_api_key', {
    access: 'public',
    params: {
      /** The address. */
      username: z.string(),
      password: z.string(),
    },
    response: {
      api_key: z.string(),
      email: z.string(),
      user_id: z.optional(z.int()),
    },
    repeatable: 'always',
  }),
  endpoint('users.deactivateOwn', 'DELETE /users/me', {}),
  endpoint('users.updateOwnProfile', 'PATCH /users/me/profile_data', {
    access: 'human',
    params: { data: profileValues },
    repeatable: 'always',
  }),
  endpoint('users.clearOwnProfile', 'DELETE /users/me/profile_data', {
    access: 'human',
    params: {
      /** IDs of profile fields. */
      data: z.array(id),
    },
    repeatable: 'always',
  }),
  endpoint('users.setOwnAvatar', 'POST /users/me/avatar', {
    params: { file },
    response: { avatar_url: z.string() },
    takesUpTo: limits.uploadSeconds,
  }),
  endpoint('users.removeOwnAvatar', 'DELETE /users/me/avatar', {
    response: { avatar_url: z.string() },
  }),
  endpoint('users.regenerateOwnKey', 'POST /users/me/api_key/regenerate', {
    response: { api_key: z.string() },
  }),
] as const
