import type { Dialect, DialectWords } from './dialect.js'

const svcWords: DialectWords = {
  brand: 'the service',
  callProvider: 'External Talk',
  authenticationRealm: 'svc',
  deliveryAgent: 'SvcOutgoingWebhook',
}

const zulipWords: DialectWords = {
  brand: 'Zulip',
  callProvider: 'Nextcloud Talk',
  authenticationRealm: 'zulip',
  deliveryAgent: 'ZulipOutgoingWebhook',
}

/** A server's words in texts and headers. Apart from the dialect's names, since clients don't need them. */
export function dialectWordsOf({ name, words, beside }: Dialect): DialectWords {
  return words ?? (name === 'svc' && beside === undefined ? svcWords : zulipWords)
}
