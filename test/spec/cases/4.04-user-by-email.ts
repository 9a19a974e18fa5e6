import { user } from '../entities.js'
import { badRequest, type Case, type Exchange, notThere, success } from '../format.js'
import { like, someText } from '../matchers.js'

const noSuchUser = badRequest('No such user')

/** Remembers the dummy address of Cordelia, whose real one Hamlet may not see. */
const meetCordelia: Exchange = {
  as: 'hamlet',
  request: 'GET /api/v1/users/11',
  answer: success({ user: { ...user, user_id: 11 } }),
  remember: { cordelia: 'user.email' },
}

/** Section 4.4: GET /users/{email}. The user's fields are in section 2.2. */
export const cases: readonly Case[] = [
  {
    spec: ['4.4', '4.4/real', 'conventions/query'],
    title: 'finds a user by real address',
    as: 'hamlet',
    request: 'GET /api/v1/users/iago%40example.com?client_gravatar=false&include_custom_profile_fields=false',
    answer: success({ user: { ...user, user_id: 8, avatar_url: someText } }),
  },
  {
    spec: ['4.4/real', '5.5', 'level/302'],
    title: 'does not find a user by a real address that the caller may not see',
    as: 'hamlet',
    request: 'GET /api/v1/users/cordelia@example.com',
    answer: noSuchUser,
  },
  {
    spec: ['4.4/real', '5.5', 'level/302'],
    title: 'finds the same user by the same address for a caller who may see it',
    as: 'iago',
    request: 'GET /api/v1/users/cordelia@example.com',
    answer: success({ user: { ...user, user_id: 11, delivery_email: 'cordelia@example.com' } }),
  },
  {
    spec: ['4.4/real', '5.5'],
    title: 'does not find a user whose address nobody may see, not even for an owner',
    as: 'desdemona',
    request: 'GET /api/v1/users/ophelia@example.com',
    answer: noSuchUser,
  },
  {
    spec: ['4.4/real'],
    title: 'finds a bot by its address',
    as: 'hamlet',
    request: 'GET /api/v1/users/echo-bot@example.com',
    answer: success({ user: { ...user, user_id: 20 } }),
  },
  {
    spec: ['4.4/real'],
    title: 'does not find anybody by an address of nobody',
    as: 'iago',
    request: 'GET /api/v1/users/yeast@example.com',
    answer: noSuchUser,
  },
  {
    spec: ['4.4/dummy', '9.4/dummy', 'level/302'],
    title: 'finds a user by dummy address whose real one is hidden',
    before: [meetCordelia],
    as: 'hamlet',
    request: 'GET /api/v1/users/{cordelia}',
    answer: success({ user: { ...user, user_id: 11, delivery_email: null, email: like(/^user11@.+/) } }),
  },
  {
    spec: ['4.4/dummy', '9.4/dummy'],
    title: 'finds, by dummy address, the same user as by ID',
    before: [
      {
        as: 'desdemona',
        request: 'GET /api/v1/users/17',
        answer: success({ user: { ...user, user_id: 17, delivery_email: null } }),
        remember: { ophelia: 'user.email' },
      },
    ],
    as: 'desdemona',
    request: 'GET /api/v1/users/{ophelia}',
    answer: success({ user: { ...user, user_id: 17, delivery_email: null } }),
  },
  {
    spec: ['4.4/dummy'],
    title: 'does not find anybody by a dummy address with the ID of nobody',
    as: 'iago',
    request: 'GET /api/v1/users/user999@127.0.0.1',
    answer: noSuchUser,
  },
  {
    spec: ['4.4/real', 'level/302'],
    title: 'found nobody by a real address that is not the one of the API before feature level 302',
    level: 301,
    as: 'iago',
    request: 'GET /api/v1/users/cordelia@example.com',
    answer: noSuchUser,
  },
  {
    spec: ['4.4/real', '4.4/dummy', 'level/302'],
    title: 'finds a user by both addresses from feature level 302 on',
    level: 302,
    before: [
      {
        as: 'iago',
        request: 'GET /api/v1/users/cordelia@example.com',
        answer: success({ user: { ...olderUser(), user_id: 11, delivery_email: 'cordelia@example.com' } }),
      },
      {
        as: 'hamlet',
        request: 'GET /api/v1/users/11',
        answer: success({ user: { ...olderUser(), user_id: 11, delivery_email: null } }),
        remember: { cordelia: 'user.email' },
      },
    ],
    as: 'hamlet',
    request: 'GET /api/v1/users/{cordelia}',
    answer: success({ user: { ...olderUser(), user_id: 11, delivery_email: null } }),
  },
  {
    spec: ['4.4/client_gravatar'],
    title: 'refuses a client_gravatar that is not a boolean',
    as: 'iago',
    request: 'GET /api/v1/users/hamlet@example.com?client_gravatar=1',
    answer: badRequest('client_gravatar is not a boolean'),
  },
  {
    spec: ['4.4/include_custom_profile_fields'],
    title: 'refuses an include_custom_profile_fields that is not JSON',
    as: 'iago',
    request: 'GET /api/v1/users/hamlet@example.com?include_custom_profile_fields=True',
    answer: badRequest('include_custom_profile_fields is not valid JSON'),
  },
  {
    spec: ['4.4', 'level/39'],
    title: 'is not there before feature level 39',
    level: 38,
    as: 'iago',
    request: 'GET /api/v1/users/hamlet@example.com',
    answer: notThere,
  },
  {
    spec: ['4.4', 'level/39'],
    title: 'is there from feature level 39 on',
    level: 39,
    as: 'iago',
    request: 'GET /api/v1/users/iago@example.com',
    answer: success({ user: olderUser() }),
  },
]

function olderUser() {
  const { is_imported_stub: _, ...older } = user
  return { ...older, user_id: 8, is_billing_admin: false }
}
