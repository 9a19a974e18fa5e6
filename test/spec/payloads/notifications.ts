import { fieldsOf } from '../format.js'
import type { Post } from './format.js'
import { direct, directMessage, echo, hamlet, iago, inChannel, mention, mentioning, writing } from './messages.js'

const span = '<span class="user-mention" data-user-id="20">@Echo</span>'

/** Section 6.1 in all its variations: what arrives, and what the bot sees. */
export const posts: readonly Post[] = [
  {
    spec: [...fieldsOf('6.1', mention), ...fieldsOf('6.1/message', inChannel)],
    title: 'a mention in a channel',
    posted: mention,
    saw: { handler: 'mention', trigger: 'mention', text: 'hello' },
  },
  {
    spec: ['6.1/trigger', ...fieldsOf('6.1/message', direct)],
    title: 'a direct message, without a mention',
    posted: directMessage,
    saw: { handler: 'direct message', trigger: 'direct_message', text: 'hello' },
  },
  {
    spec: ['6.1/message/display_recipient'],
    title: 'a direct message to a group',
    posted: writing('hello', '<p>hello</p>', { display_recipient: [iago, hamlet, echo], recipient_id: 31 }),
    saw: { handler: 'direct message', trigger: 'direct_message', text: 'hello' },
  },
  {
    spec: ['6.1/message/last_edit_timestamp', '6.1/message/edit_history', 'level/365'],
    title: 'an edited message',
    posted: mentioning('@**Echo** hello', `<p>${span} hello</p>`, {
      last_edit_timestamp: 1527921390,
      edit_history: [
        {
          user_id: 8,
          timestamp: 1527921390,
          prev_content: '@**Echo** helo',
          prev_rendered_content: `<p>${span} helo</p>`,
        },
        { user_id: null, timestamp: 1480000000, prev_content: '@**Echo**', prev_rendered_content: `<p>${span}</p>` },
      ],
    }),
    saw: { handler: 'mention', trigger: 'mention', text: 'hello' },
  },
  {
    spec: ['6.1/message/last_moved_timestamp', '6.1/message/edit_history', 'level/365'],
    title: 'a moved message',
    posted: mentioning('@**Echo** hello', `<p>${span} hello</p>`, {
      last_moved_timestamp: 1527921395,
      edit_history: [
        { user_id: 8, timestamp: 1527921395, prev_stream: 2, stream: 6, prev_topic: 'lunch', topic: 'kickoff' },
      ],
    }),
    saw: { handler: 'mention', trigger: 'mention', text: 'hello' },
  },
  {
    spec: ['6.1/message/reactions', '2.5/reaction_type'],
    title: 'a message with reactions of all three kinds',
    posted: mentioning('@**Echo** hello', `<p>${span} hello</p>`, {
      reactions: [
        { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji', user_id: 10 },
        { emoji_name: 'baguette', emoji_code: '2', reaction_type: 'realm_emoji', user_id: 11 },
        { emoji_name: 'svc', emoji_code: 'svc', reaction_type: 'svc_extra_emoji', user_id: 12 },
      ],
    }),
    saw: { handler: 'mention', trigger: 'mention', text: 'hello' },
  },
  {
    spec: ['6.1/message/submessages'],
    title: 'a poll, whose data is a submessage',
    posted: writing('/poll Supper?\nsoup\nbread', '<p>/poll Supper?<br>\nsoup<br>\nbread</p>', {
      submessages: [
        {
          id: 1,
          message_id: 113,
          sender_id: 8,
          msg_type: 'widget',
          content: '{"widget_type":"poll","extra_data":{"question":"Supper?","options":["soup","bread"]}}',
        },
      ],
    }),
    saw: { handler: 'direct message', trigger: 'direct_message', text: '/poll Supper?\nsoup\nbread' },
  },
  {
    spec: ['6.1/message/topic_links', '6.1/message/subject'],
    title: 'a topic with a link',
    posted: mentioning('@**Echo** hello', `<p>${span} hello</p>`, {
      subject: 'fix #123 soon',
      topic_links: [{ text: '#123', url: 'https://tracker.example/123' }],
    }),
    saw: { handler: 'mention', trigger: 'mention', text: 'hello' },
  },
  {
    spec: ['6.1/message/subject', '6.1/message/stream_id', 'level/334'],
    title: 'the empty topic of a channel',
    posted: mentioning('@**Echo** hello', `<p>${span} hello</p>`, { subject: '' }),
    saw: { handler: 'mention', trigger: 'mention', text: 'hello' },
  },
  {
    spec: ['6.1/message/display_recipient', '6.1/message/sender_email', '6.1/message/avatar_url'],
    title: 'a recipient who never logged in, and a sender who hides the address',
    posted: writing('hello', '<p>hello</p>', {
      sender_email: 'user8@bakery.example.com',
      avatar_url: null,
      display_recipient: [
        { ...iago, email: 'user8@bakery.example.com' },
        { id: 15, email: 'user15@bakery.example.com', full_name: 'Yorick', is_mirror_dummy: true },
        echo,
      ],
    }),
    saw: { handler: 'direct message', trigger: 'direct_message', text: 'hello' },
  },
  {
    spec: ['6.1/message/is_me_message'],
    title: 'a /me message',
    posted: mentioning('/me waves at @**Echo**', `<p>/me waves at ${span}</p>`, { is_me_message: true }),
    saw: { handler: 'mention', trigger: 'mention', text: '/me waves at' },
  },
  {
    spec: ['6.1/data', '6.1/message/content'],
    title: 'a mention by name and ID',
    posted: mentioning('@**Echo|20** hello', `<p>${span} hello</p>`),
    saw: { handler: 'mention', trigger: 'mention', text: 'hello' },
  },
  {
    spec: ['6.1/data', '6.1/message/content'],
    title: 'a mention by ID alone',
    posted: mentioning('@**|20** hello', `<p>${span} hello</p>`),
    saw: { handler: 'mention', trigger: 'mention', text: 'hello' },
  },
  {
    spec: ['6.1/data', '6.1/message/content'],
    title: 'two bots in one message',
    posted: mentioning(
      '@**Echo** and @**Yeast Counter** hello',
      `<p>${span} and <span class="user-mention" data-user-id="21">@Yeast Counter</span> hello</p>`,
    ),
    saw: { handler: 'mention', trigger: 'mention', text: 'and @**Yeast Counter** hello' },
  },
  {
    spec: ['6.1/data', '8/message size'],
    title: 'as much text as a message may hold',
    posted: writing('a'.repeat(10_000), `<p>${'a'.repeat(10_000)}</p>`),
    saw: { handler: 'direct message', trigger: 'direct_message', text: 'a'.repeat(10_000) },
  },
  {
    spec: ['6.1/data'],
    title: 'text beyond the basic plane',
    posted: writing('🥖 𝒷𝓇ℯ𝒶𝒹', '<p>🥖 𝒷𝓇ℯ𝒶𝒹</p>'),
    saw: { handler: 'direct message', trigger: 'direct_message', text: '🥖 𝒷𝓇ℯ𝒶𝒹' },
  },
  {
    spec: ['6.1/message/sender_realm_str'],
    title: 'the realm at the root of its server, whose identifier is empty',
    posted: mentioning('@**Echo** hello', `<p>${span} hello</p>`, { sender_realm_str: '' }),
    saw: { handler: 'mention', trigger: 'mention', text: 'hello' },
  },
  {
    spec: ['6.1/message/avatar_url'],
    title: 'a picture at a relative address',
    posted: mentioning('@**Echo** hello', `<p>${span} hello</p>`, { avatar_url: '/user_avatars/2/iago.png?version=3' }),
    saw: { handler: 'mention', trigger: 'mention', text: 'hello' },
  },
  {
    spec: ['6.1/message/content_type', '6.1/message/content'],
    title: 'content as HTML',
    posted: writing('<p>hello</p>', '<p>hello</p>', { content_type: 'text/html' }),
    saw: { handler: 'direct message', trigger: 'direct_message', text: '<p>hello</p>' },
  },
  {
    spec: ['6.1/message'],
    title: 'fields that nobody knows yet, which pass through',
    posted: {
      ...mentioning('@**Echo** hello', `<p>${span} hello</p>`, { mood: 'sunny', folder: { id: 3 } }),
      delivery: { attempt: 1 },
    },
    saw: { handler: 'mention', trigger: 'mention', text: 'hello' },
  },
  {
    spec: ['6.1/private_message', 'level/201', '6.1/trigger'],
    title: 'the older trigger private_message',
    posted: { ...directMessage, trigger: 'private_message' },
    saw: { handler: 'direct message', trigger: 'direct_message', text: 'hello' },
  },
  {
    spec: ['6.1/other triggers', '6.1/trigger'],
    title: 'a trigger that nobody knows yet',
    posted: { ...mention, trigger: 'stream_message' },
    saw: { handler: 'trigger stream_message', trigger: 'stream_message', text: 'hello' },
  },
]
