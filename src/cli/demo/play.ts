import { type Bot, silent } from '../../bot/index.js'
import { NodeClient } from '../../node/client.js'
import { serve } from '../../node/index.js'
import type { Params } from '../../protocol/index.js'
import { createSimulator, type OrganisationSeed, readSeed, type Simulator } from '../../simulator/index.js'
import { organisationOf } from '../../simulator/public/organisation.js'
import type { TranscriptRun, TranscriptToRun } from '../../simulator/public/transcriptKeeper.js'
import { runTranscript } from '../../testing/index.js'
import { transcriptFailure } from '../../testing/player/run.js'
import { errorMessage } from '../../values.js'
import { simulatedCredentials } from '../dev/accounts.js'
import { followChat } from '../dev/chat.js'
import { textScreen } from '../dev/textScreen.js'
import { deliveryLogs, tellSimulators } from '../shared/deliveryLogs.js'
import type { Side, Terminal } from '../shared/terminal.js'
import { facts, keysText, speakersText } from '../simulate/overview.js'

export interface DemoOptions {
  readonly organisation: OrganisationSeed
  readonly bots: readonly { readonly full_name: string; readonly summary: string; create(): Bot }[]
  /** The simulated server's port. (default: a free one) */
  readonly port?: number | undefined
  /** Whether the playground stays open after the conversation; then that is played without printing it. */
  readonly isToStay: boolean
  /** Whether keys, tokens and a call are printed. */
  readonly keys: boolean
}

/** Starts the bots in a simulated organisation, and plays a conversation with them. */
export async function playDemo({ organisation, bots, port = 0, isToStay, keys }: DemoOptions, { out }: Terminal) {
  const simulator = createSimulator({
    organisation,
    transcripts: { run: (transcript) => tryTranscript(transcript, bots) },
  })
  const { url } = await simulator.serve({ port })
  const served = bots.map((bundled) => ({
    bot: bundled.create(),
    credentials: simulatedCredentials(simulator, bundled.full_name),
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

  const level = `feature level ${simulator.realm.featureLevel}`
  if (isToStay)
    out.write(`\n  Open ${out.paint('name', `${url}/`)} in a browser: the playground, with the bots in it\n`)
  out.write(`\n  ${organisation.name}, a simulated team chat at ${level}\n\n`)
  const listed = organisationOf(simulator)
  const rows: readonly (readonly [name: string, text: string])[] = isToStay
    ? [
        ['Bots', bots.map(({ full_name }) => full_name).join(', ')],
        ['Write as', speakersText(listed)],
      ]
    : bots.map(({ full_name, summary }) => [full_name, summary])
  out.write(facts(rows, out))
  if (keys) out.write(keysText(listed, url, mention))
  await playScene(simulator, url, isToStay ? undefined : out)

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
    return { passed: result.passed, says: result.passed ? 'The bot does what it says.' : transcriptFailure(result) }
  } catch (error) {
    return { passed: null, says: errorMessage(error) }
  }
}

/** Mentions a bot in a channel of the bakery. */
const mention = `/api/v1/messages -d type=channel -d to=1 \\
      -d topic=greetings --data-urlencode 'content=@**Echo** hello'`

/** Plays the conversation over HTTP, and shows it as `earshot dev` does if there is somewhere to show it. */
async function playScene(simulator: Simulator, site: string, out: Side | undefined): Promise<void> {
  const unfollow = out === undefined ? () => {} : followChat(simulator, textScreen(out.write, out))
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
