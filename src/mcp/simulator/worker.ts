import { readFileSync } from 'node:fs'
import { EarshotError } from '../../errors.js'
import type { Answer } from '../../protocol/index.js'
import { callAs } from '../../simulator/callAs.js'
import { readSeed } from '../../simulator/index.js'
import { organisationOf } from '../../simulator/public/organisation.js'
import { explore } from '../../testing/explore/explore.js'
import type { TestChat, Tested } from '../../testing/index.js'
import { testBot, wayOfEnvironment } from '../../testing/testBot.js'
import { withoutUndefined } from '../../values.js'
import type { McpCall } from '../tool.js'
import type { ExploreArgs, StartArgs, TranscriptArgs } from './arguments.js'
import type { OpenChat } from './chat.js'
import { chatTools } from './chatTools.js'

type Progress = McpCall['progress']

/** Runs bots, possibly in a separate process, so that they can't do harm. */
export interface BotWorker {
  /** Calls a tool of the simulator. @throws errors for the agent */
  call(tool: string, args: unknown, progress?: Progress): Promise<unknown>
  close(): Promise<void>
}

export interface BotWorkerOptions {
  /** Loads a file's bot from scratch; `account` says which if there are several. */
  load(file: string, account: string): Tested
  /** Plays transcripts. */
  playTranscripts(args: TranscriptArgs, progress: Progress): Promise<unknown>
}

/** Runs one bot in one simulated organisation. */
export function createBotWorker({ load, playTranscripts }: BotWorkerOptions): BotWorker {
  let open: OpenChat | undefined
  async function start({ file, bot, by = wayOfEnvironment(), level, organisation }: StartArgs): Promise<unknown> {
    const chat = await testBot(load(file, bot), {
      account: bot,
      by,
      ...(level !== undefined && { featureLevel: level }),
      ...(organisation !== undefined && {
        simulator: { organisation: readSeed(readFileSync(organisation, 'utf8'), { name: organisation }) },
      }),
    })
    const { simulator, botName } = chat
    const { name, users } = organisationOf(simulator)
    const people = users.filter(({ is_active: isActive }) => isActive)
    // By default, an ordinary member speaks, who has no special rights.
    const { full_name: speaker } = people.find(({ role }) => role === 'member') ?? people[0] ?? { full_name: botName }
    open = { chat, by, speaker }
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

  const exploreFile = ({ file, bot, ...options }: ExploreArgs, progress: Progress) => {
    const onConversation = (count: number, found: number) => {
      if (count % 10 === 0) progress(`${count} of ${options.runs} conversations, ${found} findings.`)
    }
    return explore(load(file, bot), { ...withoutUndefined(options), account: bot, onConversation })
  }

  return {
    async call(name, args, progress = () => {}) {
      if (name === 'start') return start(args as StartArgs)
      if (name === 'run_transcripts') return playTranscripts(args as TranscriptArgs, progress)
      if (name === 'explore') return exploreFile(args as ExploreArgs, progress)
      const tool = chatTools.find((one) => one.name === name)
      if (tool === undefined || open === undefined) throw notStarted()
      return tool.run(args, open)
    },
    close: async () => open?.chat.close(),
  }
}

function channelsOf({ simulator: { realm } }: TestChat, who: string): string[] {
  const { streams } = callAs(realm, realm.account(who), 'streams.list', {}) as Answer<'streams.list'>
  return streams.map(({ name }) => name)
}

export const notStarted = () =>
  new EarshotError('not_started', 'No bot is running. Call the tool `start` with its file first.')
