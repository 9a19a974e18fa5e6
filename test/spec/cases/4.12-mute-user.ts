import { badRequest, type Case, done } from '../format.js'

/** Section 4.12: POST /users/me/muted_users/{muted_user_id}. What it does is in section 3. */
export const cases: readonly Case[] = [
  {
    spec: ['4.12', '3/8', '2.1/nothing more'],
    title: 'mutes a user',
    as: 'hamlet',
    request: 'POST /api/v1/users/me/muted_users/11',
    answer: done,
  },
  {
    spec: ['4.12/bots', 'level/188'],
    title: 'mutes a bot',
    as: 'hamlet',
    request: 'POST /api/v1/users/me/muted_users/20',
    answer: done,
  },
  {
    spec: ['4.12/bots', 'level/188'],
    title: 'mutes a bot at feature level 188',
    level: 188,
    as: 'hamlet',
    request: 'POST /api/v1/users/me/muted_users/20',
    answer: done,
  },
  {
    spec: ['4.12/bots', 'level/188'],
    title: 'could not mute a bot before feature level 188',
    level: 187,
    as: 'hamlet',
    request: 'POST /api/v1/users/me/muted_users/20',
    answer: badRequest('No such user'),
  },
  {
    spec: ['4.12', '7/15'],
    title: 'refuses the caller',
    as: 'hamlet',
    request: 'POST /api/v1/users/me/muted_users/10',
    answer: badRequest('Cannot mute self'),
  },
  {
    spec: ['4.12', '7/16'],
    title: 'refuses a user who does not exist',
    as: 'hamlet',
    request: 'POST /api/v1/users/me/muted_users/999',
    answer: badRequest('No such user'),
  },
  {
    spec: ['4.12', '3/9', '7/17'],
    title: 'refuses a user who is muted',
    before: [{ as: 'hamlet', request: 'POST /api/v1/users/me/muted_users/11', answer: done }],
    as: 'hamlet',
    request: 'POST /api/v1/users/me/muted_users/11',
    answer: badRequest('User already muted'),
  },
  {
    spec: ['4.12'],
    title: 'mutes for the caller alone',
    before: [{ as: 'hamlet', request: 'POST /api/v1/users/me/muted_users/12', answer: done }],
    as: 'iago',
    request: 'POST /api/v1/users/me/muted_users/12',
    answer: done,
  },
]
