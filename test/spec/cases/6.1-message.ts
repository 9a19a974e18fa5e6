import { channelMessage, directMessage } from '../entities.js'
import { type Case, done, type Exchange, success } from '../format.js'
import { all, containing, including, integer, lacking, listOf, text } from '../matchers.js'

/** A message that Hamlet has just sent. */
const sent: Exchange = {
  as: 'hamlet',
  request: 'POST /api/v1/messages',
  form: 'type=stream&to=2&topic=lunch&content=Soup%2C+%2Aagain%2A%3F',
  answer: success({ id: integer }),
  remember: { id: 'id' },
}

/** The sender follows a topic that the message starts. */
const started: Exchange = { ...sent, answer: success({ id: integer, automatic_new_visibility_policy: 3 }) }

const edited: Exchange = {
  as: 'hamlet',
  request: 'PATCH /api/v1/messages/{id}',
  form: 'content=Bread%3F',
  answer: { status: 200, body: including({ result: 'success' }) },
}

const moved: Exchange = {
  as: 'iago',
  request: 'PATCH /api/v1/messages/{id}',
  form: 'topic=supper&send_notification_to_new_thread=false',
  answer: { status: 200, body: including({ result: 'success' }) },
}

const resolved: Exchange = {
  as: 'iago',
  request: 'PATCH /api/v1/messages/{id}',
  form: 'topic=%E2%9C%94+lunch&send_notification_to_new_thread=false',
  answer: { status: 200, body: including({ result: 'success' }) },
}

/** The message as it is shown, where `content` is as it was written. */
function shows(message: unknown): Pick<Exchange, 'as' | 'request' | 'answer'> {
  return {
    as: 'iago',
    request: 'GET /api/v1/messages/{id}?apply_markdown=false',
    answer: { status: 200, body: including({ message }) },
  }
}

const { rendered_content: _, ...listedMessage } = channelMessage
const { rendered_content: _rendered, ...listedDirect } = directMessage

/** The fields of a message in 6.1, as the listing of messages has them too. */
export const cases: readonly Case[] = [
  {
    spec: ['6.1/message/content', '6.1/message/content_type', '6.1/message/is_me_message', '6.1/message/timestamp'],
    title: 'shows a message as it was written when apply_markdown is not set',
    before: [sent],
    ...shows(
      including({
        ...listedMessage,
        sender_id: 10,
        sender_email: 'hamlet@example.com',
        sender_full_name: 'Hamlet',
        sender_realm_str: 'bakery',
        content: 'Soup, *again*?',
        content_type: 'text/x-markdown',
        display_recipient: 'kitchen',
        stream_id: 2,
        subject: 'lunch',
        is_me_message: false,
        reactions: [],
        submessages: [],
        topic_links: [],
      }),
    ),
  },
  {
    spec: ['6.1/message/content', '6.1/message/content_type'],
    title: 'shows it as HTML when apply_markdown is set',
    before: [sent],
    as: 'iago',
    request: 'GET /api/v1/messages/{id}?apply_markdown=true',
    answer: {
      status: 200,
      body: including({
        message: including({ content: '<p>Soup, <em>again</em>?</p>', content_type: 'text/html' }),
      }),
    },
  },
  {
    spec: ['6.1/message/display_recipient', '6.1/message/type', '6.1/message/stream_id', '6.1/message/subject'],
    title: 'shows a direct message with all its recipients and without channel or topic',
    as: 'iago',
    request: 'GET /api/v1/messages/107?apply_markdown=false',
    answer: {
      status: 200,
      body: including({
        message: all(
          lacking('stream_id'),
          including({
            ...listedDirect,
            id: 107,
            type: 'private',
            display_recipient: containing(
              including({ id: 8, email: 'iago@example.com', full_name: 'Iago', is_mirror_dummy: false }),
              including({ id: 10, email: 'hamlet@example.com', full_name: 'Hamlet', is_mirror_dummy: false }),
            ),
            subject: '',
          }),
        ),
      }),
    },
  },
  {
    spec: ['6.1/message/last_edit_timestamp', '6.1/message/last_moved_timestamp', '6.1/message/edit_history'],
    title: 'shows nothing of edits where there were none',
    before: [sent],
    ...shows(lacking('last_edit_timestamp', 'last_moved_timestamp', 'edit_history')),
  },
  {
    spec: ['6.1/message/last_edit_timestamp', '6.1/message/edit_history', 'level/365'],
    title: 'shows an edit of the content with its time and what was there before',
    before: [sent, edited],
    ...shows(
      all(
        lacking('last_moved_timestamp'),
        including({
          content: 'Bread?',
          last_edit_timestamp: integer,
          edit_history: [
            {
              user_id: 10,
              timestamp: integer,
              prev_content: 'Soup, *again*?',
              prev_rendered_content: '<p>Soup, <em>again</em>?</p>',
            },
          ],
        }),
      ),
    ),
  },
  {
    spec: ['6.1/message/last_moved_timestamp', '6.1/message/edit_history', 'level/365'],
    title: 'shows a move with its time and both topics from feature level 365 on',
    level: 365,
    before: [sent, moved],
    ...shows(
      all(
        lacking('last_edit_timestamp'),
        including({
          subject: 'supper',
          last_moved_timestamp: integer,
          edit_history: [{ user_id: 8, timestamp: integer, prev_topic: 'lunch', topic: 'supper' }],
        }),
      ),
    ),
  },
  {
    spec: ['6.1/message/edit_history'],
    title: 'shows the newest edit first',
    before: [sent, edited, moved],
    ...shows(
      including({
        edit_history: [including({ user_id: 8, topic: 'supper' }), including({ user_id: 10, prev_content: text })],
      }),
    ),
  },
  {
    spec: ['6.1/message/last_moved_timestamp'],
    title: 'does not take a topic for moved that was only resolved',
    before: [sent, resolved],
    ...shows(all(lacking('last_moved_timestamp'), including({ subject: '✔ lunch' }))),
  },
  {
    spec: ['6.1/message/last_edit_timestamp', '6.1/message/last_moved_timestamp', 'level/365'],
    title: 'took a move for an edit before feature level 365',
    level: 364,
    before: [sent, moved],
    ...shows(all(lacking('last_moved_timestamp'), including({ last_edit_timestamp: integer }))),
  },
  {
    spec: ['6.1/message/reactions', '2.5/reaction_type', '2.5/emoji_code', '2.5/emoji_name'],
    title: 'shows reactions of all three kinds',
    before: [
      sent,
      { as: 'hamlet', request: 'POST /api/v1/messages/{id}/reactions', form: 'emoji_name=bread', answer: done },
      { as: 'iago', request: 'POST /api/v1/messages/{id}/reactions', form: 'emoji_name=baguette', answer: done },
      { as: 'iago', request: 'POST /api/v1/messages/{id}/reactions', form: 'emoji_name=svc', answer: done },
    ],
    ...shows(
      including({
        reactions: [
          { emoji_name: 'bread', emoji_code: '1f35e', reaction_type: 'unicode_emoji', user_id: 10 },
          { emoji_name: 'baguette', emoji_code: '2', reaction_type: 'realm_emoji', user_id: 8 },
          { emoji_name: 'svc', emoji_code: 'svc', reaction_type: 'svc_extra_emoji', user_id: 8 },
        ],
      }),
    ),
  },
  {
    spec: ['6.1/message/submessages'],
    title: 'keeps the data of a poll in a submessage',
    before: [{ ...sent, form: 'type=stream&to=2&topic=lunch&content=%2Fpoll+Supper%3F%0Asoup%0Abread' }],
    ...shows(
      including({
        submessages: [
          {
            id: integer,
            message_id: integer,
            sender_id: 10,
            msg_type: 'widget',
            content: '{"widget_type":"poll","extra_data":{"question":"Supper?","options":["soup","bread"]}}',
          },
        ],
      }),
    ),
  },
  {
    spec: ['6.1/message/topic_links', '4.9/order'],
    title: 'links what linkifiers find in the topic',
    before: [{ ...started, form: 'type=stream&to=2&topic=oven+%2312+and+ORDER-7&content=Hot' }],
    ...shows(
      including({
        topic_links: [
          { text: '#12', url: 'https://tracker.example.com/issue/12' },
          { text: 'ORDER-7', url: 'https://orders.example.com/7' },
        ],
      }),
    ),
  },
  {
    spec: ['6.1/message/is_me_message'],
    title: 'marks a /me message',
    before: [{ ...sent, form: 'type=stream&to=2&topic=lunch&content=%2Fme+is+hungry' }],
    ...shows(including({ is_me_message: true, content: '/me is hungry' })),
  },
  {
    spec: ['6.1/message/subject', '4.2/topic'],
    title: 'shows the empty topic by its display name to clients that do not know of it',
    before: [{ ...started, form: 'type=stream&to=2&topic=&content=Anything%3F' }],
    ...shows(including({ subject: 'general chat' })),
  },
  {
    spec: ['6.1/message/subject'],
    title: 'shows the empty topic as it is to clients that know of it',
    before: [{ ...started, form: 'type=stream&to=2&topic=&content=Anything%3F' }],
    as: 'iago',
    request: 'GET /api/v1/messages/{id}?allow_empty_topic_name=true',
    answer: { status: 200, body: including({ message: including({ subject: '' }) }) },
  },
  {
    spec: ['6.1/message/avatar_url'],
    title: 'leaves out a picture at the avatar provider only for clients that compute its address',
    as: 'iago',
    request: 'GET /api/v1/messages?anchor=newest&num_before=100&num_after=0&client_gravatar=false',
    answer: { status: 200, body: including({ messages: listOf(including({ id: integer, avatar_url: text })) }) },
  },
  {
    spec: ['6.1/message/avatar_url'],
    title: 'leaves it out for those',
    as: 'iago',
    request: 'GET /api/v1/messages?anchor=101&num_before=0&num_after=0&client_gravatar=true',
    answer: { status: 200, body: including({ messages: [including({ id: 101, avatar_url: null })] }) },
  },
]
