import { aggregatedPresence, channelFolder, presence } from '../entities.js'
import { type Case, done, success } from '../format.js'
import { listOf, number, tableOf } from '../matchers.js'

const presences = tableOf({ aggregated: aggregatedPresence, website: presence })

/** Section 2.1: the envelope. */
export const cases: readonly Case[] = [
  {
    spec: ['2.1/result', '2.1/msg', '2.1/nothing more', 'conventions/base', '9.1'],
    title: 'answers an operation without data with result and msg alone',
    as: 'hamlet',
    request: 'POST /api/v1/users/me/muted_users/12',
    answer: done,
  },
  {
    spec: ['2.1/result', '2.1/msg', '2.1/code'],
    title: 'answers a refusal with result, msg and code',
    as: 'hamlet',
    request: 'POST /api/v1/users/me/muted_users/10',
    answer: { status: 400, body: { result: 'error', msg: 'Cannot mute self', code: 'BAD_REQUEST' } },
  },
  {
    spec: ['2.1/ignored_parameters_unsupported', '9.3', 'level/167', 'conventions/query'],
    title: 'names the parameters in a query that the endpoint does not support',
    as: 'hamlet',
    request: 'GET /api/v1/channel_folders?include_archived=false&flour=rye',
    answer: success({ channel_folders: listOf(channelFolder), ignored_parameters_unsupported: ['flour'] }),
  },
  {
    spec: ['2.1/ignored_parameters_unsupported', '9.3', 'conventions/form'],
    title: 'names the parameters in a form that the endpoint does not support',
    as: 'hamlet',
    request: 'POST /api/v1/user_topics',
    form: 'zest=lemon&stream_id=1&topic=lunch&visibility_policy=1&almonds=2',
    answer: success({ ignored_parameters_unsupported: ['almonds', 'zest'] }),
  },
  {
    spec: ['2.1/ignored_parameters_unsupported'],
    title: 'names them where the endpoint has no parameters at all',
    as: 'hamlet',
    request: 'GET /api/v1/realm/presence?flour=rye',
    answer: success({
      presences,
      server_timestamp: number,
      ignored_parameters_unsupported: ['flour'],
    }),
  },
  {
    spec: ['2.1/ignored_parameters_unsupported'],
    title: 'does not name them in a refusal',
    as: 'hamlet',
    request: 'POST /api/v1/users/me/muted_users/10',
    form: 'flour=rye',
    answer: { status: 400, body: { result: 'error', msg: 'Cannot mute self', code: 'BAD_REQUEST' } },
  },
  {
    spec: ['2.1/ignored_parameters_unsupported', '9.3', 'level/167'],
    title: 'does not name them before feature level 167',
    level: 166,
    as: 'hamlet',
    request: 'POST /api/v1/users/me/muted_users/12',
    form: 'flour=rye',
    answer: done,
  },
  {
    spec: ['2.1/ignored_parameters_unsupported', '9.3', 'level/167'],
    title: 'names them from feature level 167 on',
    level: 167,
    as: 'hamlet',
    request: 'POST /api/v1/users/me/muted_users/12',
    form: 'flour=rye',
    answer: success({ ignored_parameters_unsupported: ['flour'] }),
  },
]
