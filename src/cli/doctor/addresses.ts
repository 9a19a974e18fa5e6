import type { BotAddress } from './address.js'
import { about, type Finding } from './finding.js'
import type { Posting } from './managed.js'

/** What says where a bot is. */
interface Sources {
  /** The command line. */
  readonly url: URL | undefined
  /** The server, where it tells. */
  readonly posting: Posting | undefined
  readonly settings: { readonly hostname: string; readonly port: number }
}

/** Where to look for a bot, and what is wrong with what the server has. */
export function addressesOf(
  bot: string,
  { url, posting, settings }: Sources,
): { readonly address: BotAddress | undefined; readonly findings: readonly Finding[] } {
  const { warning, failed, skipped } = about('address', bot)
  const findings: Finding[] = []
  const posted = posting?.address === undefined ? undefined : new URL(posting.address)
  if (posting !== undefined && posted === undefined) {
    findings.push(
      failed(
        'The server has no address to post to',
        'Enter the address of the bot in the settings of the chat, as its "Endpoint URL"; a simulator is told it by --connect.',
      ),
    )
  }
  if (url !== undefined) {
    if (posted !== undefined && posted.href !== url.href) {
      findings.push(
        warning(
          `The server posts to ${posted.origin}${posted.pathname}, and not to the address that was named`,
          'Look again without --url, or enter the other address in the settings of the chat.',
        ),
      )
    }
    return { address: { url, from: 'the command line' }, findings }
  }
  if (posted !== undefined) return { address: { url: posted, from: 'the server' }, findings }
  if (settings.port === 0) {
    findings.push(skipped('The bot takes a free port, so nobody knows where it is; name its address by --url'))
    return { address: undefined, findings }
  }
  return { address: { url: listening(settings), from: 'the settings' }, findings }
}

/** Where a bot is that is served as the settings say. */
function listening({ hostname, port }: Sources['settings']): URL {
  const everywhere = hostname === '0.0.0.0' || hostname === '::'
  const host = everywhere ? '127.0.0.1' : hostname.includes(':') ? `[${hostname}]` : hostname
  return new URL(`http://${host}:${port}/`)
}
