import { execFile } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { createRequire, register } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Bot } from '../bot/index.js'
import { EarshotError } from '../client/index.js'
import { nameErrors } from '../errors.js'
import { fileOf, framesIn, ownPlace } from './shared/stack.js'

export interface LoadedBot {
  /** `bot`, or the name under which it is exported. */
  readonly name: string
  readonly bot: Bot
  /** Its section in the credentials file; undefined for a module's only bot. */
  readonly section?: string
}

/**
 * Loads the bots that a file exports, under any names or in an object `bots` whose keys are sections of the credentials
 * file. `fresh` loads the file and the project's modules it imports again. Returns at least one, and the file's absolute path.
 *
 * @throws {BotModuleError}
 */
export async function loadBotModule(path: string, { fresh = false } = {}) {
  const file = botFile(path)
  await readTypeScript(file)
  const url = pathToFileURL(file).href
  const exported = await load(fresh ? freshUrl(url) : url, file)
  return { file, bots: botsOf(exported, file) }
}

/** The absolute path of a bot's file. @throws {BotModuleError} if it doesn't exist. */
export function botFile(path: string): string {
  const file = resolve(path)
  if (existsSync(file) && statSync(file).isFile()) return file
  throw new BotModuleError(
    'bot_file_not_found',
    `There is no file ${file}. Give the path of the file that exports your bot.`,
    { file },
  )
}

async function load(url: string, file: string): Promise<object> {
  try {
    return await import(url)
  } catch (error) {
    const place = await placeOf(error, file)
    const at = place.line === undefined ? place.file : `${place.file}:${place.line}`
    throw new BotModuleError('bot_not_loadable', `The bot can't be loaded. ${at}: ${place.problem}`, place, {
      cause: error,
    })
  }
}

function botsOf(exported: object, file: string): LoadedBot[] {
  const all: Readonly<Record<string, unknown>> = { ...commonExports(exported), ...exported }
  if (all.bots !== undefined) return listed(all.bots, file)
  const found = new Map<Bot, string>()
  for (const [name, value] of Object.entries(all)) {
    // A bot may be exported under two names, `default` and its own.
    if (isBot(value) && (!found.has(value) || name === 'bot')) found.set(value, name === 'default' ? 'bot' : name)
  }
  if (found.size === 0) throw noBot(file, all)
  const one = found.size === 1
  return [...found].map(([bot, name]) => (one ? { name, bot } : { name, bot, section: name }))
}

/**
 * The exports of a CommonJS module, such as a TypeScript file in a package without `"type": "module"`. Node puts all of
 * them into the default export, and gives by name only those that it finds without running the module.
 */
function commonExports({ default: whole }: { readonly default?: unknown }): object {
  return typeof whole === 'object' && whole !== null && !isBot(whole) ? whole : {}
}

function listed(bots: unknown, file: string): LoadedBot[] {
  const isObject = typeof bots === 'object' && bots !== null && !Array.isArray(bots)
  const entries = isObject ? Object.entries(bots) : []
  const wrong = entries.filter(([, value]) => !isBot(value)).map(([name, value]) => `bots.${name}, ${kindOf(value)}`)
  if (entries.length > 0 && wrong.length === 0) {
    return entries.map(([name, bot]) => ({ name, bot: bot as Bot, section: name }))
  }
  const found =
    wrong.length > 0
      ? `bots that can't be used: ${wrong.join('; ')}`
      : `\`bots\`, ${isObject ? 'which is empty' : kindOf(bots)}`
  throw new BotModuleError(
    'no_bot',
    `${file} exports ${found}. ` +
      'Export an object of bots by their sections in the credentials file: export const bots = { echo, orders }',
    { file },
  )
}

function noBot(file: string, exported: object): BotModuleError {
  const entries = Object.entries(exported)
  const [ofChatSdk] = entries.find(([, value]) => isOfChatSdk(value)) ?? []
  if (ofChatSdk !== undefined) {
    return new BotModuleError(
      'no_bot',
      `${file} exports \`${ofChatSdk}\`, a bot of the Chat SDK, which runs as a program of its own. To try it, start that program ` +
        'for the server of `npx earshot simulate --keys`, with what it prints as ZULIP_SITE, ZULIP_EMAIL, ZULIP_API_KEY ' +
        'and ZULIP_TOKEN. To test it, use `testChat`.',
      { file },
    )
  }
  const names = entries.map(([name, value]) => `\`${name}\`, ${kindOf(value)}`)
  return new BotModuleError(
    'no_bot',
    `${file} exports no bot, but ${names.length === 0 ? 'nothing' : names.join('; ')}. ` +
      'Export your bot: export const bot = new Bot()',
    { file },
  )
}

/** Checked by its method, since the module may use another copy of the library. */
function isBot(value: unknown): value is Bot {
  return typeof value === 'object' && value !== null && 'handle' in value && typeof value.handle === 'function'
}

function isOfChatSdk(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'webhooks' in value && 'getAdapter' in value
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return `which is ${value}`
  if (value instanceof Promise) return 'which is a promise (`await` it)'
  if (Array.isArray(value)) return 'which is a list'
  if (typeof value === 'function') {
    return /^class\b/.test(String(value)) ? 'which is a class' : 'which is a function (call it and export the result)'
  }
  return typeof value === 'object' ? 'which is an object without a method `handle`' : `which is a ${typeof value}`
}

/**
 * A URL that makes Node load a module again, along with its imports outside node_modules. Node caches modules by URL, so
 * each load gets its own; earlier copies stay in memory.
 */
function freshUrl(url: string): string {
  if (loadings === 0) register(`data:text/javascript,${encodeURIComponent(hook)}`)
  loadings += 1
  return `${url}?${mark}=${loadings}`
}

let loadings = 0

const mark = 'earshot-loading'

/** Runs in the thread of Node's loader, which shares no memory with this one. */
const hook = `
export async function resolve(specifier, context, next) {
  const found = await next(specifier, context)
  const [loading] = /[?&]${mark}=\\d+/.exec(context.parentURL ?? '') ?? []
  if (!loading || !found.url.startsWith('file:')) return found
  if (found.url.includes('/node_modules/') || found.url.includes('${mark}=')) return found
  return { ...found, url: found.url + (found.url.includes('?') ? '&' : '?') + loading.slice(1) }
}
`

/** Why a module can't be loaded, and where: in its own file, unless the error names another. */
async function placeOf(error: unknown, file: string): Promise<BotModulePlace & { readonly problem: string }> {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  const [, at, line, column, said] = /^(.+?):(\d+):(\d+): (?:ERROR|error): (.*)$/m.exec(message) ?? []
  if (at !== undefined) return { file: at, line: Number(line), column: Number(column) + 1, problem: said ?? message }
  const problem = name === 'Error' ? message : `${name}: ${message}`
  const frame = error instanceof SyntaxError ? await syntaxPlace(file) : firstOwnFrame(stack)
  return { ...(frame ?? { file }), problem }
}

const firstOwnFrame = (stack: string): BotModulePlace | undefined =>
  framesIn(stack).flatMap((frame) => ownPlace(frame) ?? [])[0]

/**
 * Node reports the place of a syntax error only on standard error when a process dies of it, so this starts one. All modules
 * are parsed before the first one runs, so no code runs twice.
 */
function syntaxPlace(file: string): Promise<BotModulePlace | undefined> {
  return new Promise((resolve) => {
    const program = `import(${JSON.stringify(pathToFileURL(file).href)})`
    execFile(process.execPath, ['--input-type=module', '--eval', program], (_error, _out, written) => {
      const [, url, line] = /^(file:\/\/.+?):(\d+)$/m.exec(written) ?? []
      resolve(url === undefined ? undefined : { file: fileOf(url), line: Number(line) })
    })
  })
}

/** Uses the project's `tsx`, which also resolves `./a.js` to `./a.ts`; without it, Node itself. */
async function readTypeScript(file: string): Promise<void> {
  if (!/\.[mc]?tsx?$/.test(file) || isReady) return
  const tsx = found(file) ?? found(import.meta.url)
  if (tsx !== undefined) {
    await import(pathToFileURL(tsx).href)
    isReady = true
  } else if (!Reflect.get(process.features, 'typescript')) {
    throw new BotModuleError(
      'no_typescript',
      `${file} is TypeScript, which Node ${process.versions.node} can't run on its own. Run: npm install tsx`,
      { file },
    )
  }
}

let isReady = false

function found(from: string): string | undefined {
  try {
    return createRequire(from).resolve('tsx')
  } catch {
    return undefined
  }
}

export type BotModuleErrorCode = 'bot_file_not_found' | 'no_typescript' | 'bot_not_loadable' | 'no_bot'

/** The place of an error. Lines and columns count from 1. */
export interface BotModulePlace {
  readonly file: string
  readonly line?: number
  readonly column?: number
}

export class BotModuleError extends EarshotError {
  declare readonly code: BotModuleErrorCode
  readonly file: string
  readonly line: number | undefined
  readonly column: number | undefined

  constructor(code: BotModuleErrorCode, message: string, place: BotModulePlace, options?: ErrorOptions) {
    super(code, message, options)
    this.file = place.file
    this.line = place.line
    this.column = place.column
  }
}

nameErrors({ BotModuleError })
