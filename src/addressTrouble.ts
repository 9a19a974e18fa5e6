import { networkTrouble, type Trouble } from './networkTrouble.js'

/** What came of a request to a bot's address. */
export type AddressAnswer =
  | { readonly kind: 'answer'; readonly status: number; readonly location: string | undefined }
  | { readonly kind: 'late'; readonly seconds: number }
  | { readonly kind: 'error'; readonly error: unknown }

/** What is wrong with a bot's address, by an answer that isn't what a bot gives. */
export function addressTrouble(answer: AddressAnswer, url: URL): Trouble {
  const address = withoutPassword(url)
  if (answer.kind === 'error') {
    const { problem, advice } = networkTrouble(answer.error, url)
    return { problem: `The bot can't be reached. ${problem}`, advice }
  }
  if (answer.kind === 'late') {
    return {
      problem: `The bot gave no answer at ${address} within ${answer.seconds} s`,
      advice:
        'Check its log. Earshot itself answers in time even if handlers are slow, so something else blocks the process or the way to it.',
    }
  }
  const { status, location } = answer
  if (status >= 300 && status < 400) {
    return {
      problem: `${address} redirects to ${location ?? 'another address'}, and a redirected notification loses its content`,
      advice: 'Give the chat server the address it redirects to.',
    }
  }
  const [says, advice] = explanations[status] ?? [
    `answers HTTP ${status}`,
    'Check the log of the bot, and of any proxy in front of it.',
  ]
  return { problem: `${address} ${says}`, advice }
}

const explanations: Readonly<Record<number, readonly [says: string, advice: string]>> = {
  401: [
    "doesn't know the bot, or its token",
    'The process there was started with another configuration: restart it with this one, or check the address.',
  ],
  404: [
    'has nothing at this path',
    "Check the path: Earshot listens at the address's root, unless it is mounted elsewhere.",
  ],
  405: ["doesn't accept POST", 'Check the path: it belongs to a web page, not to the bot.'],
  407: ['is behind a proxy that asks for credentials', "Exempt the address from the proxy's authentication."],
  413: ['rejects a notification as too large', 'Raise the limit of the proxy in front of the bot to 1 MiB.'],
  502: [
    "is a proxy that can't reach the bot",
    'Check that the bot is running, and the address that the proxy has for it.',
  ],
  503: ['says that it is unavailable', 'Wait until it has started, or check its log.'],
  504: [
    'is a proxy that gets no answer from the bot',
    'Check that the bot is running, and the address that the proxy has for it.',
  ],
}

/** An address may have a user and a password, which are not to be printed. */
export function withoutPassword(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname === '/' ? '' : url.pathname}`
}
