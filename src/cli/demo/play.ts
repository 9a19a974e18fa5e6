import { type Bot, silent } from '../../bot/index.js'
import { NodeClient } from '../../node/client.js'
import { serve } from '../../node/index.js'
import type { Params } from '../../protocol/index.js'
import { createSimulator, type OrganisationSeed, readSeed, type Simulator } from '../../simulator/index.js'
import { organisationOf } from '../../simulator/organisation.js'
import type { TranscriptRun, TranscriptToRun } from '../../simulator/transcript/keeper.js'
import { runTranscript } from '../../testing/index.js'
import { failureText } from '../../testing/transcript/run.js'
import { errorMessage } from '../../values.js'
import { credentialsOf } from '../dev/accounts.js'
import { followChat } from '../dev/chat.js'
import { textScreen } from '../dev/textScreen.js'
import { deliveryLogs, tellSimulators } from '../shared/deliveryLogs.js'
import { paintFor } from '../shared/terminal.js'
import { accountLists, callerCredentials } from '../simulate/simulate.js'

export interface DemoOptions {
  readonly organisation: OrganisationSeed
  readonly bots: readonly { readonly full_name: string; readonly summary: string; create(): Bot }[]
  /** The simulated server's port. (default: a free one) */
  readonly port?: number | undefined
  /** Whether the playground stays open after the conversation. */
  readonly isToStay: boolean
}

const write = (text: string) => process.stdout.write(text)

export async function playDemo({ organisation, bots, port = 0, isToStay }: DemoOptions) {
  const simulator = createSimulator({
    organisation,
    transcripts: { run: (transcript) => tryTranscript(transcript, bots) },
  })
  const { url } = await simulator.serve({ port })
  const served = bots.map((bundled) => ({
    bot: bundled.create(),
    credentials: credentialsOf(simulator, bundled.full_name),
  }))
  const logs = deliveryLogs(silent, tellSimulators(served.map(({ credentials }) => credentials)))
  const serving = await serve({
    bots: served,
    storage: 'memory',
    port: 0,
    hostname: '127.0.0.1',
    handleSignals: false,
    ...logs,
  })
  for (const { full_name } of bots) simulator.connect(full_name, serving.url)

  if (isToStay) write(`\n  Open ${url}/ in a browser: the playground, with these bots in it.\n`)
  const level = `feature level ${simulator.realm.featureLevel}`
  write(`\n  ${organisation.name}, a simulated team chat at ${level}, and ${bots.length} bots:\n`)
  for (const { full_name, summary } of bots) write(`    ${full_name.padEnd(12)}${summary}\n`)
  await playScene(simulator, url)
  write(instructions(simulator, url, serving.url))

  return {
    url,
    async close(): Promise<void> {
      await serving.close()
      await simulator.close()
    },
  }
}

/** Plays a transcript against a new instance of the bot. */
async function tryTranscript(
  { text, bot, organisation }: TranscriptToRun,
  bots: DemoOptions['bots'],
): Promise<TranscriptRun> {
  const bundled = bots.find(({ full_name }) => full_name === bot)
  if (bundled === undefined) return { passed: null, says: `${bot} runs elsewhere: test it where it runs.` }
  try {
    const seed = organisation && { organisation: readSeed(organisation.text) }
    const result = await runTranscript(text, { bot: () => bundled.create(), account: bot, ...seed })
    return { passed: result.passed, says: result.passed ? 'The bot does what it says.' : failureText(result) }
  } catch (error) {
    return { passed: null, says: errorMessage(error) }
  }
}

/** Plays the conversation over HTTP, and shows it as `earshot dev` does. */
async function playScene(simulator: Simulator, site: string): Promise<void> {
  const paint = paintFor(process.stdout.isTTY === true, process.env)
  const unfollow = followChat(simulator, textScreen(write, paint))
  const clients = new Map(scene.map(({ who }) => [who, new NodeClient({ ...simulator.credentials(who), site })]))
  for (const line of scene) {
    await clients.get(line.who)?.messages.send(requestFor(simulator, line))
    await simulator.idle()
  }
  for (const client of clients.values()) await client.close()
  unfollow()
}

function requestFor(simulator: Simulator, { where, text: content }: Line): Params<'messages.send'> {
  if ('bot' in where) return { type: 'direct', to: [simulator.realm.account(where.bot).id], content }
  return { type: 'channel', to: where.channel, topic: where.topic, content }
}

interface Line {
  readonly who: string
  readonly where: { readonly channel: string; readonly topic: string } | { readonly bot: string }
  readonly text: string
}

const greetings = { channel: 'general', topic: 'greetings' }
const oven = { channel: 'kitchen', topic: 'oven #12' }

/** What people say when `npm start` plays its conversation. Names and places are the bakery's. */
const scene: readonly Line[] = [
  { who: 'Hamlet', where: greetings, text: '@**Echo** good morning, bakers' },
  { who: 'Cordelia', where: greetings, text: 'Would you tell `@**Echo**` to say it louder?' },
  { who: 'Hamlet', where: greetings, text: '@**Whois** whois iago@example.com' },
  { who: 'Hamlet', where: greetings, text: '@**Whois** is 12 in bakers' },
  { who: 'Iago', where: { bot: 'Whois' }, text: 'whoos hamlet@example.com' },
  { who: 'Iago', where: { bot: 'Echo' }, text: 'Only between us: the rye is late.' },
  { who: 'Iago', where: oven, text: '@**Topics** mute' },
  { who: 'Othello', where: oven, text: '@**Topics** delete topic lunch' },
  { who: 'Iago', where: oven, text: '@**Topics** delete topic lunch' },
  { who: 'Iago', where: oven, text: '@**Topics** confirm delete lunch' },
]

function instructions(simulator: Simulator, site: string, bots: string): string {
  const organisation = organisationOf(simulator)
  const credentials = callerCredentials(organisation)
  const api = `${site}/api/v1`
  return `
  Where
    the playground        ${site}/
    the simulated server  ${site}
    the bots              ${bots}

${accountLists(organisation)}

  Try
    # Mention a bot, and see its answer
    curl -s ${credentials}${api}/messages \\
      -d type=channel -d to=1 -d topic=greetings --data-urlencode 'content=@**Echo** hello'
    curl -s ${credentials}-G ${api}/messages \\
      -d anchor=newest -d num_before=3 -d num_after=0 -d apply_markdown=false

    # Any endpoint
    curl -s ${api}/server_settings
    curl -s ${credentials}${api}/realm/linkifiers
    curl -s ${credentials}${api}/user_topics -d stream_id=2 -d topic=lunch -d visibility_policy=1
`
}
