import { type Case, done, noSuchAddress, noSuchPage, success } from '../format.js'
import { containing, including, like } from '../matchers.js'

/** Section 9. Each dated change is with the section that it changes. */
export const cases: readonly Case[] = [
  ...[0, 184, 496].map((level) => ({
    spec: ['9.2', '4.20/svc_feature_level', '4.20/svc_version'],
    title: `reports its version and the feature level ${level}`,
    level,
    request: 'GET /api/v1/server_settings',
    answer: { status: 200, body: including({ svc_feature_level: level, svc_version: like(/./) }) },
  })),
  ...['GET /realm/emoji', 'GET /api/realm/emoji', 'GET /api/v2/realm/emoji', 'GET /api/v1/realm/emojis'].map(
    (request) => ({
      spec: ['9.1', 'conventions/base'],
      title: `has nothing at ${request}`,
      as: 'hamlet',
      request,
      answer: request.includes('/api/') ? noSuchAddress : noSuchPage,
    }),
  ),
  {
    spec: ['9.1', 'conventions/base'],
    title: 'says which methods an address has when asked with another',
    as: 'hamlet',
    request: 'POST /api/v1/channel_folders',
    answer: {
      status: 405,
      body: including({ result: 'error', msg: 'Method Not Allowed', allowed_methods: containing('GET') }),
    },
  },
  {
    spec: ['9.4/muted_topics', '4.3'],
    title: 'still has the deprecated way to mute a topic',
    as: 'hamlet',
    request: 'PATCH /api/v1/users/me/subscriptions/muted_topics',
    form: 'stream_id=2&topic=lunch&op=add',
    answer: done,
  },
  {
    spec: ['9.4/authentication_methods', '9.4/realm_uri', '4.20'],
    title: 'still has the deprecated settings',
    request: 'GET /api/v1/server_settings',
    answer: {
      status: 200,
      body: including({ authentication_methods: including({}), realm_uri: like(/^http/) }),
    },
  },
  {
    spec: ['9.4/url_format', '2.7/url_template'],
    title: 'has url_format no more',
    as: 'hamlet',
    request: 'GET /api/v1/realm/linkifiers',
    answer: success({
      linkifiers: [1, 2, 3].map((id) => ({
        id,
        pattern: like(/./),
        url_template: like(/^https:/),
        example_input: id === 1 ? '#1234' : null,
        reverse_template: id === 1 ? '#{id}' : null,
        alternative_url_templates: id === 1 ? ['https://tracker.example.com/i/{id}'] : [],
      })),
    }),
  },
]
