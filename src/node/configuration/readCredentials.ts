import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { tooShort } from '../../client/credentials.js'
import { InvalidOptionError } from '../../client/index.js'
import { siteOf } from '../../client/site.js'
import { type DialectName, dialects } from '../../protocol/index.js'
import { nearest } from '../../text/index.js'
import { certificateProblem } from '../certificates.js'
import type { BotCredentials } from '../credentials.js'
import { type ConfigurationProblem, quoted } from '../errors.js'
import { neededSettings, type SettingName, settingNames, settings } from './settings.js'

export interface SettingSource {
  readonly values: ReadonlyMap<SettingName, string>
  /** Settings that exist but couldn't be read, which has already been reported. */
  readonly unusable: ReadonlySet<SettingName>
  /** Where relative paths begin. */
  readonly folder: string
  /** Where a setting is, or should be, and its name there. */
  place(name: SettingName): Place
  /** How to set one there: `Set EARSHOT_SITE`. */
  howTo(name: SettingName): string
}

export type Place = Omit<ConfigurationProblem, 'problem' | 'advice'>

export interface FoundBot {
  readonly credentials: BotCredentials
  readonly source: SettingSource
}

/** Which credentials are needed. A bot that is never called by the server needs no token. */
export interface Needs {
  /** Whether the token of the bot's deliveries is needed. (default: true) */
  readonly token?: boolean
}

export function readCredentials(
  source: SettingSource,
  problems: ConfigurationProblem[],
  needs: Needs = {},
): BotCredentials | undefined {
  const { values, unusable, folder } = source
  const always = neededSettings.filter((name) => name !== 'token' || needs.token !== false)
  const hasOwner = (['ownerEmail', 'ownerApiKey'] as const).some((name) => values.has(name) || unusable.has(name))
  const needed: readonly SettingName[] = hasOwner ? [...always, 'ownerEmail', 'ownerApiKey'] : always
  const isInsecureAllowed = values.get('allowInsecure')?.toLowerCase() === 'true'
  const found = settingNames.flatMap((name): ConfigurationProblem[] => {
    if (unusable.has(name)) return []
    const text = values.get(name)
    if (text === undefined || text === '') {
      if (text === undefined && !needed.includes(name)) return []
      const problem = text === undefined ? 'is missing' : 'is empty'
      return [{ ...source.place(name), problem, advice: `${source.howTo(name)}: ${settings[name].what}.` }]
    }
    const verdict = verdictOn(name, text, { isInsecureAllowed, folder })
    return verdict === undefined ? [] : [{ ...source.place(name), ...verdict }]
  })
  problems.push(...found)
  if (found.length > 0 || unusable.size > 0) return undefined
  const text = (name: SettingName) => values.get(name) ?? ''
  const dialect = text('dialect')
  const certBundle = text('certBundle')
  return {
    site: text('site'),
    email: text('email'),
    apiKey: text('apiKey'),
    token: tokensIn(text('token')),
    owner: hasOwner ? { email: text('ownerEmail'), apiKey: text('ownerApiKey') } : undefined,
    dialect: isDialectName(dialect) ? dialect : undefined,
    allowInsecure: isInsecureAllowed,
    ...(certBundle !== '' && { certBundle: pathIn(folder, certBundle) }),
    ...(text('insecure').toLowerCase() === 'true' && { insecure: true }),
  }
}

function pathIn(folder: string, path: string): string {
  return path.startsWith('~/') ? join(homedir(), path.slice(2)) : resolve(folder, path)
}

/** What is wrong with a value, and what to do; undefined if it is valid. */
type Verdict = { readonly problem: string; readonly advice: string } | undefined

/** Checks the value of one setting, without the others. Secrets are never shown. */
function verdictOn(name: SettingName, text: string, others: Others): Verdict {
  const give = `Give ${settings[name].what}.`
  if (placeholder.test(text)) return { problem: 'is still the placeholder of an example', advice: give }
  return checks[name](text, give, others)
}

/** What a setting depends on. */
interface Others {
  readonly isInsecureAllowed: boolean
  readonly folder: string
}

const placeholder = /^(\.{2,}|…|<.*>|\{.*\}|\*+|x{3,16}|change-?me|your[-_ ].*)$/i

type Check = (text: string, give: string, others: Others) => Verdict

const checks: Record<SettingName, Check> = {
  site,
  email,
  apiKey: secret,
  token,
  ownerEmail: email,
  ownerApiKey: secret,
  dialect,
  allowInsecure: trueOrFalse,
  certBundle,
  insecure: trueOrFalse,
}

function site(text: string, give: string, { isInsecureAllowed }: Others): Verdict {
  try {
    siteOf(text, true)
  } catch (error) {
    if (!(error instanceof InvalidOptionError)) throw error
    // A URL with credentials must not be repeated.
    return { problem: text.includes('@') ? error.problem : `is ${quoted(text)}, which ${error.problem}`, advice: give }
  }
  try {
    siteOf(text, isInsecureAllowed)
    return undefined
  } catch {
    const advice = `Write it with https://, or allow it (${settings.allowInsecure.variable}=true, or ${settings.allowInsecure.options[0]} = true in a file) where the network can be trusted.`
    return { problem: 'begins with http://, so the API key would be sent unencrypted to another machine', advice }
  }
}

function email(text: string, give: string): Verdict {
  if (/^[^\s@:<>"]+@[^\s@:<>"]+$/u.test(text)) return undefined
  return { problem: `is ${quoted(text)}, which is not an e-mail address`, advice: give }
}

function secret(text: string, give: string): Verdict {
  const copy = `Copy it again. ${give}`
  if (/\s/.test(text)) return { problem: 'contains a space', advice: copy }
  if (/["']/.test(text)) return { problem: 'contains a quote', advice: copy }
  if (!/^[\x21-\x7e]+$/.test(text)) return { problem: 'contains a character that no key has', advice: copy }
  if (text.includes('@')) return { problem: 'looks like an e-mail address', advice: copy }
  const short = tooShort(text)
  if (short) return { problem: `has ${short}`, advice: copy }
  return undefined
}

function token(text: string, give: string): Verdict {
  const tokens = tokensIn(text)
  if (tokens.length === 0) return { problem: 'contains no token', advice: give }
  return tokens.map((one) => secret(one, give)).find((verdict) => verdict !== undefined)
}

function dialect(text: string): Verdict {
  if (isDialectName(text)) return undefined
  const names = Object.keys(dialects)
  const meant = nearest(text, names)
  const advice = meant === undefined ? `Give ${settings.dialect.what}.` : `Did you mean ${meant}?`
  return { problem: `is ${quoted(text)}, which is not one of ${names.join(', ')}`, advice }
}

function trueOrFalse(text: string, give: string): Verdict {
  if (/^(true|false)$/i.test(text)) return undefined
  return { problem: `is ${quoted(text)}, which is neither true nor false`, advice: give }
}

function certBundle(text: string, give: string, { folder }: Others): Verdict {
  const problem = certificateProblem(pathIn(folder, text))
  return problem === undefined ? undefined : { problem: `names ${quoted(text)}, ${problem}`, advice: give }
}

/** Tokens are separated by commas or line breaks. */
function tokensIn(text: string): string[] {
  const tokens = text.split(/[,\n]/).map((one) => one.trim())
  return [...new Set(tokens.filter((one) => one !== ''))]
}

function isDialectName(text: string): text is DialectName {
  return Object.hasOwn(dialects, text)
}
