import type { Queue } from '../../bot/index.js'
import type { Simulator } from '../../simulator/index.js'
import { type Organisation, organisationOf } from '../../simulator/public/organisation.js'
import { sectionText } from '../setup/credentialsFile.js'
import type { Output } from '../shared/output.js'
import { findAccount } from '../shared/people.js'
import { exitCodeAfter, type Side } from '../shared/terminal.js'
import { UsageError } from '../shared/usageError.js'
import { openFrom, type SimulateFlags, showQueue } from './options.js'
import { facts, keysText, speakersText, webhooksText } from './overview.js'

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
    const side = writeCredentials === undefined ? terminal.out : terminal.err
    const text = overview(organisation, { url, featureLevel, keys: flags.keys === true, side })
    if (writeCredentials !== undefined) {
      terminal.out.write(credentialsOf(organisation, writeCredentials, url))
      terminal.err.write(text)
      // JSON is one line, so that a reading program knows when it is complete.
    } else terminal.out.write(json ? `${JSON.stringify({ url, featureLevel, users, bots })}\n` : text)
    return exitCodeAfter(await stopped)
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

function overview(organisation: Organisation, { url, featureLevel, keys, side }: OverviewOptions): string {
  const rows = [
    ['Playground', `${url}/`],
    ['Server', `${url} (API: /openapi.json, control: /sim)`],
    ['Bots', webhooksText(organisation)],
    ['Write as', speakersText(organisation)],
  ] as const
  const closing = keys ? '' : 'With --keys it prints keys, tokens and a call to copy. '
  return `
  ${organisation.name}, a simulated team chat at feature level ${featureLevel}

${facts(rows, side)}${keys ? keysText(organisation, url, '/api/v1/users/me') : ''}
  Clients written for Zulip run against it unchanged.
  ${closing}Runs until Ctrl-C.

`
}

interface OverviewOptions {
  readonly url: string
  readonly featureLevel: number
  readonly keys: boolean
  readonly side: Side
}
