import { createHmac } from 'node:crypto'

/**
 * What is posted to each kind of receiver: the same number of bytes for all. `{n}` stands for the number of the message, without
 * which a receiver that knows repeated deliveries would have nothing to do.
 */

export const accounts = {
  site: 'https://chat.example.com',
  email: 'echo-bot@example.com',
  apiKey: 'k'.repeat(32),
  token: 't'.repeat(32),
}

export const secrets = { telegram: 'telegram-secret', slack: 'slack-secret', github: 'github-secret' }

/** The size of a message of some sentences. */
export const usualBytes = 2_300

/** A notification as the server posts it. With `apart` every message is in a topic of its own. */
export function notification({ bytes = usualBytes, email = accounts.email, token = accounts.token, text, apart } = {}) {
  const of = (words) => ({
    bot_email: email,
    bot_full_name: 'Echo',
    data: `@**Echo** ${words}`,
    trigger: 'mention',
    token,
    message: {
      id: 0,
      sender_id: 8,
      sender_email: 'iago@example.com',
      sender_full_name: 'Iago',
      sender_realm_str: 'bakery',
      avatar_url: 'https://avatars.example.com/8.png',
      client: 'website',
      type: 'stream',
      stream_id: 2,
      display_recipient: 'kitchen',
      recipient_id: 31,
      subject: apart ? 'oven {n}' : 'oven',
      content: `@**Echo** ${words}`,
      content_type: 'text/x-markdown',
      rendered_content: `<p><span class="user-mention" data-user-id="20">@Echo</span> ${words}</p>`,
      is_me_message: false,
      timestamp: 1_772_427_600,
      reactions: [{ emoji_name: 'bread', emoji_code: '1f35e', reaction_type: 'unicode_emoji', user_id: 10 }],
      submessages: [],
      topic_links: [{ text: '#12', url: 'https://bugs.example.com/12' }],
    },
  })
  const wanted = (bytes - JSON.stringify(of('')).length) / 3
  return post(JSON.stringify(of(text ?? wordsOf(wanted))).replace('"id":0', '"id":{n}'))
}

/** A message to a bot of Telegram. */
export function telegramUpdate({ bytes = usualBytes } = {}) {
  const of = (text) => ({
    update_id: 0,
    message: {
      message_id: 1,
      from: { id: 8, is_bot: false, first_name: 'Iago', username: 'iago', language_code: 'en' },
      chat: { id: -100, title: 'kitchen', type: 'supergroup' },
      date: 1_772_427_600,
      text,
    },
  })
  const body = JSON.stringify(of(wordsOf(bytes - JSON.stringify(of('')).length)))
  return post(body.replace('"update_id":0', '"update_id":{n}'), { 'x-telegram-bot-api-secret-token': secrets.telegram })
}

/** A slash command of Slack, signed now; a signature holds for five minutes. */
export function slashCommand({ bytes = usualBytes } = {}) {
  const of = (text) =>
    new URLSearchParams({
      token: 'unused',
      team_id: 'T1',
      team_domain: 'bakery',
      channel_id: 'C1',
      channel_name: 'kitchen',
      user_id: 'U1',
      user_name: 'iago',
      command: '/echo',
      text,
      response_url: 'https://hooks.example.com/1',
      trigger_id: '1.2.3',
    }).toString()
  const body = of(wordsOf(bytes - of('').length))
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const signature = createHmac('sha256', secrets.slack).update(`v0:${timestamp}:${body}`).digest('hex')
  return {
    ...post(body, {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': `v0=${signature}`,
    }),
    path: '/slack/events',
  }
}

/** A comment on an issue at GitHub, signed. */
export function issueComment({ bytes = usualBytes } = {}) {
  const of = (body) => ({
    action: 'created',
    issue: { id: 1, number: 12, title: 'Is the oven warm?', state: 'open', user: { id: 8, login: 'iago' } },
    comment: { id: 201, body, user: { id: 8, login: 'iago' }, created_at: '2026-03-02T05:00:00Z' },
    repository: { id: 2, name: 'kitchen', full_name: 'bakery/kitchen', owner: { id: 3, login: 'bakery' } },
    sender: { id: 8, login: 'iago' },
  })
  const body = JSON.stringify(of(wordsOf(bytes - JSON.stringify(of('')).length)))
  const signature = createHmac('sha256', secrets.github).update(body).digest('hex')
  return post(body, {
    'x-github-event': 'issue_comment',
    'x-github-delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958',
    'x-hub-signature-256': `sha256=${signature}`,
  })
}

const post = (body, headers = {}) => ({
  method: 'POST',
  path: '/',
  headers: { 'content-type': 'application/json', ...headers },
  body,
})

function wordsOf(length) {
  const words = 'is the oven warm enough for two more trays of rye loaves, and who has the keys to the flour store? '
  return words.repeat(Math.ceil(length / words.length) + 1).slice(0, Math.max(1, Math.floor(length)))
}
