import { type Bot, silent } from '../../bot/index.js'
import { Client } from '../../node/client.js'
import { serve } from '../../node/index.js'
import type { Message, Params } from '../../protocol/index.js'
import { createSimulator, type OrganisationSeed, type Simulator } from '../../simulator/index.js'
import { chatLog } from './chatLog.js'

export interface DemoOptions {
  /** The organisation, with an account for each bot. */
  readonly organisation: OrganisationSeed
  readonly bots: readonly { readonly full_name: string; readonly summary: string; create(): Bot }[]
  /** Port of the simulated server; a free one unless given. */
  readonly port?: number
  /** Takes the output, text by text. */
  write(text: string): void
  /** Milliseconds from any beginning. */
  now(): number
  readonly colour?: boolean
  /** Whether it stays up after the conversation, so that somebody can come in. */
  readonly isToStay: boolean
}

export interface Demo {
  /** The simulated server's address. */
  readonly url: string
  close(): Promise<void>
}

/**
 * Starts a simulated server and bots, both on loopback, and plays a conversation between them over HTTP. They stay up
 * until `close`.
 *
 * @throws {ListenError} when the port can't be had.
 */
export async function playDemo(options: DemoOptions): Promise<Demo> {
  const { organisation, bots, write } = options
  const simulator = createSimulator({ organisation })
  const { url } = await simulator.listen({ port: options.port ?? 0 })
  const serving = await serve({
    bots: bots.map((bundled) => ({ bot: bundled.create(), credentials: credentialsOf(simulator, bundled.full_name) })),
    port: 0,
    hostname: '127.0.0.1',
    handleSignals: false,
    log: silent,
  })
  for (const { full_name } of bots) simulator.connect(full_name, serving.url)

  if (options.isToStay) write(`\n  Open ${url}/ in a browser: the playground, with these bots in it.\n`)
  const level = `feature level ${simulator.realm.featureLevel}`
  write(`\n  ${organisation.name}, a simulated team chat at ${level}, and ${bots.length} bots:\n`)
  for (const { full_name, summary } of bots) write(`    ${full_name.padEnd(12)}${summary}\n`)
  await playScene(simulator, url, options)
  write(instructions({ site: url, bots: serving.url, ...accountsOf(simulator, organisation) }))

  return {
    url,
    async close() {
      await serving.close()
      await simulator.close()
    },
  }
}

function credentialsOf(simulator: Simulator, name: string) {
  const { site, email, apiKey, token } = simulator.credentials(name)
  const owner = simulator.realm.account(name).ownerId
  return {
    site,
    email,
    apiKey,
    token: token ?? [],
    ...(owner === null ? {} : { owner: simulator.credentials(owner) }),
  }
}

async function playScene(simulator: Simulator, site: string, { write, now, colour }: DemoOptions): Promise<void> {
  const log = chatLog(write, { colour })
  const clients = new Map(scene.map(({ who }) => [who, new Client({ ...simulator.credentials(who), site })]))
  for (const line of scene) {
    const client = clients.get(line.who)
    if (client === undefined) continue
    log.conversation(titleOf(line))
    log.say({ name: line.who, text: line.text })

    const began = now()
    const { id } = await client.messages.send(requestFor(simulator, line))
    await simulator.idle()
    const took = now() - began
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

function accountsOf(simulator: Simulator, organisation: OrganisationSeed): { people: Access[]; botAccounts: Access[] } {
  const people = organisation.users.filter(({ is_active = true, is_imported_stub }) => is_active && !is_imported_stub)
  const bots = organisation.bots.filter(({ type, is_active = true }) => type === 'outgoing webhook' && is_active)
  const access = ({ full_name, role = 'member' }: { full_name: string; role?: string }): Access => ({
    name: full_name,
    role,
    ...simulator.credentials(full_name),
  })
  return { people: people.map(access), botAccounts: bots.map(access) }
}

/** What is said in the conversation that `npm start` plays, in order. Names and places are the bakery's. */

interface Line {
  /** Name of the person who says it. */
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

/** What somebody needs to go on by hand: where everything is, who there is, and calls to paste into a terminal. */

interface Access {
  readonly name: string
  readonly role: string
  readonly email: string
  readonly apiKey: string
  readonly token?: string
}

interface Places {
  /** The simulated server. */
  readonly site: string
  /** Where the bots take their deliveries. */
  readonly bots: string
  readonly people: readonly Access[]
  readonly botAccounts: readonly Access[]
}

function instructions({ site, bots, people, botAccounts }: Places): string {
  const [person] = people
  const credentials = person === undefined ? '' : `${person.email}:${person.apiKey}`
  const api = `${site}/api/v1`
  return `
  Where
    the playground        ${site}/
    the simulated server  ${site}
    the bots              ${bots}

  Who (the API takes address and key by HTTP Basic authentication)
${people.map(row).join('\n')}

  Bots (a key to call the API, and the token that deliveries carry)
${botAccounts.map(row).join('\n')}

  Try
    # Mention a bot, and see what was said
    curl -s -u ${credentials} ${api}/messages \\
      -d type=channel -d to=1 -d topic=greetings --data-urlencode 'content=@**Echo** hello'
    curl -s -u ${credentials} -G ${api}/messages \\
      -d anchor=newest -d num_before=3 -d num_after=0 -d apply_markdown=false

    # Any endpoint
    curl -s ${api}/server_settings
    curl -s -u ${credentials} ${api}/realm/linkifiers
    curl -s -u ${credentials} ${api}/user_topics -d stream_id=2 -d topic=lunch -d visibility_policy=1
`
}

function row({ name, role, email, apiKey, token }: Access): string {
  const account = `    ${name.padEnd(12)}${role.padEnd(15)}${email.padEnd(28)}${apiKey}`
  return token === undefined ? account : `${account}  ${token}`
}
