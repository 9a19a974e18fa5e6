import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Block, root } from './blocks.js'
import { entries } from './entries.js'

/** The examples that an editor shows when one points at a name, as modules: with the imports and the handler around them. */
export function hovers(): Block[] {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  return sources.flatMap((name) => examplesIn(`src/${name.replaceAll('\\', '/')}`))
}

function examplesIn(page: string): Block[] {
  const text = readFileSync(join(root, page), 'utf8')
  return [...text.matchAll(/^ *(?:\/\*\*|\*)(?:[^\n]* )?@example\s(.*?)(?=\n *\* @|\*\/)/gms)].flatMap(
    ({ index, 1: body = '' }) => {
      const line = text.slice(0, index).split('\n').length
      const code = body
        .replaceAll(/^ *\* ?/gm, '')
        .trim()
        .replace(/^`([^`]*)`$/, (all, code) => (code.includes('${') ? all : code))
      const language = notCode.some((start) => code.startsWith(start)) ? 'text' : 'ts'
      return [{ page, line, language, info: 'no-run', code: `${headOf(page, code)}\n${code}\n}` }]
    },
  )
}

/** Things of a reader's own in these examples. */
export const hoverStandIns = `
import type { Bot, Composer, Session, SessionState, Storage } from 'earshot'
import type { Observer } from 'earshot/observe'
import type { QueueEngine } from 'earshot/queue'
import type { StorageEngine } from 'earshot/storage'
import type { matrix } from 'earshot/testing'
type Text = AsyncIterable<string>
interface Loaf { readonly name: string }
declare global {
  type Oven = { readonly temperature: number; close(): Promise<void> }
  function openOven(signal: AbortSignal): Promise<Oven>
  function bake(loaf: Loaf, options?: { signal: AbortSignal }): Promise<string>
  function answer(question: string): string
  function close(topic: object): string
  function remember(move: object): void
  function log(line: string): void
  function createEcho(): Bot
  function createBot(): Bot
  function streamText(options: object): { textStream: Text; fullStream: AsyncIterable<{ type: string; textDelta: string }> }
  function asAiMessage(message: object): object
  const model: { answer(question: string, options?: { signal: AbortSignal }): Text }
  const result: ReturnType<typeof streamText>
  const figures: Observer
  const jobs: QueueEngine
  const table: StorageEngine
  const run: Parameters<typeof matrix>[0]
  const thread: { post(text: AsyncIterable<unknown>): Promise<void> }
  const kitchen: { order(dish: string): string }
  const shop: { order(dish: string): Promise<string> }
  const topics: Composer
  const loaves: Loaf[]
  const rye: Loaf
  type Basket = SessionState<{ loaves: number }>
  const basket: Session<'basket', { loaves: number }, 'user'>
  const people: number[]
  const content: string
  const csv: Uint8Array
  const url: string
  const key: string
  const message_id: number
  const error: unknown
  const signal: AbortSignal
  const storage: Storage
  const credentials: { site: string; email: string; apiKey: string; token: string }
  const z: typeof import('zod')
  const createMemoryState: typeof import('@chat-adapter/state-memory').createMemoryState
  const Chat: typeof import('chat').Chat
}
`

/** Files that are configured, not programs. */
const notCode = ['[api]', '// at the top of a file']

/** One line before an example, so that its lines can be counted. */
function headOf(page: string, code: string): string {
  const words = new Set(code.replaceAll(/'[^'\n]*'|\.\w+|\/\/.*$/gm, '').match(/\b[A-Za-z]\w+\b/g))
  const own = new Set(
    [...code.matchAll(/\b(?:const|class|function) (\w+)|\b(?:const|let) [{[]([^}\]]*)[}\]]/g)].flatMap(
      ([, one, several = '']) => [one, ...several.split(/[\s,]+/)],
    ),
  )
  const wanted = [...words].filter((word) => !own.has(word))
  const imports = importsOf(wanted, page)
  const inside = wanted.filter(
    (word) =>
      entryOf(word, page) === undefined &&
      new RegExp(`^export (async )?(function|const) ${word}\\b`, 'm').test(readFileSync(join(root, page), 'utf8')),
  )
  if (inside.length > 0) imports.push(`import { ${inside.join(', ')} } from '../../${page.replace(/\.ts$/, '.js')}'`)
  return `${imports.join('; ')}; export async function example(ctx: ${contexts.find(([place]) => page.includes(place))?.[1] ?? "import('earshot').Context"}) {`
}

/** What imports these names, as far as Earshot exports them. */
export function importsOf(wanted: readonly string[], page: string): string[] {
  return [...exported].flatMap(([entry, names]) => {
    const found = wanted.filter((word) => names.has(word) && entryOf(word, page) === entry)
    return found.length === 0 ? [] : [`import { ${found.join(', ')} } from '${entry}'`]
  })
}

/** What examples of some places are handed. */
const contexts: readonly (readonly [place: string, type: string])[] = [
  ['bot/session/', "import('earshot').Context & { basket: Basket }"],
]

/** The names that each entry exports. */
const exported = new Map(
  [...entries].map(([file, entry]) => {
    const source = readFileSync(join(root, file), 'utf8')
    const listed = [...source.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) =>
      names.split(',').map((name) =>
        name
          .trim()
          .replace(/^type /, '')
          .replace(/^.* as /, ''),
      ),
    )
    const declared = [
      ...source.matchAll(/^export (?:declare )?(?:async )?(?:const|function|class|interface|type) (\w+)/gm),
    ].map(([, name = '']) => name)
    return [entry, new Set([...listed, ...declared])]
  }),
)

/** Where an example gets a name from: the entry of its own room if that has it, else the first that does. */
function entryOf(word: string, page: string): string | undefined {
  const having = [...exported].filter(([, names]) => names.has(word)).map(([entry]) => entry)
  return having.find((entry) => page.startsWith(`src/${entry.replace(/^earshot\/?/, '')}/`)) ?? having[0]
}
