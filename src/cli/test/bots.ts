import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { Bot } from '../../bot/index.js'
import { shortPath } from '../../testing/player/files.js'
import { type LoadedBot, loadBotModule } from '../botModule.js'
import { UsageError } from '../shared/usageError.js'

/** The given file, or one called `bot` beside the transcript or above it, up to the working directory. */
export function botFileFor(transcript: string, given: string | undefined): string {
  if (given !== undefined) return given
  const top = process.cwd()
  for (let folder = dirname(resolve(transcript)); ; folder = dirname(folder)) {
    const found = names.map((name) => join(folder, name)).find((path) => existsSync(path))
    if (found !== undefined) return found
    const isBelow = !relative(top, folder).startsWith('..')
    if (folder === top || !isBelow || dirname(folder) === folder) break
  }
  throw new UsageError(
    `There is no bot for ${shortPath(transcript)}: no ${names.slice(0, 2).join(' or ')} beside it or above. Give the file with --bot.`,
  )
}

const names = ['bot.ts', 'bot.js', 'bot.mts', 'bot.mjs', 'bot.cts', 'bot.cjs'].flatMap((name) => [
  name,
  join('src', name),
])

/** Loads the file's bot from scratch on each call, as a starting process does. @throws {UsageError} if it is unclear which bot is meant */
export function freshBot(file: string, account: string | undefined): () => Promise<Bot> {
  return async () => {
    const { bots } = await loadBotModule(file, { fresh: true })
    const [first, second] = bots
    const meant = second === undefined ? first : bots.find((bot) => isCalled(bot, account))
    if (meant !== undefined) return meant.bot
    const exported = bots.map(({ name }) => name).join(', ')
    throw new UsageError(
      `${shortPath(file)} exports several bots (${exported}). Name the one you mean; in a transcript: bot: ${first?.name ?? ''}`,
    )
  }
}

function isCalled({ name, bot }: LoadedBot, account: string | undefined): boolean {
  return [name, Reflect.get(bot, 'name')].some(
    (one) => typeof one === 'string' && one.toLowerCase() === account?.toLowerCase(),
  )
}
