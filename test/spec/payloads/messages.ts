/** Section 6.1, written down whole: a mention in a channel and a direct message. */

export const inChannel = {
  id: 112,
  sender_id: 8,
  content: '@**Echo** hello',
  recipient_id: 20,
  timestamp: 1527921326,
  client: 'website',
  subject: 'kickoff',
  topic_links: [],
  rendered_content: '<p><span class="user-mention" data-user-id="20">@Echo</span> hello</p>',
  is_me_message: false,
  reactions: [],
  submessages: [],
  sender_full_name: 'Iago',
  sender_email: 'iago@example.com',
  sender_realm_str: 'bakery',
  display_recipient: 'design',
  type: 'stream',
  stream_id: 6,
  avatar_url: 'https://secure.example.com/avatar/1f4f1575?d=identicon&version=1',
  content_type: 'text/x-markdown',
}

export const iago = { id: 8, email: 'iago@example.com', full_name: 'Iago', is_mirror_dummy: false }
export const hamlet = { id: 10, email: 'hamlet@example.com', full_name: 'Hamlet', is_mirror_dummy: false }
export const echo = { id: 20, email: 'echo-bot@example.com', full_name: 'Echo', is_mirror_dummy: false }

export const direct = {
  id: 113,
  sender_id: 8,
  content: 'hello',
  recipient_id: 27,
  timestamp: 1527921400,
  client: 'SvcMobile',
  subject: '',
  topic_links: [],
  rendered_content: '<p>hello</p>',
  is_me_message: false,
  reactions: [],
  submessages: [],
  sender_full_name: 'Iago',
  sender_email: 'iago@example.com',
  sender_realm_str: 'bakery',
  display_recipient: [iago, echo],
  type: 'private',
  avatar_url: 'https://secure.example.com/avatar/1f4f1575?d=identicon&version=1',
  content_type: 'text/x-markdown',
}

export const mention = {
  bot_email: 'echo-bot@example.com',
  bot_full_name: 'Echo',
  data: '@**Echo** hello',
  message: inChannel,
  token: 'TokenOfEchoTokenOfEcho',
  trigger: 'mention',
}

export const directMessage = {
  bot_email: 'echo-bot@example.com',
  bot_full_name: 'Echo',
  data: 'hello',
  message: direct,
  token: 'TokenOfEchoTokenOfEcho',
  trigger: 'direct_message',
}

/** The notification of a mention, with other content. */
export function mentioning(content: string, rendered: string, changes: Readonly<Record<string, unknown>> = {}) {
  return { ...mention, data: content, message: { ...inChannel, content, rendered_content: rendered, ...changes } }
}

/** The notification of a direct message, with other content. */
export function writing(content: string, rendered: string, changes: Readonly<Record<string, unknown>> = {}) {
  return { ...directMessage, data: content, message: { ...direct, content, rendered_content: rendered, ...changes } }
}
