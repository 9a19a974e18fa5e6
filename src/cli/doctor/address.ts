import { type AddressAnswer, addressTrouble, withoutPassword } from '../../addressTrouble.js'
import type { Fetch } from '../../client/exchange/transport.js'
import { networkTrouble } from '../../networkTrouble.js'
import { deliveryRules, failureNotices, failureText, type Notification } from '../../protocol/index.js'
import { trialNotification } from '../../simulator/delivery/trialNotification.js'
import { isObject, parseJson } from '../../values.js'
import { fetchThroughProxy } from '../shared/proxiedFetch.js'
import type { BotCase } from './botCase.js'
import { about, type Finding } from './finding.js'
import { isPrivate } from './hosts.js'
import type { Posting } from './managed.js'

export interface CheckedAddress {
  readonly url: URL
  readonly from: 'the command line' | 'the server' | 'the settings'
}

/** Checks that the bot answers at its address, in time, and accepts only the right token. */
export async function checkAddress(
  bot: BotCase,
  { name, id }: { readonly name: string; readonly id: number },
  at: CheckedAddress,
  now: () => number,
): Promise<Finding[]> {
  const { skipped } = about('wrong token', bot.email)
  const fetch = fetchThroughProxy(bot.environment)
  const attempt = (token: string) =>
    post(at.url, trialNotification({ email: bot.email, name, id }, token, now()), fetch, now)
  const answers: TrialAnswer[] = []
  // With several tokens one is being rotated, and the server has one of them.
  for (const token of bot.tokens) answers.push(await attempt(token))
  const known = answers.filter((one) => one.kind !== 'answer' || one.status !== 401)
  const [answer = answers[0]] = known
  if (answer === undefined) return []
  const finding = judged(answer, bot, at)
  if (finding.status === 'failed' || answer.kind !== 'answer') {
    return [finding, skipped("Not checked, because the bot doesn't answer")]
  }
  const [token = ''] = bot.tokens
  const stranger = judgedStranger(await attempt(`${token.slice(1)}${token.slice(0, 1)}!`), bot.email)
  return known.length === answers.length ? [finding, stranger] : [finding, outdated(bot, known.length), stranger]
}

function outdated({ email, tokens }: BotCase, known: number): Finding {
  return about('address', email).warning(
    `The running bot knows ${known} of the ${tokens.length} tokens`,
    'Restart it, so that it knows them all.',
  )
}

function judged(answer: TrialAnswer, bot: BotCase, { url, from }: CheckedAddress): Finding {
  const address = withoutPassword(url)
  const { ok, warning, failed } = about('address', bot.email)
  if (answer.kind === 'error' && from === 'the settings' && networkTrouble(answer.error, url).isRefused) {
    return warning(
      `Nothing listens at ${address}, so the bot isn't running on this machine`,
      'Start it and run this again, or give its address with --url.',
    )
  }
  if (answer.kind !== 'answer' || answer.status !== 200) {
    const { problem, advice } = addressTrouble(answer, url)
    return failed(problem + consequence(answer), advice)
  }
  const { text, took } = answer
  if (!isObject(parseJson(text))) {
    return failed(
      `${address} answers with something other than a JSON object (users see: ${failureText(failureNotices.invalidJson)})`,
      "Check that this is the bot's address, and not a web page.",
    )
  }
  if (took > deliveryRules.timeout / 2) {
    return warning(
      `The bot answers at ${address}, but takes ${took} of the ${deliveryRules.timeout} ms that the server waits`,
      'Check its load, and any proxy in front of it.',
    )
  }
  if (isPrivate(url.hostname) && !isPrivate(new URL(bot.client.site).hostname)) {
    return warning(
      `The bot answers at ${address}, in ${took} ms, but only this machine or network can reach that address`,
      'Run this again with --url and the address that the chat server has for the bot.',
    )
  }
  return ok(`The bot answers at ${address}, in ${took} ms`)
}

/** What the users of the chat see, for failures that they see. */
function consequence(answer: TrialAnswer): string {
  if (answer.kind === 'error') return ''
  if (answer.kind === 'late') {
    return `, after which the server gives up (users see: ${failureText(failureNotices.unavailable)})`
  }
  const { status } = answer
  const isRedirect = status >= 300 && status < 400
  return isRedirect ? '' : ` (users see: ${failureText(failureNotices.status, { status })})`
}

function judgedStranger(answer: TrialAnswer, bot: string): Finding {
  const { ok, warning, failed } = about('wrong token', bot)
  if (answer.kind !== 'answer') return warning('A wrong token got no answer', "Check the bot's log.")
  if (answer.status === 401) return ok('A wrong token is refused, with HTTP 401')
  if (answer.status >= 400)
    return warning(
      `A wrong token is refused, with HTTP ${answer.status} instead of 401`,
      "Check the bot's log: the answer should be 401.",
    )
  return failed(
    'A wrong token is accepted, so anyone who knows the address can pose as the chat server',
    "Make the bot compare each notification's token with its own.",
  )
}

interface Sources {
  readonly url: URL | undefined
  /** The server, where it tells. */
  readonly posting: Posting | undefined
  readonly settings: { readonly hostname: string; readonly port: number }
}

export function addressesOf(
  bot: string,
  { url, posting, settings }: Sources,
): { readonly address: CheckedAddress | undefined; readonly findings: readonly Finding[] } {
  const { warning, failed, skipped } = about('address', bot)
  const findings: Finding[] = []
  const posted = posting?.address === undefined ? undefined : new URL(posting.address)
  if (posting !== undefined && posted === undefined) {
    findings.push(
      failed(
        'The server has no address to post to',
        'Enter the address of the bot in the settings of the chat, as its "Endpoint URL"; for a simulator, pass it with --connect.',
      ),
    )
  }
  if (url !== undefined) {
    if (posted !== undefined && posted.href !== url.href) {
      findings.push(
        warning(
          `The server posts to ${posted.origin}${posted.pathname}, not to the address given with --url`,
          'Run this again without --url, or enter the other address in the settings of the chat.',
        ),
      )
    }
    return { address: { url, from: 'the command line' }, findings }
  }
  if (posted !== undefined) return { address: { url: posted, from: 'the server' }, findings }
  if (settings.port === 0) {
    findings.push(
      skipped("The bot listens on a free port, which can't be known from here; give its address with --url"),
    )
    return { address: undefined, findings }
  }
  return { address: { url: listening(settings), from: 'the settings' }, findings }
}

function listening({ hostname, port }: Sources['settings']): URL {
  const everywhere = hostname === '0.0.0.0' || hostname === '::'
  const host = everywhere ? '127.0.0.1' : hostname.includes(':') ? `[${hostname}]` : hostname
  return new URL(`http://${host}:${port}/`)
}

type TrialAnswer =
  | (Extract<AddressAnswer, { kind: 'answer' }> & { readonly text: string; readonly took: number })
  | Exclude<AddressAnswer, { kind: 'answer' }>

/** Posts like the server, but follows no redirect. */
async function post(url: URL, notification: Notification, fetch: Fetch, now: () => number): Promise<TrialAnswer> {
  const signal = AbortSignal.timeout(deliveryRules.timeout)
  const started = now()
  try {
    const answer = await fetch(url.href, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(notification),
      redirect: 'manual',
      signal,
    })
    const text = await answer.text()
    const location = answer.headers.get('location') ?? undefined
    return { kind: 'answer', status: answer.status, text, location, took: now() - started }
  } catch (error) {
    return signal.aborted ? { kind: 'late', seconds: deliveryRules.timeout / 1_000 } : { kind: 'error', error }
  }
}
