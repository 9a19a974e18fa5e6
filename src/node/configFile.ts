import { readFile, stat } from 'node:fs/promises'
import { parse } from 'ini'
import type { Log } from '../bot/index.js'
import { type BotCredentials, credentialsOf, settings } from './credentials.js'
import { ConfigurationError } from './errors.js'

export interface CredentialsFileOptions {
  /** Which section to read: `api`, or the only one, when not given. */
  readonly section?: string
  /** Hears of a file that others may read. */
  readonly log?: Log
}

/**
 * One bot's credentials from an INI file such as a chat server's own `zuliprc`: a section with `email`, `key`, `site` and
 * `token`, and if wanted `owner_email`, `owner_key`, `dialect` and `insecure`.
 *
 * @throws {ConfigurationError} naming file, section and option.
 * @example
 * [api]
 * email=echo-bot@chat.example.com
 * key=...
 * site=https://chat.example.com
 * token=...
 */
export async function credentialsFromFile(file: string, options: CredentialsFileOptions = {}): Promise<BotCredentials> {
  const sections = sectionsOf(parse(await read(file)))
  const section = chosen(file, sections, options.section)
  const values = sections.get(section) ?? new Map()
  await warnIfOthersMayRead(file, options.log)
  return credentialsOf(
    (name) => settings[name].options.map((option) => values.get(option)).find((value) => value !== undefined),
    (name, problem) => {
      const option = settings[name].options[0]
      return new ConfigurationError(
        `The file ${file} can't be used: in its section [${section}] the option ${option} ${problem}. ` +
          `Write a line ${option}=... below [${section}]; the file that the chat server offers for the bot has it.`,
        { file, section, option },
      )
    },
  )
}

type Section = ReadonlyMap<string, string>

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : String(error)
    throw new ConfigurationError(
      `The file ${file} can't be read: ${reason}. Download it from the chat server, where the bot was created, ` +
        'or say with EARSHOT_CONFIG where it is.',
      { file },
      { cause: error },
    )
  }
}

/** Sections by name; names with dots, which the parser takes apart, whole again. Option names in one spelling. */
function sectionsOf(ini: object, prefix = ''): Map<string, Section> {
  const sections = new Map<string, Section>()
  for (const [name, inner] of Object.entries(ini)) {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) continue
    const entries = Object.entries(inner as object)
    const options = entries.filter(([, value]) => typeof value !== 'object' || Array.isArray(value))
    const texts = options.map(([option, value]) => [spelling(option), String(value).trim()] as const)
    if (options.length > 0 || entries.length === 0) {
      sections.set(prefix + name, new Map(texts.filter(([, value]) => value !== '')))
    }
    for (const [below, section] of sectionsOf(inner, `${prefix}${name}.`)) sections.set(below, section)
  }
  return sections
}

function spelling(option: string): string {
  return option.toLowerCase().replaceAll('-', '_')
}

function chosen(file: string, sections: ReadonlyMap<string, Section>, wanted: string | undefined): string {
  const names = [...sections.keys()]
  const list = names.map((name) => `[${name}]`).join(', ')
  if (wanted !== undefined) {
    if (sections.has(wanted)) return wanted
    throw new ConfigurationError(
      `The file ${file} can't be used: it has no section [${wanted}]. ` +
        (list === '' ? `Write a line [${wanted}] above the bot's options.` : `Choose one of ${list}, or add it.`),
      { file, section: wanted },
    )
  }
  const [only] = names
  if (sections.has('api')) return 'api'
  if (only !== undefined && names.length === 1) return only
  throw new ConfigurationError(
    `The file ${file} can't be used: it has ${only === undefined ? 'no section' : `several sections (${list})`}. ` +
      (only === undefined
        ? "Write a line [api] above the bot's options."
        : 'Say which one is meant with the option `section`.'),
    { file },
  )
}

async function warnIfOthersMayRead(file: string, log: Log | undefined): Promise<void> {
  if (process.platform === 'win32' || log === undefined) return
  const { mode } = await stat(file)
  if ((mode & 0o077) === 0) return
  log.warn({ file, mode: (mode & 0o777).toString(8) }, `Others may read the bot's secrets; run: chmod 600 ${file}`)
}
