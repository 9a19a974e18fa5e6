import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Bot } from '../bot/index.js'
import { BotModuleError } from './botModule/errors.js'
import { freshUrl } from './botModule/fresh.js'
import { placeOf } from './botModule/place.js'
import { readTypeScript } from './botModule/typeScript.js'

export { BotModuleError, type BotModuleErrorCode, type BotModulePlace } from './botModule/errors.js'

/** A bot as its module exports it. */
export interface LoadedBot {
  /** `bot`, or the name under which it is exported. */
  readonly name: string
  readonly bot: Bot
  /** Section of the credentials file that is meant; none for the only bot of a module. */
  readonly section?: string
}

export interface BotModule {
  /** The file's absolute path. */
  readonly file: string
  /** At least one, in the order of their names. */
  readonly bots: readonly LoadedBot[]
}

export interface LoadOptions {
  /** Runs the module, and those of its own that it imports, anew, though they were loaded before. */
  readonly fresh?: boolean
}

/**
 * Loads the bots of somebody's file, TypeScript or JavaScript: those that it exports, under `bot` or any other name; or
 * those in an object that it exports as `bots`, whose keys are sections of the credentials file.
 *
 * @throws {BotModuleError} when it can't be loaded, with the place of the mistake; or exports no bot, with what it does.
 * @example `const { bots } = await loadBotModule('bot.ts')`
 */
export async function loadBotModule(path: string, { fresh = false }: LoadOptions = {}): Promise<BotModule> {
  const file = resolve(path)
  if (!existsSync(file) || !statSync(file).isFile()) {
    throw new BotModuleError(
      'BOT_FILE_NOT_FOUND',
      `There is no file ${file}. Give the path of the file that exports your bot.`,
      {
        file,
      },
    )
  }
  await readTypeScript(file)
  const url = pathToFileURL(file).href
  const exported = await load(fresh ? freshUrl(url) : url, file)
  return { file, bots: botsOf(exported, file) }
}

async function load(url: string, file: string): Promise<object> {
  try {
    return await import(url)
  } catch (error) {
    const place = await placeOf(error, file)
    const at = place.line === undefined ? place.file : `${place.file}:${place.line}`
    throw new BotModuleError('BOT_NOT_LOADABLE', `The bot can't be loaded. ${at}: ${place.problem}`, place, {
      cause: error,
    })
  }
}

function botsOf(exported: object, file: string): LoadedBot[] {
  const all: Readonly<Record<string, unknown>> = { ...commonExports(exported), ...exported }
  if (all.bots !== undefined) return listed(all.bots, file)
  const found = new Map<Bot, string>()
  for (const [name, value] of Object.entries(all)) {
    // One bot may have two names, `default` and its own.
    if (isBot(value) && (!found.has(value) || name === 'bot')) found.set(value, name === 'default' ? 'bot' : name)
  }
  if (found.size === 0) throw noBot(file, all)
  const one = found.size === 1
  return [...found].map(([bot, name]) => (one ? { name, bot } : { name, bot, section: name }))
}

/**
 * What a CommonJS module exports, such as a TypeScript file in a package that doesn't say it has modules of the other
 * kind: Node gives all of it as the default export, and by name only what it finds without running the module.
 */
function commonExports({ default: whole }: { readonly default?: unknown }): object {
  return typeof whole === 'object' && whole !== null && !isBot(whole) ? whole : {}
}

function listed(bots: unknown, file: string): LoadedBot[] {
  const entries = typeof bots === 'object' && bots !== null && !Array.isArray(bots) ? Object.entries(bots) : []
  const wrong = entries.filter(([, value]) => !isBot(value)).map(([name, value]) => `bots.${name}, ${kindOf(value)}`)
  if (entries.length > 0 && wrong.length === 0) {
    return entries.map(([name, bot]) => ({ name, bot: bot as Bot, section: name }))
  }
  const has = wrong.length > 0 ? wrong.join('; ') : kindOf(bots)
  throw new BotModuleError(
    'NO_BOT',
    `The export bots of ${file} can't be used: it has ${has}. ` +
      'Export an object of bots by their sections in the credentials file: export const bots = { echo, orders }',
    { file },
  )
}

function noBot(file: string, exported: object): BotModuleError {
  const names = Object.entries(exported).map(([name, value]) => `${name}, ${kindOf(value)}`)
  return new BotModuleError(
    'NO_BOT',
    `There is no bot in what ${file} exports: ${names.length === 0 ? 'nothing' : names.join('; ')}. ` +
      'Write `export` before it: export const bot = new Bot()',
    { file },
  )
}

/** By what it can do: the module may have another copy of the library than this program. */
function isBot(value: unknown): value is Bot {
  return typeof value === 'object' && value !== null && 'handle' in value && typeof value.handle === 'function'
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return `which is ${value}`
  if (value instanceof Promise) return 'which is a promise (write `await` before what makes it)'
  if (Array.isArray(value)) return 'which is a list'
  if (typeof value === 'function') {
    return /^class\b/.test(String(value))
      ? 'which is a class'
      : 'which is a function (call it, and export what it gives)'
  }
  return typeof value === 'object' ? 'which is an object without a method `handle`' : `which is a ${typeof value}`
}
