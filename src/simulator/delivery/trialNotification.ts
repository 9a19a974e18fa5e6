import { type Notification, triggers } from '../../protocol/index.js'

/** A notification that asks whether a bot answers. Its sender is the bot itself, so a receiver checks it but passes it to no handler. */
export function trialNotification(
  bot: { email: string; name: string; id: number },
  token: string,
  now: number,
): Notification {
  const { email, name, id } = bot
  return {
    bot_email: email,
    bot_full_name: name,
    data: text,
    trigger: triggers.directMessage,
    token,
    message: {
      id: 1,
      type: 'private',
      sender_id: id,
      sender_email: email,
      sender_full_name: name,
      sender_realm_str: '',
      display_recipient: [{ id, email, full_name: name, is_mirror_dummy: false }],
      subject: '',
      content: text,
      content_type: 'text/x-markdown',
      rendered_content: `<p>${text}</p>`,
      recipient_id: 1,
      timestamp: Math.floor(now / 1000),
      client: 'earshot',
      avatar_url: null,
      is_me_message: false,
      reactions: [],
      submessages: [],
      topic_links: [],
    },
  }
}

const text = 'Is anybody there? (asked by Earshot)'
