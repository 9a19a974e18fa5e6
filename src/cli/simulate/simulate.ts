import type { Queue } from '../../bot/index.js'
import {
  type ListedBot,
  type ListedUser,
  type Organisation,
  organisationOf,
  type Simulator,
} from '../../simulator/index.js'
import type { Output } from '../shared/output.js'
import type { SimulateFlags } from './options.js'
import { openFrom } from './options.js'
import { showQueue } from './showQueue.js'

/** Starts a simulator, prints how to call it, and runs until it is stopped. */
export async function simulate(flags: SimulateFlags, { json, terminal }: Output): Promise<number> {
  let simulator: Simulator | undefined
  let queue: Queue | undefined
  try {
    simulator = await openFrom(flags)
    queue = await showQueue(flags.queue, simulator)
    const { url } = await simulator.listen({ port: flags.port, hostname: flags.host })
    const stopped = terminal.endSignal()
    const { featureLevel } = simulator.realm
    const { name, users, bots } = organisationOf(simulator)
    // One line, so that a program that reads it knows when it has all of it.
    terminal.out.write(
      json
        ? `${JSON.stringify({ url, featureLevel, users, bots })}\n`
        : overview({ name, url, featureLevel, users, bots }),
    )
    return (await stopped) === 'SIGINT' ? 0 : 143
  } finally {
    await simulator?.close()
    await queue?.close()
  }
}

/** What is printed at the start: where the server is, who there is, and calls to paste into a terminal. */
function overview({
  name,
  url,
  featureLevel,
  users,
  bots,
}: Organisation & { readonly url: string; readonly featureLevel: number }): string {
  const width = Math.max(...[...users, ...bots].map((one) => one.full_name.length)) + 2
  const mail = Math.max(...[...users, ...bots].map((one) => one.email.length)) + 2
  const [caller] = users.filter((user) => user.is_active)
  const credentials = caller === undefined ? '' : `-u ${caller.email}:${caller.api_key} `
  const line = (one: ListedUser, kind: string) =>
    `    ${one.full_name.padEnd(width)}${kind.padEnd(18)}${one.email.padEnd(mail)}${one.api_key}`
  return `
  ${name}, a simulated team chat at feature level ${featureLevel}

  Where
    the playground        ${url}/   (open it in a browser)
    the server            ${url}
    its API, described    ${url}/docs
    to control it         ${url}/sim/docs

  Who (the API takes address and key by HTTP Basic authentication)
${users.map((user) => line(user, user.is_active ? user.role : 'deactivated')).join('\n')}

  Bots (a key to call the API; a token that deliveries carry, and where they go)
${bots.map((bot) => line(bot, bot.is_active ? bot.type : 'deactivated') + called(bot)).join('\n')}

  Try
    curl -s ${credentials}${url}/api/v1/users/me
    curl -s ${url}/sim/deliveries

  It stays up until Ctrl-C.

`
}

function called({ token, address }: ListedBot): string {
  return token === null ? '' : `  ${token}  ${address ?? 'not connected'}`
}
