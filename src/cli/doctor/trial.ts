import { type Notification, triggers } from '../../protocol/index.js'

/**
 * A notification to see whether a bot answers. Its sender is the bot itself, so that a receiver takes it, checks it, and
 * lets no handler act on it.
 */
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
      client: 'earshot doctor',
      avatar_url: null,
      is_me_message: false,
      reactions: [],
      submessages: [],
      topic_links: [],
    },
  }
}

const text = 'Is anybody there? (asked by earshot doctor)'

/** What came of posting it. */
export type TrialAnswer =
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly text: string
      readonly location: string | null
      readonly took: number
    }
  | { readonly kind: 'late' }
  | { readonly kind: 'error'; readonly error: unknown }

/** Posts it as the server would, but that it follows no redirect. */
export async function post(
  url: URL,
  notification: Notification,
  { timeout, now }: { readonly timeout: number; readonly now: () => number },
): Promise<TrialAnswer> {
  const signal = AbortSignal.timeout(timeout)
  const started = now()
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(notification),
      redirect: 'manual',
      signal,
    })
    const text = await answer.text()
    return {
      kind: 'answer',
      status: answer.status,
      text,
      location: answer.headers.get('location'),
      took: now() - started,
    }
  } catch (error) {
    return signal.aborted ? { kind: 'late' } : { kind: 'error', error }
  }
}
