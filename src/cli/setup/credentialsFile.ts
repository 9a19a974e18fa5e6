import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { readIni } from '../../node/configuration/ini.js'
import { UsageError } from '../shared/usageError.js'
import type { Owner } from './askOwner.js'

/** The options of a bot, as its credentials file has them. */
export interface BotLines extends Owner {
  readonly token?: string | undefined
}

/** A change of the file, not yet written, and the bot's section in it. */
export interface PlannedFile {
  readonly change: 'created' | 'section added' | 'unchanged'
  readonly section: string
  write(): void
}

/**
 * Plans how to write a bot's section: into a new file, or as another section of an existing one.
 *
 * @throws {UsageError} if the file has other credentials for the bot, which may be in use somewhere.
 */
export function planFile(path: string, bot: BotLines, shortName: string): PlannedFile {
  const { sections } = readIni(existsSync(path) ? readFileSync(path, 'utf8') : '')
  const optionOf = (section: (typeof sections)[number], ...names: readonly string[]) =>
    section.options.find(({ name }) => names.includes(name))?.value
  const there = sections.find((one) => optionOf(one, 'email')?.toLowerCase() === bot.email.toLowerCase())
  if (there !== undefined) {
    const isSame =
      optionOf(there, 'key', 'api_key', 'apikey') === bot.apiKey && optionOf(there, 'token', 'tokens') === bot.token
    if (isSame) return { change: 'unchanged', section: there.name, write: () => chmodSync(path, 0o600) }
    throw new UsageError(
      `${path} has other credentials for ${bot.email}, which may be older. Remove its section [${there.name}], or give another file with --config.`,
    )
  }
  const isFirst = sections.length === 0
  const section = isFirst ? 'api' : freeName(shortName, new Set(sections.map(({ name }) => name)))
  return {
    change: isFirst ? 'created' : 'section added',
    section,
    write() {
      const before = isFirst ? '' : `${readFileSync(path, 'utf8').trimEnd()}\n\n`
      // `mode` protects a new file from the start; an existing file needs `chmod`.
      writeFileSync(path, `${before}${sectionText(section, bot)}`, { mode: 0o600 })
      chmodSync(path, 0o600)
    },
  }
}

export function sectionText(section: string, bot: BotLines): string {
  const { token, allowInsecure, certBundle, insecure } = bot
  const lines = [`email=${bot.email}`, `key=${bot.apiKey}`, `site=${bot.site}`]
  if (token !== undefined) lines.push(`token=${token}`)
  if (allowInsecure === true) lines.push('allow_insecure=true')
  if (certBundle !== undefined) lines.push(`cert_bundle=${certBundle}`)
  if (insecure === true) lines.push('insecure=true')
  return `[${section}]\n${lines.join('\n')}\n`
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted
  for (let number = 2; taken.has(name); number += 1) name = `${wanted}-${number}`
  return name
}
