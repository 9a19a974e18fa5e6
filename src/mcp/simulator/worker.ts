import { readFileSync } from 'node:fs'
import { EarshotError } from '../../errors.js'
import type { Answer } from '../../protocol/index.js'
import { organisationOf, readSeed } from '../../simulator/index.js'
import { callAs } from '../../testing/callAs.js'
import { type TestChat, type Tested, testBot } from '../../testing/index.js'
import { withoutUndefined } from '../../values.js'
import type { OpenChat } from './chat.js'
import { chatTools } from './chatTools.js'
import type { StartArgs, TranscriptArgs } from './tools.js'

/** What runs bots: it may be a process of its own, in which they can do no harm. */
export interface Worker {
  /** Calls a tool of the simulator. @throws what the agent is told */
  call(tool: string, args: unknown): Promise<unknown>
  close(): Promise<void>
}

export interface WorkerOptions {
  /** What makes the bot of a file anew; `account` says which, where it has several. */
  load(file: string, account: string): Tested
  /** Plays transcripts. */
  playTranscripts(args: TranscriptArgs): Promise<unknown>
}

/** Runs one bot in one simulated organisation. */
export function createWorker({ load, playTranscripts }: WorkerOptions): Worker {
  let open: OpenChat | undefined
  const close = async () => {
    await open?.chat.close()
    open = undefined
  }

  async function start({ file, bot = 'Echo', by, level, organisation }: StartArgs): Promise<unknown> {
    await close()
    const chat = await testBot(load(file, bot), {
      account: bot,
      ...withoutUndefined({ by, featureLevel: level }),
      ...(organisation !== undefined && {
        simulator: { organisation: readSeed(readFileSync(organisation, 'utf8'), { name: organisation }) },
      }),
    })
    const { simulator, botName } = chat
    const { name, users } = organisationOf(simulator)
    const people = users.filter(({ is_active: isActive }) => isActive)
    // Not everybody may do what an owner may.
    const { full_name: speaker } = people.find(({ role }) => role === 'member') ?? people[0] ?? { full_name: botName }
    open = { chat, by: by ?? 'webhook', speaker }
    return {
      bot: botName,
      mention: `@**${botName}**`,
      organisation: name,
      people: people.map(({ full_name: fullName, role }) => `${fullName} (${role})`),
      speaker,
      channels: channelsOf(chat, speaker),
      featureLevel: simulator.realm.featureLevel,
      time: new Date(chat.clock.now()).toISOString(),
    }
  }

  return {
    async call(name, args) {
      if (name === 'start') return start(args as StartArgs)
      if (name === 'run_transcripts') return playTranscripts(args as TranscriptArgs)
      const tool = chatTools.find((one) => one.name === name)
      if (tool === undefined || open === undefined) throw notStarted()
      return tool.run(args, open)
    },
    close,
  }
}

function channelsOf({ simulator: { realm } }: TestChat, who: string): string[] {
  const { streams } = callAs(realm, realm.account(who), 'streams.list', {}) as Answer<'streams.list'>
  return streams.map(({ name }) => name)
}

export const notStarted = () =>
  new EarshotError('NOT_STARTED', 'No bot is running. Call the tool `start` with its file first.')
