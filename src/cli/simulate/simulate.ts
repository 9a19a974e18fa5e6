import type { Queue } from '../../bot/index.js'
import type { Simulator } from '../../simulator/index.js'
import { type ListedBot, type ListedUser, type Organisation, organisationOf } from '../../simulator/organisation.js'
import { sectionText } from '../setup/credentialsFile.js'
import type { Output } from '../shared/output.js'
import { findAccount } from '../shared/people.js'
import { UsageError } from '../shared/usageError.js'
import { openFrom, type SimulateFlags, showQueue } from './options.js'

export async function simulate(flags: SimulateFlags, output: Output): Promise<number> {
  const { json, terminal } = output
  const { writeCredentials } = flags
  if (writeCredentials !== undefined && json) {
    throw new UsageError('Give --json or --write-credentials, not both: each prints to standard output.')
  }
  let simulator: Simulator | undefined
  let queue: Queue | undefined
  try {
    simulator = await openFrom(flags)
    queue = await showQueue(flags.queue, simulator)
    const { url } = await simulator.serve({ port: flags.port, hostname: flags.host })
    const stopped = terminal.endSignal()
    const { featureLevel } = simulator.realm
    const organisation = organisationOf(simulator)
    const { users, bots } = organisation
    const text = overview(organisation, { url, featureLevel })
    if (writeCredentials !== undefined) {
      terminal.out.write(credentialsOf(organisation, writeCredentials, url))
      terminal.err.write(text)
      // JSON is one line, so that a reading program knows when it is complete.
    } else terminal.out.write(json ? `${JSON.stringify({ url, featureLevel, users, bots })}\n` : text)
    return (await stopped) === 'SIGINT' ? 0 : 143
  } finally {
    await simulator?.close()
    await queue?.close()
  }
}

/** The credentials file of a bot or person. @throws {UsageError} if nobody has this name. */
function credentialsOf(organisation: Organisation, who: string, url: string): string {
  const { users, bots } = organisation
  const account = findAccount([...users, ...bots], who, 'Nobody in this simulator is')
  const token = bots.find(({ user_id }) => user_id === account.user_id)?.token ?? undefined
  return sectionText('api', { email: account.email, apiKey: account.api_key, site: url, token })
}

function overview(organisation: Organisation, { url, featureLevel }: { url: string; featureLevel: number }): string {
  return `
  ${organisation.name}, a simulated team chat at feature level ${featureLevel}

  Where
    the playground        ${url}/   (open it in a browser)
    the server            ${url}
    its API               ${url}/openapi.json
    its control API       ${url}/sim

${accountLists(organisation)}

  Try
    curl -s ${callerCredentials(organisation)}${url}/api/v1/users/me
    curl -s ${url}/sim/deliveries

  Runs until Ctrl-C.

`
}

export function accountLists({ users, bots }: Organisation): string {
  const width = Math.max(...[...users, ...bots].map((one) => one.full_name.length)) + 2
  const mail = Math.max(...[...users, ...bots].map((one) => one.email.length)) + 2
  const line = (one: ListedUser, kind: string) =>
    `    ${one.full_name.padEnd(width)}${kind.padEnd(18)}${one.email.padEnd(mail)}${one.api_key}`
  return `  Who (the API takes address and key by HTTP Basic authentication)
${users.map((user) => line(user, user.is_active ? user.role : 'deactivated')).join('\n')}

  Bots (a key to call the API; a token that deliveries carry, and where they go)
${bots.map((bot) => line(bot, bot.is_active ? bot.type : 'deactivated') + deliveryOf(bot)).join('\n')}`
}

export function callerCredentials({ users }: Organisation): string {
  const caller = users.find((user) => user.is_active)
  return caller === undefined ? '' : `-u ${caller.email}:${caller.api_key} `
}

function deliveryOf({ token, address }: ListedBot): string {
  return token === null ? '' : `  ${token}  ${address ?? 'not connected'}`
}
