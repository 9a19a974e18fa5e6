import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { asks, type KeptState } from '../../bot/keeps.js'
import { type Endpoint, type EndpointName, endpoints } from '../../protocol/index.js'
import { settingsOfFile, transcriptsIn } from '../../testing/transcript/files.js'
import { parseTranscript } from '../../transcript/parse.js'
import { TranscriptError } from '../../transcript/problems.js'
import { contains, type LevelRange } from '../../transcript/transcript.js'
import { type LoadedBot, loadBotModule } from '../botModule.js'

/** What bots rely on, as far as their declarations, their code and their transcripts show. */
export interface BotUses {
  /** The endpoints that they call as themselves. */
  readonly client: readonly Endpoint[]
  /** The endpoints that they call as their owner. */
  readonly owner: readonly Endpoint[]
  /** Calls that their transcripts expect. */
  readonly expected: readonly ExpectedCall[]
  /** Groups whose members may do something, or are asked, by name or ID. */
  readonly groups: readonly (string | number)[]
  /** What they keep in their storage. */
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
  const code = await codeOf(path)
  const all = code.join('\n')
  const expected = expectedCalls(dirname(path))
  const asked = new Set([...all.matchAll(questions)].map(([, name = '']) => name))
  const called = { client: new Set<string>(), owner: new Set<string>() }
  for (const [, as, namespace, method] of all.matchAll(calls)) {
    called[as === 'owner' ? 'owner' : 'client'].add(`${namespace}.${method}`)
  }
  for (const { as, endpoint } of expected) called[as].add(endpoint)
  const named = (names: ReadonlySet<string>) => endpoints.filter(({ name }) => names.has(name) && !asked.has(name))
  const groups = [...all.matchAll(groupRules)].map(([, , name, id]) => name ?? Number(id))
  const declared = bots.flatMap(({ bot }) => bot.keeps ?? [])
  const keeps = new Set<KeptState>([...declared, ...(asks.test(all) ? (['open questions'] as const) : [])])
  return {
    bots,
    uses: {
      client: named(called.client),
      owner: named(called.owner),
      expected: expected.filter(({ endpoint }) => !asked.has(endpoint)),
      groups: [...new Set(groups)],
      keeps: [...keeps],
    },
  }
}

/** The text of a file and of its relative imports. */
async function codeOf(file: string): Promise<string[]> {
  const texts = new Map<string, string>()
  const waiting = [resolve(file)]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (texts.has(path)) continue
    const text = await readFile(path, 'utf8').catch(() => '')
    texts.set(path, text)
    for (const [, imported = ''] of text.matchAll(imports)) waiting.push(...spellings(resolve(dirname(path), imported)))
  }
  return [...texts.values()]
}

const calls = /\b(client|owner)\s*\??\.\s*(\w+)\s*\.\s*(\w+)\s*\(/g
const questions = /\bsupports\s*\(\s*['"](\w+\.\w+)['"]/g
const imports = /\b(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g
/** `{ group: 'bakers' }`, which `access` and `approve` take. */
const groupRules = /\{\s*group\s*:\s*(?:(['"`])([^'"`$]+)\1|(\d+))\s*\}/g

/** TypeScript is imported under the name of its JavaScript, or without an extension. */
function spellings(path: string): string[] {
  return [path, path.replace(/\.js$/, '.ts'), `${path}.ts`, `${path}.js`]
}

/** The calls that the transcripts in a folder expect. Those that can't be read are left to their tests. */
function expectedCalls(folder: string): readonly ExpectedCall[] {
  return transcriptsIn(folder).flatMap((path) => {
    try {
      const { levels } = settingsOfFile(path)
      return parseTranscript(readFileSync(path, 'utf8')).entries.flatMap((entry) => {
        const endpoint = entry.kind === 'effect' && endpoints.find(({ name }) => name === entry.endpoint)
        if (!endpoint) return []
        const params = Object.entries(entry.parameters).map(([name, value]) => [
          name,
          'json' in value ? value.json : value.text,
        ])
        const isIn = (range: LevelRange | undefined, level: number) => contains(range ?? {}, level)
        return {
          endpoint: endpoint.name as EndpointName,
          as: entry.as === undefined ? ('client' as const) : ('owner' as const),
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
