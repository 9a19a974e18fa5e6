/** Notifications as the server posts them: the echo bot of the bakery is mentioned, or written to. */

export type Json = Record<string, unknown>

export const echoBot = { site: 'https://chat.example.com', email: 'echo-bot@example.com', apiKey: 'k'.repeat(32) }
export const echoToken = 't'.repeat(32)

const sender = {
  sender_id: 8,
  sender_email: 'iago@example.com',
  sender_full_name: 'Iago',
  sender_realm_str: 'bakery',
  avatar_url: 'https://avatars.example.com/8.png',
  client: 'website',
}

/** Iago mentions the bot in #kitchen > oven #12. Fields given replace those of the message. */
export function mention(message: Json = {}, notification: Json = {}): Json {
  return of(
    'mention',
    {
      type: 'stream',
      stream_id: 2,
      display_recipient: 'kitchen',
      subject: 'oven #12',
      content: '@**Echo** is it warm?',
      recipient_id: 31,
      ...message,
    },
    notification,
  )
}

/** Iago writes to the bot alone; with others given, to them too. */
export function directMessage(message: Json = {}, notification: Json = {}): Json {
  return of(
    'direct_message',
    {
      type: 'private',
      display_recipient: [
        { id: 8, email: 'iago@example.com', full_name: 'Iago', is_mirror_dummy: false },
        { id: 20, email: 'echo-bot@example.com', full_name: 'Echo', is_mirror_dummy: false },
      ],
      subject: '',
      content: 'is it warm?',
      ...message,
    },
    notification,
  )
}

function of(trigger: string, message: Json, notification: Json): Json {
  return {
    bot_email: echoBot.email,
    bot_full_name: 'Echo',
    data: message.content,
    trigger,
    token: echoToken,
    message: {
      id: 201,
      ...sender,
      content_type: 'text/x-markdown',
      rendered_content: '<p>…</p>',
      is_me_message: false,
      timestamp: 1_772_427_600,
      reactions: [],
      submessages: [],
      topic_links: [],
      ...message,
    },
    ...notification,
  }
}
