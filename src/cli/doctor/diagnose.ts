import { existsSync } from 'node:fs'
import type { Bot } from '../../bot/index.js'
import { ApiError, CallError, EarshotError } from '../../client/index.js'
import { configurationOf, type WantedBot } from '../../node/configuration/configuration.js'
import { tokensOf } from '../../node/credentials.js'
import type { ConfigurationProblem } from '../../node/errors.js'
import { openStorage, type QueueAddress, type StorageAddress, storageName } from '../../node/stores.js'
import { errors } from '../../protocol/index.js'
import { StorageError } from '../../storage/index.js'
import { checkGroups, findAccessProblems } from './access.js'
import { checkAccount, checkCredentials, checkEvents, checkListener, checkOwner } from './account.js'
import { addressesOf, checkAddress } from './address.js'
import { type BotCase, botCase, type Observation } from './botCase.js'
import type { BotUses } from './botUses.js'
import { about, type Check, type Diagnosis, diagnosisOf, type Finding } from './finding.js'
import { checkLevel } from './level.js'
import { findPosting, type Posting } from './managed.js'
import { checkQueue } from './queue.js'
import { describeRoute } from './route.js'
import { callTimeout, checkServer } from './server.js'

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
    const wants = wanted === 'every' ? undefined : wanted[at]
    return found === undefined ? [] : [{ ...found, handlers: handlersOf(wants?.bot) }]
  })
  const findings = [
    checkNode(node.version, node.engines),
    ...problems.map((problem) => settingsLine('failed', problem)),
    ...warnings.map((problem) => settingsLine('warning', problem)),
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
  findings.push(await checkStorage(storage, examination.uses?.keeps))
  for (const { credentials, handlers } of configured) {
    const bot = botCase(credentials, { environment, now })
    try {
      findings.push(...(await checkBot(bot, examination, server, handlers)))
    } finally {
      await bot.close()
    }
  }
  return diagnosisOf(findings, true)
}

function settingsLine(status: 'failed' | 'warning', { where, option, problem, advice }: ConfigurationProblem): Finding {
  const text = `${where}${option === undefined ? '' : `: ${option}`} ${problem}`
  return about('configuration')[status](`${text.slice(0, 1).toUpperCase()}${text.slice(1)}`, advice)
}

/** The names of a bot's handlers of events. */
function handlersOf(bot: Bot | undefined): readonly string[] {
  return bot?.overhears?.handlers.map(({ name }) => name) ?? []
}

async function checkBot(
  bot: BotCase,
  { url, uses, now }: Examination,
  settings: { readonly hostname: string; readonly port: number },
  handlers: readonly string[],
): Promise<Finding[]> {
  const { finding, server } = await checkServer(bot)
  const findings = [...describeRoute(bot), finding]
  if (server?.observation !== undefined) findings.push(checkClock(server.observation, bot.email))
  if (server !== undefined) findings.push(checkLevel(server.level, uses, bot.email))
  const asked = server === undefined ? undefined : await checkCredentials(bot)
  if (asked !== undefined) findings.push(asked.finding)
  const account = asked?.account
  if (account !== undefined && server !== undefined && uses !== undefined) {
    findings.push(findAccessProblems(account, server.level, uses.client, bot.email))
    if (uses.groups.length > 0) findings.push(await checkGroups(bot, uses.groups))
    const events = checkEvents(handlers, bot.tokens.length > 0, bot.email)
    if (events !== undefined) findings.push(events)
  }
  let posting: Awaited<ReturnType<typeof findPosting>>
  if (account === undefined) {
    const reason = server === undefined ? "The server can't be reached" : 'The server rejects the credentials'
    findings.push(...skippedFor(bot.email, ['account', 'token', 'channels'], reason))
  } else if (bot.tokens.length === 0) {
    const verdict = checkListener(account, bot.email)
    const owner = await checkOwner(bot, account)
    findings.push(verdict, ...(owner === undefined ? [] : [owner]), await checkChannels(bot))
    // The server posts nothing to a bot that listens.
    return findings
  } else {
    const verdict = checkAccount(account, bot.email)
    const owner = await checkOwner(bot, account)
    findings.push(verdict, ...(owner === undefined ? [] : [owner]))
    if (verdict.status === 'ok') {
      posting = await findPosting(bot)
      findings.push(await checkToken(bot, posting), await checkChannels(bot))
    } else findings.push(...skippedFor(bot.email, ['token', 'channels'], "The server doesn't post to this account"))
  }
  const { address, findings: remarks } = addressesOf(bot.email, { url, posting, settings })
  findings.push(...remarks)
  if (address === undefined) return findings
  const identity = { name: account?.full_name ?? bot.email, id: account?.user_id ?? 0 }
  return [...findings, ...(await checkAddress(bot, identity, address, now))]
}

function skippedFor(bot: string, checks: readonly Check[], reason: string): Finding[] {
  return checks.map((check) => about(check, bot).skipped(reason))
}

/** Whether the bot is in channels: late and further replies in private channels need that. */
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

function checkClock({ answer, sent, received }: Observation, bot: string): Finding {
  const { ok, warning, skipped } = about('clock', bot)
  const date = Date.parse(answer.header('date') ?? '')
  if (Number.isNaN(date)) return skipped("The server's answers have no date")
  // The header has whole seconds, so it is half a second behind on average.
  const skew = Math.round((date + 500 - (sent + received) / 2) / 1000)
  if (Math.abs(skew) < tolerated) return ok(`This machine's clock agrees with the server's, within ${tolerated} s`)
  const direction = skew > 0 ? 'behind' : 'ahead of'
  return warning(
    `This machine's clock is ${Math.abs(skew)} s ${direction} the server's`,
    "Set the time by NTP: schedules, questions' timeouts and expiry depend on this clock.",
  )
}

/** Seconds. */
const tolerated = 10

function checkNode(version: string, engines: string): Finding {
  const { ok, failed } = about('node')
  const needed = /\d+(\.\d+)*/.exec(engines)?.[0] ?? '0'
  if (version.localeCompare(needed, 'en', { numeric: true }) >= 0) return ok(`Node ${version}`)
  return failed(`Node ${version} is too old`, `Install Node ${needed} or newer.`)
}

/** @param keeps What the bots keep there, if known. */
async function checkStorage(
  address: StorageAddress | undefined,
  keeps: BotUses['keeps'] | undefined,
): Promise<Finding> {
  const { ok, warning, failed, skipped } = about('storage')
  if (address === undefined || address.kind === 'memory') {
    if (keeps?.length === 0) return ok('The bot declares nothing that has to be kept')
    const what = keeps?.join(', ') ?? 'Sessions and open questions'
    const isChosen = address !== undefined
    const unless = isChosen ? '' : ', unless the code or the command line sets a storage'
    const lost = `${what.charAt(0).toUpperCase()}${what.slice(1)}: kept in memory${unless}, and lost when the process ends`
    return isChosen || keeps === undefined
      ? ok(lost)
      : warning(lost, 'Set EARSHOT_STORAGE=sqlite:bot.db, or give what the bot is served with by --storage.')
  }
  const name = storageName(address)
  if (address.kind === 'sqlite' && !existsSync(address.path)) {
    return skipped(`There is no file ${name} yet; the bot creates it when it starts`)
  }
  try {
    const storage = await openStorage(address)
    try {
      await storage.set(trialKey, name, { expiresIn: 60_000 })
      const entry = await storage.get(trialKey)
      await storage.delete(trialKey)
      return entry?.value === name
        ? ok(`The storage ${name} can be written to and read`)
        : failed(`The storage ${name} lost what was written to it`, 'Check whether something else empties it.')
    } finally {
      await storage.close()
    }
  } catch (error) {
    if (error instanceof StorageError) return failed(`The storage ${name} can't be used`, error.message)
    throw error
  }
}

const trialKey = 'earshot doctor'

/** Whether the token is the one that the server posts with, as far as the server tells. */
async function checkToken(bot: BotCase, posting: Posting | undefined): Promise<Finding> {
  const { ok, failed, skipped } = about('token', bot.email)
  const isKnown = (token: string) => bot.tokens.includes(token)
  if (posting !== undefined && posting.tokens.length > 0) {
    return posting.tokens.every(isKnown) ? ok('The token is the one the server has for the bot') : failed(wrong, advice)
  }
  try {
    const { token } = await bot.client.outgoingWebhook.latest({}, { timeout: callTimeout })
    return isKnown(token) ? ok('The token matches the latest notification') : failed(wrong, advice)
  } catch (error) {
    if (error instanceof ApiError && error.msg === errors.noNotificationYet.msg) {
      return skipped('Nobody has written to the bot yet, so the server has posted no token', askOwner)
    }
    if (error instanceof CallError || (error instanceof EarshotError && error.code === 'unsupported_by_server')) {
      return skipped("Only the bot's owner can look up the token", askOwner)
    }
    throw error
  }
}

const wrong = 'The server posts with another token, so its notifications are refused'
const advice = "Copy it again: it is in the bot's settings, and after token= in the credentials file that they offer."
const askOwner =
  "Write to the bot and see whether it answers, or configure the owner's address and key, so that doctor can look up the token."
