import { type Bot, silent } from '../../bot/index.js'
import { Client } from '../../node/client.js'
import { serve } from '../../node/index.js'
import type { Message, Params } from '../../protocol/index.js'
import {
  createSimulator,
  type OrganisationSeed,
  organisationOf,
  readSeed,
  type Simulator,
  type TranscriptRun,
  type TranscriptToRun,
} from '../../simulator/index.js'
import { failureText, runTranscript } from '../../testing/index.js'
import { errorMessage } from '../../values.js'
import { credentialsOf } from '../dev/accounts.js'
import { deliveryLogs, tellSimulators } from '../shared/deliveryLogs.js'
import { accountLists, callerCredentials } from '../simulate/simulate.js'
import { chatLog } from './chatLog.js'

export interface DemoOptions {
  readonly organisation: OrganisationSeed
  readonly bots: readonly { readonly full_name: string; readonly summary: string; create(): Bot }[]
  /** Port of the simulated server; a free one unless given. */
  readonly port?: number | undefined
  /** Whether it stays up after the conversation, so that somebody can come in. */
  readonly isToStay: boolean
}

const write = (text: string) => process.stdout.write(text)

export async function playDemo({ organisation, bots, port = 0, isToStay }: DemoOptions) {
  const simulator = createSimulator({ organisation, transcripts: { run: (transcript) => tried(transcript, bots) } })
  const { url } = await simulator.listen({ port })
  const served = bots.map((bundled) => ({
    bot: bundled.create(),
    credentials: credentialsOf(simulator, bundled.full_name),
  }))
  const logs = deliveryLogs(silent, tellSimulators(served.map(({ credentials }) => credentials)))
  const serving = await serve({ bots: served, port: 0, hostname: '127.0.0.1', handleSignals: false, ...logs })
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

/** Plays a conversation to a new bot of the same kind. */
async function tried({ text, bot, organisation }: TranscriptToRun, bots: DemoOptions['bots']): Promise<TranscriptRun> {
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

async function playScene(simulator: Simulator, site: string): Promise<void> {
  const colour = process.stdout.isTTY === true && process.env.NO_COLOR === undefined
  const log = chatLog(write, { colour })
  const clients = new Map(scene.map(({ who }) => [who, new Client({ ...simulator.credentials(who), site })]))
  for (const line of scene) {
    const client = clients.get(line.who)
    if (client === undefined) continue
    log.conversation(titleOf(line))
    log.say({ name: line.who, text: line.text })

    const began = performance.now()
    const { id } = await client.messages.send(requestFor(simulator, line))
    await simulator.idle()
    const took = performance.now() - began
    for (const reply of await repliesTo(simulator, client, id)) {
      const isDirectElsewhere = reply.type === 'private' && 'channel' in line.where
      const name = isDirectElsewhere ? `${reply.sender_full_name}, to ${line.who} alone` : reply.sender_full_name
      log.say({ name, text: reply.content, took })
    }
  }
  for (const client of clients.values()) await client.close()
}

function titleOf({ who, where }: Line): string {
  return 'bot' in where ? `${who} and ${where.bot}, in direct messages` : `#${where.channel} > ${where.topic}`
}

function requestFor(simulator: Simulator, { where, text: content }: Line): Params<'messages.send'> {
  if ('bot' in where) return { type: 'direct', to: [simulator.realm.account(where.bot).id], content }
  return { type: 'channel', to: where.channel, topic: where.topic, content }
}

/** What bots said after a message, as its sender sees it. */
async function repliesTo(simulator: Simulator, client: Client, id: number): Promise<Message[]> {
  const { messages } = await client.messages.list({
    anchor: id,
    include_anchor: false,
    num_before: 0,
    num_after: 10,
    apply_markdown: false,
  })
  return messages.filter(({ sender_id }) => simulator.realm.account(sender_id).botType !== null)
}

/** What is said in the conversation that `npm start` plays, in order. Names and places are the bakery's. */

interface Line {
  readonly who: string
  readonly where: { readonly channel: string; readonly topic: string } | { readonly bot: string }
  readonly text: string
}

const greetings = { channel: 'general', topic: 'greetings' }
const oven = { channel: 'kitchen', topic: 'oven #12' }

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
    # Mention a bot, and see what it said
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
