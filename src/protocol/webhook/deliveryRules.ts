/**
 * How the server delivers notifications, and its texts about failed deliveries. All of it is assumed; `noticeText` fills
 * in the `{name}` placeholders.
 */
export const deliveryRules = {
  /** Milliseconds that a bot may be silent: before its response starts, and between parts of it. */
  timeout: 10_000,
  /** Retries after a timeout or a connection error, made at once. An HTTP error is never retried. */
  retries: 3,
  /** Redirects that one attempt follows. */
  redirects: 30,
} as const

/** Posted in the conversation, after `Failure! `. */
export const failureNotices = {
  invalidJson: 'Invalid JSON in response',
  invalidFormat: 'Invalid response format',
  status: 'Third party responded with {status}',
  unavailable: 'Bot is unavailable',
  onlyChannels: "Slack outgoing webhooks don't support direct messages.",
  exception:
    'An exception of type *{type}* occurred for message `{content}`! See the {brand} server logs for more information.',
} as const

/** Sent to the bot's owner in a direct message: `triggered`, then one of the others, then possibly `payload`. */
export const ownerNotices = {
  triggered: '[A message]({link}) to your bot @_**{bot}** triggered an outgoing webhook.',
  refused:
    'The outgoing webhook server attempted to send a message in {brand}, but that request resulted in the following error:\n> {error}',
  status: 'The webhook got a response with status code *{status}*.',
  disallowedNetwork: 'The URL configured for the webhook is for a private or disallowed network.',
  timeout: 'Request timed out after {seconds} seconds.',
  connection: 'A connection error occurred. Is my bot server down?',
  exception:
    'When trying to send a request to the webhook service, an exception of type {type} occurred:\n```\n{text}\n```',
  payload: 'The response contains the following payload:\n```\n{payload}\n```',
} as const

/** The status that an egress proxy returns for an address that deliveries may not go to. */
export const disallowedNetworkStatus = 407

/** A notice with its placeholders filled in. */
export function noticeText(notice: string, facts: Readonly<Record<string, string | number>> = {}): string {
  return notice.replaceAll(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(facts, name) ? String(facts[name]) : place,
  )
}

/** A failure notice as posted in the conversation. */
export function failureText(notice: string, facts?: Readonly<Record<string, string | number>>): string {
  return `Failure! ${noticeText(notice, facts)}`
}
