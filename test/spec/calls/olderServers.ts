import { including } from '../matchers.js'
import { type Call, nothingMore } from './format.js'

const done = '{"result":"success","msg":""}'

/** Section 9: servers of before a change, spoken to in their way and read into today's shape. */
export const olderServers: readonly Call[] = [
  {
    spec: ['9.4/muted_topics', 'level/170', '3/6'],
    title: 'mutes a topic the older way before feature level 170',
    level: 169,
    call: (client) => client.topics.setVisibility({ stream_id: 1, topic: 'dinner', visibility_policy: 1 }),
    request: 'PATCH /api/v1/users/me/subscriptions/muted_topics',
    form: 'stream_id=1&topic=dinner&op=add',
    answer: done,
    gives: nothingMore,
  },
  {
    spec: ['9.4/muted_topics', 'level/170', '3/7'],
    title: 'unmutes a topic the older way before feature level 170',
    level: 169,
    call: (client) => client.topics.setVisibility({ stream_id: 1, topic: 'dinner', visibility_policy: 0 }),
    request: 'PATCH /api/v1/users/me/subscriptions/muted_topics',
    form: 'stream_id=1&topic=dinner&op=remove',
    answer: done,
    gives: nothingMore,
  },
  {
    spec: ['9.4/url_format', 'level/176', '2.7/url_template'],
    title: 'reads url_format into today’s linkifiers before feature level 176',
    level: 175,
    call: (client) => client.linkifiers.list(),
    request: 'GET /api/v1/realm/linkifiers',
    answer:
      '{"result":"success","msg":"","linkifiers":[{"id":1,"pattern":"#(?P<id>[0-9]+)","url_format":"https://tracker.example.com/issue/%(id)s"}]}',
    gives: {
      result: 'success',
      msg: '',
      linkifiers: [
        {
          id: 1,
          pattern: '#(?P<id>[0-9]+)',
          url_template: 'https://tracker.example.com/issue/{id}',
          example_input: null,
          reverse_template: null,
          alternative_url_templates: [],
        },
      ],
    },
  },
  {
    spec: ['4.6/history', 'level/154', 'level/211'],
    title: 'reads partially_completed as not complete from feature level 154 to 210',
    level: 210,
    call: (client) => client.streams.deleteTopic({ stream_id: 1, topic_name: 'dinner' }),
    request: 'POST /api/v1/streams/1/delete_topic',
    form: 'topic_name=dinner',
    answer: '{"result":"partially_completed","msg":"","code":"REQUEST_TIMEOUT"}',
    gives: including({ complete: false }),
  },
  {
    spec: ['4.6/history', 'level/211'],
    title: 'reads a plain success as complete before feature level 211',
    level: 210,
    call: (client) => client.streams.deleteTopic({ stream_id: 1, topic_name: 'dinner' }),
    request: 'POST /api/v1/streams/1/delete_topic',
    form: 'topic_name=dinner',
    answer: done,
    gives: including({ result: 'success', complete: true }),
  },
]
