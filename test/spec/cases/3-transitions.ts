import { user } from '../entities.js'
import { badRequest, type Case, done, type Exchange, refused, success, unauthorized } from '../format.js'
import { containing, including, integer, like, without } from '../matchers.js'

const invalidMessages = badRequest('Invalid message(s)')

/** The flags of one message, as somebody has them. */
function flagsOf(id: string, as: string, flags: unknown): Exchange {
  return {
    as,
    request: `GET /api/v1/messages?anchor=${id}&num_before=0&num_after=0`,
    answer: { status: 200, body: including({ messages: [including({ flags })] }) },
  }
}

/** Section 3: where a move leads, and what happens beside it. */
export const cases: readonly Case[] = [
  {
    spec: ['3/1', '4.7', '4.7/bots'],
    title: 'deactivates a user and the bots that the user controls',
    as: 'iago',
    request: 'DELETE /api/v1/users/10',
    answer: done,
    after: [
      {
        as: 'iago',
        request: 'GET /api/v1/users/hamlet@example.com',
        answer: success({ user: { ...user, user_id: 10, is_active: false } }),
      },
      {
        as: 'iago',
        request: 'GET /api/v1/users/yeast-bot@example.com',
        answer: success({ user: { ...user, user_id: 21, is_active: false } }),
      },
      {
        as: 'iago',
        request: 'GET /api/v1/users/oven-bot@example.com',
        answer: success({ user: { ...user, user_id: 22, is_active: false } }),
      },
      {
        as: 'iago',
        request: 'GET /api/v1/users/echo-bot@example.com',
        answer: success({ user: { ...user, user_id: 20, is_active: true } }),
      },
      {
        as: 'hamlet',
        request: 'GET /api/v1/realm/emoji',
        answer: unauthorized('Account is deactivated'),
      },
      {
        as: 'yeast counter',
        request: 'GET /api/v1/realm/emoji',
        answer: unauthorized('Account is deactivated'),
      },
    ],
  },
  {
    spec: ['3/1', '4.7/actions', 'conventions/json', 'level/459'],
    title: 'deletes what the actions ask for, and nothing else',
    as: 'desdemona',
    request: 'DELETE /api/v1/users/8',
    form: 'actions=%7B%22delete_public_channel_messages%22%3Atrue%2C%22delete_direct_messages%22%3Afalse%7D',
    answer: done,
    after: [
      { as: 'desdemona', request: 'GET /api/v1/messages/101', answer: invalidMessages },
      { as: 'desdemona', request: 'GET /api/v1/messages/103', answer: invalidMessages },
      {
        as: 'desdemona',
        request: 'GET /api/v1/messages/102',
        answer: { status: 200, body: including({ message: including({ id: 102 }) }) },
      },
      {
        as: 'desdemona',
        request: 'GET /api/v1/messages/109',
        answer: {
          status: 200,
          body: including({ message: including({ id: 109, content: '<p>We made a profit.</p>' }) }),
        },
      },
      {
        as: 'hamlet',
        request: 'GET /api/v1/messages/107',
        answer: { status: 200, body: including({ message: including({ id: 107 }) }) },
      },
    ],
  },
  {
    spec: ['3/1', '4.7/actions'],
    title: 'deletes messages in private channels when the actions ask for it',
    as: 'desdemona',
    request: 'DELETE /api/v1/users/8',
    form: 'actions=%7B%22delete_private_channel_messages%22%3Atrue%7D',
    answer: done,
    after: [
      { as: 'desdemona', request: 'GET /api/v1/messages/109', answer: invalidMessages },
      {
        as: 'desdemona',
        request: 'GET /api/v1/messages/101',
        answer: { status: 200, body: including({ message: including({ id: 101 }) }) },
      },
    ],
  },
  {
    spec: ['3/1', '4.7/actions'],
    title: 'deletes direct messages when the actions ask for it',
    as: 'desdemona',
    request: 'DELETE /api/v1/users/8',
    form: 'actions=%7B%22delete_direct_messages%22%3Atrue%7D',
    answer: done,
    after: [
      { as: 'hamlet', request: 'GET /api/v1/messages/107', answer: invalidMessages },
      {
        as: 'hamlet',
        request: 'GET /api/v1/messages/108',
        answer: { status: 200, body: including({ message: including({ id: 108 }) }) },
      },
    ],
  },
  {
    spec: ['3/1', '4.7/actions', '2.2/avatar_url'],
    title: 'renames the user to a placeholder and removes the picture with delete_profile',
    as: 'iago',
    request: 'DELETE /api/v1/users/10',
    form: 'actions=%7B%22delete_profile%22%3Atrue%7D',
    answer: done,
    after: [
      {
        as: 'iago',
        request: 'GET /api/v1/users/10?client_gravatar=false',
        answer: success({
          user: including({ user_id: 10, full_name: like(/^(?!Hamlet$).+/), avatar_url: like(/^(?!.*hamlet\.png)/) }),
        }),
      },
    ],
  },
  {
    spec: ['3/1', '4.7/actions', '4.7/bots'],
    title: 'applies the actions to the bots of the user as well',
    before: [
      {
        as: 'yeast counter',
        request: 'POST /api/v1/messages',
        form: 'type=stream&to=1&topic=yeast&content=Rising',
        answer: success({ id: integer }),
        remember: { rising: 'id' },
      },
    ],
    as: 'iago',
    request: 'DELETE /api/v1/users/10',
    form: 'actions=%7B%22delete_public_channel_messages%22%3Atrue%7D',
    answer: done,
    after: [{ as: 'iago', request: 'GET /api/v1/messages/{rising}', answer: invalidMessages }],
  },
  {
    spec: ['3/2'],
    title: 'leaves the only owner active',
    as: 'desdemona',
    request: 'DELETE /api/v1/users/7',
    answer: badRequest('Cannot deactivate the only organization owner'),
    after: [
      {
        as: 'iago',
        request: 'GET /api/v1/users/desdemona@example.com',
        answer: success({ user: { ...user, user_id: 7, is_active: true } }),
      },
    ],
  },
  {
    spec: ['3/3', '4.13', '2.6'],
    title: 'deactivates a group that nothing uses',
    as: 'iago',
    request: 'POST /api/v1/user_groups/22/deactivate',
    answer: done,
    after: [
      {
        as: 'iago',
        request: 'GET /api/v1/user_groups?include_deactivated_groups=true',
        answer: { status: 200, body: including({ user_groups: containing(including({ id: 22, deactivated: true })) }) },
      },
      {
        as: 'iago',
        request: 'GET /api/v1/user_groups',
        answer: { status: 200, body: including({ user_groups: without(including({ id: 22 })) }) },
      },
    ],
  },
  {
    spec: ['3/4', '4.13'],
    title: 'leaves a group active that a setting uses',
    as: 'desdemona',
    request: 'POST /api/v1/user_groups/24/deactivate',
    answer: refused('CANNOT_DEACTIVATE_GROUP_IN_USE', 'Cannot deactivate user group in use.', {
      objections: [{ type: 'realm', settings: ['can_invite_users_group'] }],
    }),
    after: [
      {
        as: 'iago',
        request: 'GET /api/v1/user_groups',
        answer: {
          status: 200,
          body: including({ user_groups: containing(including({ id: 24, deactivated: false })) }),
        },
      },
    ],
  },
  {
    spec: ['3/5', '4.2', '4.2/no messages', '2.4'],
    title: 'sets a visibility policy for a topic with messages',
    as: 'othello',
    request: 'POST /api/v1/user_topics',
    form: 'stream_id=2&topic=lunch&visibility_policy=1',
    answer: done,
    after: [
      {
        as: 'othello',
        request: 'POST /api/v1/user_topics',
        form: 'stream_id=2&topic=lunch&visibility_policy=0',
        answer: done,
      },
    ],
  },
  {
    spec: ['3/6', '4.3', '4.3/op', 'level/170'],
    title: 'mutes a topic twice without complaint since feature level 170',
    level: 170,
    before: [
      {
        as: 'hamlet',
        request: 'PATCH /api/v1/users/me/subscriptions/muted_topics',
        form: 'stream_id=2&topic=lunch&op=add',
        answer: done,
      },
    ],
    as: 'hamlet',
    request: 'PATCH /api/v1/users/me/subscriptions/muted_topics',
    form: 'stream_id=2&topic=lunch&op=add',
    answer: done,
  },
  {
    spec: ['3/7', '4.3', '4.3/op', 'level/170'],
    title: 'unmutes a topic that is not muted without complaint since feature level 170',
    level: 170,
    as: 'hamlet',
    request: 'PATCH /api/v1/users/me/subscriptions/muted_topics',
    form: 'stream_id=2&topic=lunch&op=remove',
    answer: done,
  },
  {
    spec: ['3/8', '4.12'],
    title: 'marks the messages of a muted user as read, those there and those to come',
    before: [
      {
        as: 'cordelia',
        request: 'POST /api/v1/messages',
        form: 'type=stream&to=2&topic=lunch&content=Bread%3F',
        answer: success({ id: integer }),
        remember: { before: 'id' },
      },
      flagsOf('{before}', 'hamlet', without('read')),
    ],
    as: 'hamlet',
    request: 'POST /api/v1/users/me/muted_users/11',
    answer: done,
    after: [
      flagsOf('{before}', 'hamlet', containing('read')),
      flagsOf('{before}', 'iago', without('read')),
      {
        as: 'cordelia',
        request: 'POST /api/v1/messages',
        form: 'type=stream&to=2&topic=lunch&content=No+bread%3F',
        answer: success({ id: integer }),
        remember: { after: 'id' },
      },
      flagsOf('{after}', 'hamlet', containing('read')),
      flagsOf('{after}', 'iago', without('read')),
      {
        as: 'cordelia',
        request: 'POST /api/v1/messages',
        form: 'type=direct&to=%5B10%5D&content=Hamlet%3F',
        answer: success({ id: integer }),
        remember: { direct: 'id' },
      },
      flagsOf('{direct}', 'hamlet', containing('read')),
    ],
  },
  {
    spec: ['3/9', '4.12'],
    title: 'refuses to mute a user who is muted',
    as: 'othello',
    request: 'POST /api/v1/users/me/muted_users/11',
    answer: badRequest('User already muted'),
  },
  {
    spec: ['3/10', '4.6', '4.6/complete'],
    title: 'deletes every message of a topic and says that all are gone',
    as: 'iago',
    request: 'POST /api/v1/streams/2/delete_topic',
    form: 'topic_name=lunch',
    answer: success({ complete: true }),
    after: [
      { as: 'iago', request: 'GET /api/v1/messages/105', answer: invalidMessages },
      { as: 'iago', request: 'GET /api/v1/messages/106', answer: invalidMessages },
      {
        as: 'iago',
        request: 'GET /api/v1/messages/104',
        answer: { status: 200, body: including({ message: including({ id: 104 }) }) },
      },
      {
        as: 'iago',
        request: 'POST /api/v1/streams/2/delete_topic',
        form: 'topic_name=lunch',
        answer: success({ complete: true }),
      },
    ],
  },
  {
    spec: ['3/11', '4.1/rule 5'],
    title: 'lets a failed scheduled message go on with a new delivery time',
    as: 'iago',
    request: 'PATCH /api/v1/scheduled_messages/3',
    form: 'scheduled_delivery_timestamp=4102444800',
    answer: done,
  },
]
