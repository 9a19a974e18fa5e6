import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type KeptState, keptBy } from '../../bot/routes/keeps.js'
import { type Endpoint, type EndpointName, endpoints } from '../../protocol/index.js'
import { settingsOfFile, transcriptsIn } from '../../testing/player/files.js'
import { parseTranscript } from '../../transcript/parse.js'
import { TranscriptError } from '../../transcript/problems.js'
import { contains, type Entry, type LevelRange } from '../../transcript/transcript.js'
import { type LoadedBot, loadBotModule } from '../botModule.js'

/** What bots rely on, as far as their declarations and their transcripts show. */
export interface BotUses {
  /** The endpoints that their transcripts call as the bot. */
  readonly client: readonly Endpoint[]
  /** The endpoints that their transcripts call as its owner. */
  readonly owner: readonly Endpoint[]
  /** Calls that their transcripts expect. */
  readonly expected: readonly ExpectedCall[]
  /** Groups whose members may use a command, by name or ID. */
  readonly groups: readonly (string | number)[]
  /** What they declare that they keep in their storage. */
  readonly keeps: readonly KeptState[]
}

export interface ExpectedCall {
  readonly endpoint: EndpointName
  readonly as: 'client' | 'owner'
  readonly params: Readonly<Record<string, unknown>>
  /** Whether a server of this level gets it. */
  isAt(level: number): boolean
}

/** The bots of a file, and what they rely on. */
export async function botsIn(file: string): Promise<{ readonly bots: readonly LoadedBot[]; readonly uses: BotUses }> {
  const { bots, file: path } = await loadBotModule(file)
  const expected = expectedCalls(dirname(path))
  const called = (as: ExpectedCall['as']) =>
    endpoints.filter(({ name }) => expected.some((call) => call.as === as && call.endpoint === name))
  const declared = bots.flatMap(({ bot }) => bot.declared ?? [])
  const rules = declared.flatMap(({ routes }) => routes.commands.flatMap(({ accesses }) => accesses)).flat()
  const groups = rules.flatMap((rule) => (typeof rule === 'string' ? [] : [rule.group]))
  return {
    bots,
    uses: {
      client: called('client'),
      owner: called('owner'),
      expected,
      groups: [...new Set(groups)],
      keeps: [...new Set(declared.flatMap(keptBy))],
    },
  }
}

/** The calls that the transcripts in a folder expect. Those that can't be read are left to their tests. */
function expectedCalls(folder: string): readonly ExpectedCall[] {
  return transcriptsIn(folder).flatMap((path) => {
    try {
      const { levels, bot = 'Echo' } = settingsOfFile(path)
      return parseTranscript(readFileSync(path, 'utf8')).entries.flatMap((entry) => {
        const isOwn = 'who' in entry && entry.who === bot
        const called = entry.kind === 'effect' ? entry.endpoint : isOwn ? calledBy[entry.kind] : undefined
        const endpoint = endpoints.find(({ name }) => name === called)
        if (!endpoint) return []
        const params = Object.entries('parameters' in entry ? entry.parameters : {}).map(([name, value]) => [
          name,
          'json' in value ? value.json : value.text,
        ])
        const isIn = (range: LevelRange | undefined, level: number) => contains(range ?? {}, level)
        return {
          endpoint: endpoint.name as EndpointName,
          as: entry.kind === 'effect' && entry.as !== undefined ? ('owner' as const) : ('client' as const),
          params: Object.fromEntries(params),
          isAt: (level: number) => isIn(levels, level) && isIn(entry.levels, level),
        }
      })
    } catch (error) {
      if (error instanceof TranscriptError) return []
      throw error
    }
  })
}

/** What the bot calls for what its transcripts tell in words. */
const calledBy: Readonly<Partial<Record<Entry['kind'], EndpointName>>> = {
  edit: 'messages.edit',
  move: 'messages.edit',
  delete: 'messages.delete',
  react: 'reactions.add',
  unreact: 'reactions.remove',
  upload: 'files.upload',
}
