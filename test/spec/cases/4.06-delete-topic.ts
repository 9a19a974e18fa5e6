import { badRequest, type Case, missing, refused, success } from '../format.js'
import { integer } from '../matchers.js'

/** Section 4.6: POST /streams/{stream_id}/delete_topic. Batches are in `scenarios/`. */
export const cases: readonly Case[] = [
  {
    spec: ['4.6', '4.6/complete', '3/10', '8/topic deletion'],
    title: 'deletes a topic',
    as: 'iago',
    request: 'POST /api/v1/streams/1/delete_topic',
    form: 'topic_name=greetings',
    answer: success({ complete: true }),
    after: [
      { as: 'iago', request: 'GET /api/v1/messages/101', answer: badRequest('Invalid message(s)') },
      { as: 'iago', request: 'GET /api/v1/messages/102', answer: badRequest('Invalid message(s)') },
    ],
  },
  {
    spec: ['4.6', '4.6/complete'],
    title: 'is complete where the topic has no messages',
    as: 'iago',
    request: 'POST /api/v1/streams/1/delete_topic',
    form: 'topic_name=nobody+has+spoken+here',
    answer: success({ complete: true }),
  },
  {
    spec: ['4.6/topic_name'],
    title: 'reads the display name of the empty topic as the empty topic',
    before: [
      {
        as: 'hamlet',
        request: 'POST /api/v1/messages',
        form: 'type=stream&to=1&topic=&content=Anything%3F',
        answer: success({ id: integer, automatic_new_visibility_policy: 3 }),
        remember: { message: 'id' },
      },
    ],
    as: 'iago',
    request: 'POST /api/v1/streams/1/delete_topic',
    form: 'topic_name=general+chat',
    answer: success({ complete: true }),
    after: [{ as: 'iago', request: 'GET /api/v1/messages/{message}', answer: badRequest('Invalid message(s)') }],
  },
  {
    spec: ['4.6/topic_name'],
    title: 'needs topic_name',
    as: 'iago',
    request: 'POST /api/v1/streams/1/delete_topic',
    form: '',
    answer: missing('topic_name'),
  },
  {
    spec: ['4.6/topic_name', '8/topic length'],
    title: 'refuses a topic over max_topic_length',
    as: 'iago',
    request: 'POST /api/v1/streams/1/delete_topic',
    form: `topic_name=${'a'.repeat(61)}`,
    answer: badRequest('topic_name is too long (limit: 60 characters)'),
  },
  {
    spec: ['4.6'],
    title: 'refuses a channel that does not exist',
    as: 'iago',
    request: 'POST /api/v1/streams/999/delete_topic',
    form: 'topic_name=greetings',
    answer: badRequest('Invalid channel ID'),
  },
  ...['hamlet', 'shiva', 'polonius', 'echo'].map((as) => ({
    spec: ['4.6', '5.4', '7/11'],
    title: `refuses ${as}, who is no administrator`,
    as,
    request: 'POST /api/v1/streams/1/delete_topic',
    form: 'topic_name=greetings',
    answer: refused('UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'),
  })),
]
