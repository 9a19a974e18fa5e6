import { configurationOf, type WantedBot } from '../../node/configuration/configuration.js'
import type { ConfigurationProblem } from '../../node/configuration/problem.js'
import { tokensOf } from '../../node/credentials.js'
import type { QueueAddress } from '../../node/storeText.js'
import type { Endpoint } from '../../protocol/index.js'
import { lookAtAccount, lookAtCredentials, lookAtOwner } from './account.js'
import { lookAtAddress } from './address.js'
import { addressesOf } from './addresses.js'
import { type BotCase, botCase } from './botCase.js'
import { lookAtChannels } from './channels.js'
import { lookAtClock } from './clock.js'
import { about, type Check, type Diagnosis, diagnosisOf, type Finding } from './finding.js'
import { lookAtLevel } from './level.js'
import { postingOf } from './managed.js'
import { lookAtNode } from './node.js'
import { lookAtQueue } from './queue.js'
import { lookAtServer } from './server.js'
import { lookAtStorage } from './storage.js'
import { lookAtToken } from './token.js'

/** What is to be looked at, and with what. */
export interface Examination {
  /** The bots that are meant, or every one that is configured. */
  readonly bots: readonly WantedBot[] | 'every'
  readonly configFile?: string | undefined
  /** Where the bot is; what the server has, or the settings say, unless given. */
  readonly url?: URL | undefined
  /** The queue to look at; the configured one unless given. */
  readonly queue?: QueueAddress | undefined
  /** What the bots call; undefined where nobody knows. */
  readonly endpointsCalled?: readonly Endpoint[] | undefined
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly node: { readonly version: string; readonly engines: string }
  /** UNIX milliseconds. */
  readonly now: () => number
  /** Hears of secrets that are never to be printed. */
  readonly hide: (...secrets: readonly string[]) => void
}

/** Looks at everything that a bot needs to work, and changes nothing. It does not throw for what is wrong with that. */
export async function diagnose(examination: Examination): Promise<Diagnosis> {
  const { bots: wanted, configFile, environment, node, now } = examination
  const { bots, problems, warnings, ...server } = configurationOf({ bots: wanted, configFile, given: {}, environment })
  const configured = bots.filter((bot) => bot !== undefined)
  const findings = [
    lookAtNode(node.version, node.engines),
    ...problems.map((problem) => settingsLine('failed', problem)),
    ...warnings.map((problem) => settingsLine('warning', problem)),
  ]
  for (const { credentials, from } of configured) {
    const { apiKey, owner } = credentials
    examination.hide(apiKey, ...tokensOf(credentials), ...(owner === undefined ? [] : [owner.apiKey]))
    findings.push(about('configuration', credentials.email).ok(`Address, key, token and site stand in ${from}`))
  }
  // With settings that can't be used, all the rest would be about something else than what will run.
  if (problems.length > 0) return diagnosisOf(findings, false)
  const { storage } = server
  const queue = examination.queue ?? server.queue
  findings.push(...(await lookAtQueue(queue, now())))
  findings.push(await lookAtStorage(storage ?? (queue?.kind === 'inline' ? undefined : queue)))
  for (const { credentials } of configured) {
    const bot = botCase(credentials, { environment, now })
    try {
      findings.push(...(await lookAtBot(bot, examination, server)))
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

async function lookAtBot(
  bot: BotCase,
  { url, endpointsCalled, now }: Examination,
  settings: { readonly hostname: string; readonly port: number },
): Promise<Finding[]> {
  const { finding, server } = await lookAtServer(bot)
  const findings = [finding]
  if (server?.observation !== undefined) findings.push(lookAtClock(server.observation, bot.email))
  if (server !== undefined) findings.push(lookAtLevel(server.level, endpointsCalled, bot.email))
  const asked = server === undefined ? undefined : await lookAtCredentials(bot)
  if (asked !== undefined) findings.push(asked.finding)
  const account = asked?.account
  let posting: Awaited<ReturnType<typeof postingOf>>
  if (account === undefined) {
    const reason = server === undefined ? 'The server can not be asked' : 'The server does not take the credentials'
    findings.push(...skippedFor(bot.email, ['account', 'token', 'channels'], reason))
  } else {
    const verdict = lookAtAccount(account, bot.email)
    const owner = await lookAtOwner(bot, account)
    findings.push(verdict, ...(owner === undefined ? [] : [owner]))
    if (verdict.status === 'ok') {
      posting = await postingOf(bot)
      findings.push(await lookAtToken(bot, posting), await lookAtChannels(bot))
    } else findings.push(...skippedFor(bot.email, ['token', 'channels'], 'The server posts nothing to this account'))
  }
  const { address, findings: remarks } = addressesOf(bot.email, { url, posting, settings })
  findings.push(...remarks)
  if (address === undefined) return findings
  const identity = { name: account?.full_name ?? bot.email, id: account?.user_id ?? 0 }
  return [...findings, ...(await lookAtAddress(bot, identity, address, now))]
}

function skippedFor(bot: string, checks: readonly Check[], reason: string): Finding[] {
  return checks.map((check) => about(check, bot).skipped(reason))
}
