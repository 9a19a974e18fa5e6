import { deletedUser, user } from '../entities.js'
import { type Case, fieldsOf, success } from '../format.js'
import { like, someText, text } from '../matchers.js'

/** Before feature level 163. */
const { is_imported_stub: _stub, delivery_email: _email, ...olderUser } = user
/** Before feature level 433. */
const beforeStubs = { ...olderUser, delivery_email: user.delivery_email }

/** Section 2.2: every field of a user, as GET /users/{email} gives it. */
export const cases: readonly Case[] = [
  {
    spec: [...fieldsOf('2.2', user), '4.4'],
    title: 'shows a member',
    as: 'iago',
    request: 'GET /api/v1/users/hamlet@example.com',
    answer: success({
      user: {
        ...user,
        user_id: 10,
        delivery_email: 'hamlet@example.com',
        full_name: 'Hamlet',
        is_active: true,
        is_owner: false,
        is_admin: false,
        is_guest: false,
        is_bot: false,
        bot_type: null,
        bot_owner_id: null,
        role: 400,
        timezone: 'Europe/Copenhagen',
        avatar_url: like(/\/user_avatars\/2\/hamlet\.png\?version=2$/),
        is_imported_stub: false,
      },
    }),
  },
  {
    spec: ['2.2/is_owner', '2.2/is_admin', '2.2/role', '2.2/timezone'],
    title: 'shows an owner as an administrator too',
    as: 'iago',
    request: 'GET /api/v1/users/desdemona@example.com',
    answer: success({
      user: { ...user, user_id: 7, is_owner: true, is_admin: true, is_guest: false, role: 100, timezone: '' },
    }),
  },
  {
    spec: ['2.2/is_admin', '2.2/role'],
    title: 'shows an administrator',
    as: 'hamlet',
    request: 'GET /api/v1/users/iago@example.com',
    answer: success({ user: { ...user, user_id: 8, is_owner: false, is_admin: true, role: 200 } }),
  },
  {
    spec: ['2.2/role'],
    title: 'shows a moderator',
    as: 'hamlet',
    request: 'GET /api/v1/users/shiva@example.com',
    answer: success({ user: { ...user, user_id: 9, is_owner: false, is_admin: false, is_guest: false, role: 300 } }),
  },
  {
    spec: ['2.2/is_guest', '2.2/role'],
    title: 'shows a guest',
    as: 'hamlet',
    request: 'GET /api/v1/users/polonius@example.com',
    answer: success({ user: { ...user, user_id: 13, is_owner: false, is_admin: false, is_guest: true, role: 600 } }),
  },
  {
    spec: ['2.2/is_active'],
    title: 'shows a deactivated account',
    as: 'hamlet',
    request: 'GET /api/v1/users/prospero@example.com',
    answer: success({ user: { ...user, user_id: 14, is_active: false } }),
  },
  {
    spec: ['2.2/is_imported_stub', 'level/433'],
    title: 'shows an imported account whose person has not logged in yet',
    as: 'hamlet',
    request: 'GET /api/v1/users/yorick@example.com',
    answer: success({ user: { ...user, user_id: 15, is_imported_stub: true } }),
  },
  {
    spec: ['2.2/is_imported_stub', 'level/433'],
    title: 'does not tell stubs apart before feature level 433',
    level: 432,
    as: 'hamlet',
    request: 'GET /api/v1/users/yorick@example.com',
    answer: success({ user: beforeStubs }),
  },
  {
    spec: ['2.2/is_deleted', 'level/490'],
    title: 'shows a deleted user as one',
    as: 'hamlet',
    request: 'GET /api/v1/users/deleted-user-16@example.com',
    answer: success({ user: { ...deletedUser, user_id: 16 } }),
  },
  {
    spec: ['2.2/is_deleted', 'level/490'],
    title: 'shows a deleted user as merely deactivated before feature level 490',
    level: 489,
    as: 'hamlet',
    request: 'GET /api/v1/users/deleted-user-16@example.com',
    answer: success({ user: { ...user, user_id: 16, is_active: false } }),
  },
  {
    spec: ['2.2/is_bot', '2.2/bot_type', '2.2/bot_owner_id', '2.2/delivery_email', '5.5'],
    title: 'shows an outgoing webhook bot, its owner and its address',
    as: 'polonius',
    request: 'GET /api/v1/users/echo-bot@example.com',
    answer: success({
      user: {
        ...user,
        user_id: 20,
        delivery_email: 'echo-bot@example.com',
        email: 'echo-bot@example.com',
        is_bot: true,
        bot_type: 3,
        bot_owner_id: 8,
      },
    }),
  },
  {
    spec: ['2.2/bot_type'],
    title: 'shows a generic bot',
    as: 'hamlet',
    request: 'GET /api/v1/users/yeast-bot@example.com',
    answer: success({ user: { ...user, user_id: 21, is_bot: true, bot_type: 1, bot_owner_id: 10 } }),
  },
  {
    spec: ['2.2/bot_type'],
    title: 'shows an incoming webhook bot',
    as: 'hamlet',
    request: 'GET /api/v1/users/oven-bot@example.com',
    answer: success({ user: { ...user, user_id: 22, is_bot: true, bot_type: 2, bot_owner_id: 10 } }),
  },
  {
    spec: ['2.2/bot_type'],
    title: 'shows an embedded bot',
    as: 'hamlet',
    request: 'GET /api/v1/users/timer-bot@example.com',
    answer: success({ user: { ...user, user_id: 23, is_bot: true, bot_type: 4, bot_owner_id: 8 } }),
  },
  {
    spec: ['2.2/bot_owner_id'],
    title: 'shows a legacy bot without an owner',
    as: 'hamlet',
    request: 'GET /api/v1/users/scale-bot@example.com',
    answer: success({ user: { ...user, user_id: 24, is_bot: true, bot_type: 1, bot_owner_id: null } }),
  },
  {
    spec: ['2.2/profile_data', '4.4/include_custom_profile_fields'],
    title: 'adds the custom profile fields, by ID, when they are asked for',
    as: 'iago',
    request: 'GET /api/v1/users/hamlet@example.com?include_custom_profile_fields=true',
    answer: success({
      user: {
        ...user,
        profile_data: {
          '1': { value: '+45 12 34 56 78', rendered_value: '<p>+45 12 34 56 78</p>' },
          '2': { value: 'Rye, *mostly*.', rendered_value: '<p>Rye, <em>mostly</em>.</p>' },
        },
      },
    }),
  },
  {
    spec: ['2.2/profile_data'],
    title: 'adds no profile fields to a bot, even when they are asked for',
    as: 'iago',
    request: 'GET /api/v1/users/echo-bot@example.com?include_custom_profile_fields=true',
    answer: success({ user: { ...user, user_id: 20 } }),
  },
  {
    spec: ['2.2/avatar_url', '4.4/client_gravatar'],
    title: 'leaves out the address of a picture at the avatar provider unless told otherwise',
    as: 'hamlet',
    request: 'GET /api/v1/users/desdemona@example.com',
    answer: success({ user: { ...user, user_id: 7, avatar_url: null } }),
  },
  {
    spec: ['2.2/avatar_url', '4.4/client_gravatar'],
    title: 'gives it when client_gravatar is false',
    as: 'hamlet',
    request: 'GET /api/v1/users/desdemona@example.com?client_gravatar=false',
    answer: success({ user: { ...user, user_id: 7, avatar_url: someText } }),
  },
  {
    spec: ['2.2/avatar_url', '2.2/delivery_email', '2.2/email', '5.5'],
    title: 'gives it, and no address of the person, to a caller who may not see the real address',
    before: [
      {
        as: 'hamlet',
        request: 'GET /api/v1/users/11',
        answer: success({ user: { ...user, user_id: 11, delivery_email: null } }),
        remember: { dummy: 'user.email' },
      },
    ],
    as: 'hamlet',
    request: 'GET /api/v1/users/{dummy}?client_gravatar=true',
    answer: success({
      user: { ...user, user_id: 11, delivery_email: null, email: like(/^user11@/), avatar_url: someText },
    }),
  },
  {
    spec: ['2.2/delivery_email', '5.5'],
    title: 'shows the real address to a caller whom its owner permits to see it',
    as: 'iago',
    request: 'GET /api/v1/users/cordelia@example.com',
    answer: success({ user: { ...user, user_id: 11, delivery_email: 'cordelia@example.com' } }),
  },
  {
    spec: ['2.2/delivery_email', 'level/163'],
    title: 'leaves out a hidden real address before feature level 163',
    level: 162,
    as: 'hamlet',
    request: 'GET /api/v1/users/11',
    answer: success({ user: { ...olderUser, user_id: 11, is_billing_admin: false } }),
  },
  {
    spec: ['2.2/delivery_email', 'level/163'],
    title: 'gives null for a hidden real address from feature level 163 on',
    level: 163,
    as: 'hamlet',
    request: 'GET /api/v1/users/11',
    answer: success({ user: { ...olderUser, user_id: 11, delivery_email: null, is_billing_admin: false } }),
  },
  {
    spec: ['2.2/is_billing_admin', 'level/363'],
    title: 'says whether a user is a billing administrator before feature level 363',
    level: 362,
    as: 'hamlet',
    request: 'GET /api/v1/users/iago@example.com',
    answer: success({ user: { ...beforeStubs, user_id: 8, is_billing_admin: false } }),
  },
  {
    spec: ['2.2/is_billing_admin', 'level/363'],
    title: 'says it no more from feature level 363 on',
    level: 363,
    as: 'hamlet',
    request: 'GET /api/v1/users/iago@example.com',
    answer: success({ user: { ...beforeStubs, user_id: 8 } }),
  },
  {
    spec: ['2.2/date_joined'],
    title: 'gives the time of joining as text',
    as: 'hamlet',
    request: 'GET /api/v1/users/hamlet@example.com',
    answer: success({ user: { ...user, date_joined: like(/^\d{4}-\d\d-\d\dT\d\d:\d\d/), email: text } }),
  },
]
