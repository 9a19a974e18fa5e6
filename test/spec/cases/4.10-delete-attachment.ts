import { badRequest, type Case, done, type Exchange, success, unauthorized } from '../format.js'
import { containing, including, integer, without } from '../matchers.js'

const manual: Exchange = {
  as: 'iago',
  request: 'GET /api/v1/attachments',
  answer: { status: 200, body: including({ attachments: containing(including({ id: 1, name: 'oven-manual.txt' })) }) },
}
const noManual: Exchange = {
  as: 'iago',
  request: 'GET /api/v1/attachments',
  answer: { status: 200, body: including({ attachments: without(including({ id: 1 })) }) },
}

/** Section 4.10: DELETE /attachments/{attachment_id}. */
export const cases: readonly Case[] = [
  {
    spec: ['4.10', '2.8'],
    title: 'deletes a file',
    before: [manual],
    as: 'iago',
    request: 'DELETE /api/v1/attachments/1',
    answer: done,
    after: [noManual],
  },
  {
    spec: ['4.10', '7/13'],
    title: 'refuses a file that does not exist',
    as: 'iago',
    request: 'DELETE /api/v1/attachments/999',
    answer: badRequest('Invalid attachment'),
  },
  {
    spec: ['4.10', '7/13'],
    title: 'refuses a file that is gone',
    before: [{ as: 'iago', request: 'DELETE /api/v1/attachments/1', answer: done }],
    as: 'iago',
    request: 'DELETE /api/v1/attachments/1',
    answer: badRequest('Invalid attachment'),
  },
  {
    spec: ['4.10', '7/13'],
    title: 'refuses a file of somebody else',
    as: 'hamlet',
    request: 'DELETE /api/v1/attachments/1',
    answer: badRequest('Invalid attachment'),
    after: [manual],
  },
  {
    spec: ['4.10', '7/14', '5.2'],
    title: 'refuses a caller without credentials',
    request: 'DELETE /api/v1/attachments/1',
    answer: unauthorized('Not logged in: API authentication or user session required'),
    after: [manual],
  },
  {
    spec: ['4.10/last message'],
    title: 'deletes a file with the last message that links to it',
    before: [manual],
    as: 'iago',
    request: 'DELETE /api/v1/messages/103',
    answer: done,
    after: [
      noManual,
      { as: 'iago', request: 'DELETE /api/v1/attachments/1', answer: badRequest('Invalid attachment') },
    ],
  },
  {
    spec: ['4.10/last message', '4.6'],
    title: 'deletes a file when that message goes with its topic',
    as: 'iago',
    request: 'POST /api/v1/streams/2/delete_topic',
    form: 'topic_name=oven+%2312',
    answer: success({ complete: true }),
    after: [noManual],
  },
  {
    spec: ['4.10/last message'],
    title: 'keeps a file while another message links to it',
    before: [
      {
        as: 'iago',
        request: 'POST /api/v1/messages',
        form: 'type=stream&to=1&topic=manuals&content=%5Boven-manual.txt%5D%28%2Fuser_uploads%2F2%2Fab%2Foven-manual%2Foven-manual.txt%29',
        answer: success({ id: integer, automatic_new_visibility_policy: 3 }),
      },
    ],
    as: 'iago',
    request: 'DELETE /api/v1/messages/103',
    answer: done,
    after: [manual],
  },
]
