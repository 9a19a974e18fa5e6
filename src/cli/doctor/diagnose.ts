import type { Bot } from '../../bot/index.js'
import { CallError } from '../../client/index.js'
import { configurationOf, type WantedBot } from '../../node/configuration/configuration.js'
import { tokensOf } from '../../node/credentials.js'
import type { ConfigurationProblem } from '../../node/errors.js'
import type { QueueAddress, StorageAddress } from '../../node/stores.js'
import { checkGroups, findAccessProblems } from './access.js'
import { checkAccount, checkCredentials, checkEvents, checkListener, checkOwner } from './account.js'
import { addressesOf, checkAddress } from './address.js'
import { type BotCase, botCase } from './botCase.js'
import type { BotUses } from './botUses.js'
import { checkClock } from './clock.js'
import { about, type CheckName, type Diagnosis, diagnosisOf, type Finding } from './finding.js'
import { checkLevel } from './level.js'
import { findPosting, type Posting } from './managed.js'
import { checkQueue } from './queue.js'
import { checkRetries } from './retries.js'
import { describeRoute } from './route.js'
import { callTimeout, checkServer } from './server.js'
import { checkStorage } from './storage.js'
import { checkToken } from './token.js'

export interface Examination {
  /** The bots to check, or every configured one. */
  readonly bots: readonly (WantedBot & { readonly bot?: Bot })[] | 'every'
  readonly configFile?: string | undefined
  /** The bot's address. (default: the server's, else the settings') */
  readonly url?: URL | undefined
  /** The queue to check. (default: the configured one) */
  readonly queue?: QueueAddress | undefined
  /** The storage to check. (default: the configured one, or else the queue's) */
  readonly storage?: StorageAddress | undefined
  /** What the bots rely on, if known. */
  readonly uses?: BotUses | undefined
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly node: { readonly version: string; readonly engines: string }
  /** UNIX milliseconds. */
  readonly now: () => number
  /** Hides secrets in all further output. */
  readonly hide: (...secrets: readonly string[]) => void
}

/** Checks everything that a bot needs to work. Changes nothing; problems are findings, never thrown. */
export async function diagnose(examination: Examination): Promise<Diagnosis> {
  const { bots: wanted, configFile, environment, node, now } = examination
  const { bots, problems, warnings, ...server } = configurationOf({
    bots: wanted,
    configFile,
    given: {},
    environment,
    // A bot that listens needs no token.
    needs: { token: false },
  })
  const configured = bots.flatMap((found, at) => {
    const bot = wanted === 'every' ? undefined : wanted[at]?.bot
    const eventHandlers = bot?.overhears?.handlers.map(({ name }) => name) ?? []
    return found === undefined ? [] : [{ ...found, eventHandlers }]
  })
  const findings = [
    checkNode(node.version, node.engines),
    ...problems.map((problem) => settingFinding('failed', problem)),
    ...warnings.map((problem) => settingFinding('warning', problem)),
  ]
  for (const { credentials, from } of configured) {
    const { apiKey, owner } = credentials
    examination.hide(apiKey, ...tokensOf(credentials), ...(owner === undefined ? [] : [owner.apiKey]))
    const what = tokensOf(credentials).length > 0 ? 'Address, key, token and site' : 'Address, key and site'
    findings.push(about('configuration', credentials.email).ok(`${what} are set in ${from}`))
  }
  // With invalid settings, the other checks would check something other than what will run.
  if (problems.length > 0) return diagnosisOf(findings, false)
  const queue = examination.queue ?? server.queue
  const storage = examination.storage ?? server.storage ?? (queue?.kind === 'inline' ? undefined : queue)
  findings.push(...(await checkQueue(queue, now())))
  findings.push(...(await checkStorage(storage, examination.uses?.keeps)))
  findings.push(...checkRetries(wanted === 'every' ? [] : wanted.flatMap(({ bot }) => bot ?? [])))
  for (const { credentials, eventHandlers } of configured) {
    const bot = botCase(credentials, { environment, now })
    try {
      findings.push(...(await checkBot(bot, examination, server, eventHandlers)))
    } finally {
      await bot.close()
    }
  }
  return diagnosisOf(findings, true)
}

function settingFinding(
  status: 'failed' | 'warning',
  { where, option, problem, advice }: ConfigurationProblem,
): Finding {
  const text = `${where}${option === undefined ? '' : `: ${option}`} ${problem}`
  return about('configuration')[status](`${text.slice(0, 1).toUpperCase()}${text.slice(1)}`, advice)
}

async function checkBot(
  bot: BotCase,
  { url, uses, now }: Examination,
  settings: { readonly hostname: string; readonly port: number },
  eventHandlers: readonly string[],
): Promise<Finding[]> {
  const { finding, server } = await checkServer(bot)
  const findings = [...describeRoute(bot), finding]
  if (server?.observation !== undefined) findings.push(checkClock(server.observation, bot.email))
  if (server !== undefined) findings.push(checkLevel(server.level, uses, bot.email))
  const login = server === undefined ? undefined : await checkCredentials(bot)
  if (login !== undefined) findings.push(login.finding)
  const account = login?.account
  if (account !== undefined && server !== undefined && uses !== undefined) {
    const access = findAccessProblems(account, server.level, uses.client, bot.email)
    const groups = uses.groups.length > 0 ? await checkGroups(bot, uses.groups) : undefined
    const events = checkEvents(eventHandlers, bot.tokens.length > 0, bot.email)
    findings.push(...[access, groups, events].flatMap((one) => one ?? []))
  }
  let posting: Posting | undefined
  if (account === undefined) {
    const reason = server === undefined ? "The server can't be reached" : 'The server rejects the credentials'
    findings.push(...skippedFor(bot.email, ['account', 'token', 'channels'], reason))
  } else {
    const isListener = bot.tokens.length === 0
    const verdict = isListener ? checkListener(account, bot.email) : checkAccount(account, bot.email)
    const owner = await checkOwner(bot, account)
    findings.push(verdict, ...(owner === undefined ? [] : [owner]))
    // The server posts nothing to a bot that listens.
    if (isListener) return [...findings, await checkChannels(bot)]
    if (verdict.status === 'ok') {
      posting = await findPosting(bot, account.user_id)
      findings.push(await checkToken(bot, posting), await checkChannels(bot))
    } else findings.push(...skippedFor(bot.email, ['token', 'channels'], "The server doesn't post to this account"))
  }
  const { address, findings: remarks } = addressesOf(bot.email, { url, posting, settings })
  findings.push(...remarks)
  if (address === undefined) return findings
  const identity = { name: account?.full_name ?? bot.email, id: account?.user_id ?? 0 }
  return [...findings, ...(await checkAddress(bot, identity, address, now))]
}

function skippedFor(bot: string, checks: readonly CheckName[], reason: string): Finding[] {
  return checks.map((check) => about(check, bot).skipped(reason))
}

/** Whether the bot is subscribed to channels: late and further replies in private channels need that. */
async function checkChannels(bot: BotCase): Promise<Finding> {
  const { ok, warning, skipped } = about('channels', bot.email)
  try {
    const { subscriptions } = await bot.client.subscriptions.list({}, { timeout: callTimeout })
    const names = subscriptions.map(({ name }) => `#${name}`)
    const more = names.length > shownAtMost ? ` and ${names.length - shownAtMost} more` : ''
    if (names.length > 0) return ok(`The bot is in ${names.slice(0, shownAtMost).join(', ')}${more}`)
    return warning(
      'The bot is in no channel. In private channels, late replies and separate messages may be refused; they then go to the sender only',
      "Add the bot to the private channels where it should answer; it needn't be in public ones.",
    )
  } catch (error) {
    if (error instanceof CallError) return skipped(`The request for its channels failed: ${error.message}`)
    throw error
  }
}

const shownAtMost = 5

function checkNode(version: string, engines: string): Finding {
  const { ok, failed } = about('node')
  const needed = /\d+(\.\d+)*/.exec(engines)?.[0] ?? '0'
  if (version.localeCompare(needed, 'en', { numeric: true }) >= 0) return ok(`Node ${version}`)
  return failed(`Node ${version} is too old`, `Install Node ${needed} or newer.`)
}
