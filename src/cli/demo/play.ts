import type { Bot } from '../../bot/index.js'
import { silent } from '../../bot/index.js'
import { Client } from '../../node/client.js'
import { serve } from '../../node/index.js'
import type { Message, Params } from '../../protocol/index.js'
import { createSimulator, type OrganisationSeed, type Simulator } from '../../simulator/index.js'
import { chatLog } from './chatLog.js'
import { type Access, instructions } from './instructions.js'
import { type Line, scene } from './scene.js'

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
