import { badRequest, type Case, done, type Exchange, notThere, refused, success } from '../format.js'
import { including, integer, like } from '../matchers.js'

const inUse = 'Cannot deactivate user group in use.'

const mentionDrivers = 'type=stream&to=2&topic=lunch&content=%40%2Adrivers%2A+hi'
const asIsSent = { answer: success({ id: integer }), remember: { id: 'id' } }

function contentOf(content: unknown): Exchange {
  return {
    as: 'iago',
    request: 'GET /api/v1/messages/{id}',
    answer: { status: 200, body: including({ message: including({ content }) }) },
  }
}

/** Section 4.13: POST /user_groups/{user_group_id}/deactivate. */
export const cases: readonly Case[] = [
  {
    spec: ['4.13', '3/3'],
    title: 'deactivates a group',
    as: 'iago',
    request: 'POST /api/v1/user_groups/22/deactivate',
    answer: done,
  },
  {
    spec: ['4.13/of no use', '3/3'],
    title: 'makes a group unfit for mentions',
    before: [
      { as: 'iago', request: 'POST /api/v1/messages', form: mentionDrivers, ...asIsSent },
      contentOf(like(/class="user-group-mention"/)),
      { as: 'iago', request: 'POST /api/v1/user_groups/22/deactivate', answer: done },
    ],
    as: 'iago',
    request: 'POST /api/v1/messages',
    form: mentionDrivers,
    ...asIsSent,
    after: [contentOf(like(/^(?!.*class="user-group-mention").*drivers/))],
  },
  {
    spec: ['4.13', '7/18'],
    title: 'refuses a group that does not exist',
    as: 'iago',
    request: 'POST /api/v1/user_groups/999/deactivate',
    answer: badRequest('Invalid user group'),
  },
  {
    spec: ['4.13', '3/4', '7/19'],
    title: 'refuses a group that a setting of the organisation uses',
    as: 'iago',
    request: 'POST /api/v1/user_groups/24/deactivate',
    answer: refused('CANNOT_DEACTIVATE_GROUP_IN_USE', inUse, {
      objections: [{ type: 'realm', settings: ['can_invite_users_group'] }],
    }),
  },
  {
    spec: ['4.13', '3/4', '7/19', '2.6'],
    title: 'refuses a group that is a subgroup',
    as: 'iago',
    request: 'POST /api/v1/user_groups/21/deactivate',
    answer: refused('CANNOT_DEACTIVATE_GROUP_IN_USE', inUse, {
      objections: [{ type: 'subgroup', supergroup_ids: [20] }],
    }),
  },
  {
    spec: ['3/4'],
    title: 'deactivates the subgroup once the group that held it is gone',
    before: [{ as: 'iago', request: 'POST /api/v1/user_groups/20/deactivate', answer: done }],
    as: 'iago',
    request: 'POST /api/v1/user_groups/21/deactivate',
    answer: done,
  },
  {
    spec: ['4.13/before 298', 'level/298'],
    title: 'names the objections from feature level 298 on',
    level: 298,
    as: 'iago',
    request: 'POST /api/v1/user_groups/24/deactivate',
    answer: refused('CANNOT_DEACTIVATE_GROUP_IN_USE', inUse, {
      objections: [{ type: 'realm', settings: ['can_invite_users_group'] }],
    }),
  },
  {
    spec: ['4.13/before 298', 'level/298'],
    title: 'refused with BAD_REQUEST before feature level 298',
    level: 297,
    as: 'iago',
    request: 'POST /api/v1/user_groups/24/deactivate',
    answer: badRequest(inUse),
  },
  {
    spec: ['4.13', 'level/290'],
    title: 'is not there before feature level 290',
    level: 289,
    as: 'iago',
    request: 'POST /api/v1/user_groups/22/deactivate',
    answer: notThere,
  },
  {
    spec: ['4.13', 'level/290'],
    title: 'is there from feature level 290 on',
    level: 290,
    as: 'iago',
    request: 'POST /api/v1/user_groups/22/deactivate',
    answer: done,
  },
]
