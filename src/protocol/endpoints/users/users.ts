import * as z from 'zod/mini'
import { id, switches, textUpTo } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { User } from '../../entities/user.js'
import { errors } from '../../errors/errors.js'
import { upgrade } from '../../levels/upgrade.js'
import { limits } from '../../rules/limits.js'
import { rules } from '../../rules/rules.js'

/** How a user is shown; the same for every endpoint that shows one. */
const presentation = {
  /** Leave `avatar_url` null where the caller can work it out from the address. */
  client_gravatar: z._default(z.boolean(), true),
  /** Include `profile_data`. */
  include_custom_profile_fields: z._default(z.boolean(), false),
}

export const getUserByEmail = endpoint({
  name: 'users.getByEmail',
  method: 'GET',
  path: '/users/{email}',
  spec: '4.4',
  summary: 'Look a user up by email address.',
  access: 'account',
  since: 'getUserByEmail',
  params: {
    /** The real address, or the form `user<ID>@<host>`. */
    email: z.string(),
    ...presentation,
  },
  response: { user: User },
  errors: [errors.noSuchUser],
  repeatable: 'always',
  upgrade: upgrade['users.getByEmail'],
})

export const getUser = endpoint({
  name: 'users.get',
  method: 'GET',
  path: '/users/{user_id}',
  spec: 'companion',
  summary: 'Look a user up by ID.',
  access: 'account',
  params: { user_id: id, ...presentation },
  response: { user: User },
  errors: [errors.noSuchUser, errors.insufficientPermission],
  repeatable: 'always',
  upgrade: upgrade['users.get'],
})

export const getOwnUser = endpoint({
  name: 'users.me',
  method: 'GET',
  path: '/users/me',
  spec: 'companion',
  summary: 'Show the calling account itself.',
  access: 'account',
  params: {},
  response: { ...User.shape, max_message_id: z.optional(z.int()) },
  errors: [],
  repeatable: 'always',
  upgrade: upgrade['users.me'],
})

export const listUsers = endpoint({
  name: 'users.list',
  method: 'GET',
  path: '/users',
  spec: 'companion',
  summary: 'List all users and bots, deactivated ones among them.',
  access: 'account',
  params: presentation,
  response: { members: z.array(User) },
  errors: [],
  repeatable: 'always',
  upgrade: upgrade['users.list'],
})

export const setUserStatus = endpoint({
  name: 'users.setStatus',
  method: 'POST',
  path: '/users/{user_id}/status',
  spec: '4.5',
  summary: "Set another user's status.",
  access: 'administrator over target',
  since: 'setUserStatus',
  params: {
    user_id: id,
    /** At most 60 code points; empty clears the status. */
    status_text: z.optional(textUpTo(limits.statusText)),
    emoji_name: z.optional(z.string()),
    emoji_code: z.optional(z.string()),
    /** One of `reactionTypes`. */
    reaction_type: z.optional(z.string()),
  },
  rules: rules['users.setStatus'],
  response: {},
  errors: [
    errors.noSuchUser,
    errors.userDeactivated,
    errors.insufficientPermission,
    errors.noNewValues,
    errors.emojiNameNeeded,
    errors.emojiDoesNotExist,
    errors.invalidEmojiName,
    errors.invalidEmojiCode,
    errors.invalidEmojiType,
    errors.invalidCustomEmoji,
    errors.invalidCustomEmojiName,
    errors.customEmojiDeactivated,
  ],
  repeatable: 'always',
})

export const deactivateUser = endpoint({
  name: 'users.deactivate',
  method: 'DELETE',
  path: '/users/{user_id}',
  spec: '4.7',
  summary: "Deactivate a user, and the user's bots first.",
  access: 'administrator over target',
  params: {
    user_id: id,
    /** What to delete first, from the bots and then from the user. */
    actions: z.optional(
      switches([
        'delete_profile',
        'delete_public_channel_messages',
        'delete_private_channel_messages',
        'delete_direct_messages',
      ]),
    ),
    /** Absent: no mail to the user; empty: a mail without a comment. Its meaning is assumed. */
    deactivation_notification_comment: z.optional(z.string()),
  },
  response: {},
  errors: [
    errors.noSuchUser,
    errors.userDeactivated,
    errors.insufficientPermission,
    errors.mustBeOwner,
    errors.onlyOwner,
    errors.tooLong,
  ],
  repeatable: 'never',
})

export const muteUser = endpoint({
  name: 'users.mute',
  method: 'POST',
  path: '/users/me/muted_users/{muted_user_id}',
  spec: '4.12',
  summary: 'Mute a user for the caller.',
  access: 'account',
  params: { muted_user_id: id },
  response: {},
  errors: [errors.cannotMuteSelf, errors.noSuchUser, errors.userAlreadyMuted],
  repeatable: 'never',
})

export const unmuteUser = endpoint({
  name: 'users.unmute',
  method: 'DELETE',
  path: '/users/me/muted_users/{muted_user_id}',
  spec: 'companion',
  summary: 'Unmute a user for the caller.',
  access: 'account',
  params: { muted_user_id: id },
  response: {},
  errors: [errors.noSuchUser, errors.userNotMuted],
  repeatable: 'never',
})
