import { ApiError } from '../../client/index.js'
import { NodeClient } from '../../node/client.js'
import { findCredentials } from '../../node/credentialSources.js'
import { botTypes } from '../../protocol/index.js'
import { consoleLog } from '../../receiver/index.js'
import { meantOr } from '../../text/index.js'
import { withoutUndefined } from '../../values.js'
import { doctor } from '../doctor/doctor.js'
import { ownersPosting } from '../doctor/managed.js'
import { exitCodes } from '../shared/failure.js'
import { createOutput, type Output } from '../shared/output.js'
import { UsageError } from '../shared/usageError.js'
import { askOwner, type Owner } from './askOwner.js'
import { type PlannedFile, planFile } from './credentialsFile.js'

export interface SetupFlags {
  readonly url?: string
  readonly channel: readonly string[]
  readonly ownerFile?: string
  readonly config: string
  readonly json?: true
}

/** Sets up a bot, with the owner's account from a file or from the person at the terminal. */
export async function setupFromTerminal(name: string, flags: SetupFlags, output: Output): Promise<number> {
  if (flags.ownerFile !== undefined) return setup(name, flags, output, ownerIn(flags.ownerFile, output))
  if (flags.json === true || process.stdin.isTTY !== true) {
    throw new UsageError("The bot's owner is missing. Give a person's credentials file with --owner-file.")
  }
  return setup(name, flags, output, await askOwner(process.stdin, process.stderr))
}

/** Creates what is missing: account, subscriptions, credentials file. */
export async function setup(name: string, flags: SetupFlags, output: Output, owner: Owner): Promise<number> {
  output.hide(owner.apiKey)
  const client = new NodeClient({
    ...withoutUndefined(owner),
    connections: { environment: output.terminal.environment },
  })
  try {
    return await setUp(name, flags, output, owner, client)
  } finally {
    await client.close()
  }
}

async function setUp(
  name: string,
  flags: SetupFlags,
  output: Output,
  owner: Owner,
  client: NodeClient,
): Promise<number> {
  const { url, channel: channels, config } = flags
  const type = url === undefined ? botTypes.generic : botTypes.outgoingWebhook
  const steps: string[] = []
  const step = (said: string) => {
    steps.push(said)
    if (flags.json !== true) output.note(said)
  }
  const me = await client.users.me()
  if (me.is_bot) throw new UsageError(`${me.email} is a bot. A bot belongs to a person: give a person's credentials.`)
  await checkChannels(client, channels)
  const shortName = shortNameOf(name)
  const bot = await existing(client, name, type)
  if (bot !== undefined) step(`${name} already exists: ${bot.email}.`)
  else step(`Create the bot ${name}, ${kind(type)}, owned by ${me.full_name}.`)
  const made = bot ?? (await create(client, { name, shortName, type, url }))
  output.hide(made.apiKey)
  const posting = type === botTypes.generic ? undefined : await ownersPosting(client, made.userId)
  const [token] = posting?.tokens ?? []
  if (url !== undefined) {
    if (token === undefined) throw new UsageError(tokenUnknown(made.email))
    output.hide(token)
    if (bot !== undefined && posting?.address !== url) {
      await client.bots.update({ bot_id: made.userId, service_payload_url: url, service_interface: 1 })
      step(`Its notifications now go to ${url}.`)
    }
  }
  if (channels.length > 0) {
    await client.subscriptions.add({ subscriptions: channels.map((one) => ({ name: one })), principals: [made.userId] })
    step(`It is subscribed to ${channels.join(', ')}.`)
  }
  const file = planFile(config, { ...owner, email: made.email, apiKey: made.apiKey, token }, shortName)
  file.write()
  step(`${config}: ${fileStep(file)}.`)
  const found = createOutput(
    { ...output.terminal, out: flags.json === true ? { ...output.terminal.out, write() {} } : output.terminal.out },
    false,
  )
  found.hide(owner.apiKey, made.apiKey, ...(token === undefined ? [] : [token]))
  const code = await doctor(
    undefined,
    { config, section: file.section, ...(url !== undefined && { url: new URL(url) }) },
    found,
  )
  const start = `earshot ${url === undefined ? 'listen' : 'serve'} bot.ts${file.section === 'api' ? '' : `   # its section is [${file.section}]`}`
  output.result(
    { result: code === 0 ? 'success' : 'error', email: made.email, section: file.section, config, steps, start },
    () => `Start it: ${start}`,
  )
  // A webhook that isn't running yet doesn't make the set-up fail.
  return code === exitCodes.failed && url !== undefined ? exitCodes.worked : code
}

interface Made {
  readonly userId: number
  readonly email: string
  readonly apiKey: string
}

/** The caller's bot of this name. @throws {UsageError} if it is of another type. */
async function existing(client: NodeClient, name: string, type: number): Promise<Made | undefined> {
  const { bots } = await client.bots.list()
  const bot = bots.find(({ full_name }) => full_name.toLowerCase() === name.toLowerCase())
  if (bot === undefined) return undefined
  const { user } = await client.users.getByEmail({ email: bot.username })
  if (user.bot_type === type) return { userId: user.user_id, email: user.email, apiKey: bot.api_key }
  throw new UsageError(
    `${bot.full_name} exists and is not ${kind(type)}; a bot's type can't be changed. ${type === botTypes.generic ? 'Give its --url' : 'Omit --url'}, or choose another name.`,
  )
}

async function create(
  client: NodeClient,
  { name, shortName, type, url }: { name: string; shortName: string; type: number; url: string | undefined },
): Promise<Made> {
  const { user_id: userId, api_key: apiKey } = await client.bots.create({
    full_name: name,
    short_name: shortName,
    bot_type: type,
    ...(url !== undefined && { payload_url: url }),
  })
  const { user } = await client.users.get({ user_id: userId })
  return { userId, apiKey, email: user.email }
}

/** Checked because the server would create missing channels. @throws {UsageError} */
async function checkChannels(client: NodeClient, channels: readonly string[]): Promise<void> {
  for (const stream of channels) {
    try {
      await client.streams.getId({ stream })
    } catch (error) {
      if (!(error instanceof ApiError) || error.isAuthentication || error.status >= 500) throw error
      const { streams } = await client.streams.list({})
      const names = streams.map(({ name }) => name)
      throw new UsageError(`There is no channel "${stream}". ${meantOr('Create it first.', stream, names)}`)
    }
  }
}

function ownerIn(file: string, output: Output): Owner {
  const { environment } = output.terminal
  const allowed = environment.EARSHOT_ALLOW_INSECURE
  const { site, email, apiKey, allowInsecure, certBundle, insecure } = findCredentials({
    configFile: file,
    environment: allowed === undefined ? {} : { EARSHOT_ALLOW_INSECURE: allowed },
    needs: { token: false },
    log: consoleLog({ level: 'error' }),
  })
  return { site, email, apiKey, allowInsecure, certBundle, insecure }
}

const kind = (type: number) => (type === botTypes.generic ? 'a generic bot' : 'an outgoing webhook')

function shortNameOf(name: string): string {
  const short = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  if (short !== '') return short
  throw new UsageError(`"${name}" has no Latin letter or digit to make an address from. Give another name.`)
}

function fileStep({ change, section }: PlannedFile): string {
  if (change === 'unchanged') return `it has the bot already, in the section [${section}]`
  return change === 'created' ? 'written' : `a section [${section}] was added`
}

const tokenUnknown = (email: string) =>
  `${email} exists, but the server doesn't tell its token. Download its credentials file from the settings of the chat, and save it as earshotrc.`
