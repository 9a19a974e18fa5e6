import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { tooShort } from '../../client/credentials.js'
import { InvalidOptionError } from '../../client/index.js'
import { siteOf } from '../../client/site.js'
import { type DialectName, dialects } from '../../protocol/index.js'
import { meantOr } from '../../text/index.js'
import { certificateProblem } from '../certificates.js'
import type { BotCredentials } from '../credentials.js'
import { type ConfigurationProblem, quoted } from '../errors.js'
import { parseSettings, type Refuse, setting } from './parseSettings.js'
import { type SettingName, settings } from './settings.js'
import type { Source } from './sources.js'

export interface FoundCredentials {
  readonly credentials: BotCredentials
  readonly source: Source<SettingName>
}

/** Which credentials are needed. */
export interface Needs {
  /** Whether the token of deliveries is needed. A bot that the server never calls needs none. (default: true) */
  readonly token?: boolean
}

/** Reads a bot's credentials. Returns undefined if any is missing or invalid, which is added to the problems. */
export function readCredentials(
  source: Source<SettingName>,
  problems: ConfigurationProblem[],
  needs: Needs = {},
): BotCredentials | undefined {
  const hasOwner = (['ownerEmail', 'ownerApiKey'] as const).some(
    (name) => source.values.has(name) || source.unusable.has(name),
  )
  const found = parseSettings(schemaFor(source, { hasOwner, token: needs.token ?? true }), settings, source, problems)
  if (found === undefined) return undefined
  const { site = '', email = '', apiKey = '', token = [], ownerEmail, ownerApiKey } = found
  const { dialect, allowInsecure = false, certBundle, insecure } = found
  return {
    site,
    email,
    apiKey,
    token,
    owner: ownerEmail && ownerApiKey ? { email: ownerEmail, apiKey: ownerApiKey } : undefined,
    dialect,
    allowInsecure,
    ...(certBundle !== undefined && { certBundle }),
    ...(insecure === true && { insecure }),
  }
}

/** Its problems never show a secret. */
function schemaFor(source: Source<SettingName>, needs: { readonly hasOwner: boolean; readonly token: boolean }) {
  const textSetting = <Value>(name: SettingName, isNeeded: boolean, read: (text: string, refuse: Refuse) => Value) =>
    setting((written, refuse) => {
      if (written === undefined && !isNeeded) return undefined
      if (written === undefined || written === '') {
        const advice = `${source.howTo(name)}: ${settings[name].what}.`
        return refuse(written === undefined ? 'is missing' : 'is empty', advice)
      }
      const text = String(written)
      return placeholder.test(text) ? refuse('is still the placeholder of an example') : read(text, refuse)
    })
  const secretSetting = (name: SettingName, isNeeded: boolean) =>
    textSetting(name, isNeeded, (written, refuse) => readSecret(name, written, refuse))
  const isInsecureAllowed = String(source.values.get('allowInsecure')).toLowerCase() === 'true'
  return z.object({
    site: textSetting('site', true, (written, refuse) => readSite(written, isInsecureAllowed, refuse)),
    email: textSetting('email', true, readEmail),
    apiKey: secretSetting('apiKey', true),
    token: textSetting('token', needs.token, (written, refuse) => {
      const tokens = readTokens(written)
      if (tokens.length === 0) refuse('contains no token')
      for (const token of tokens) readSecret('token', token, refuse)
      return tokens
    }),
    ownerEmail: textSetting('ownerEmail', needs.hasOwner, readEmail),
    ownerApiKey: secretSetting('ownerApiKey', needs.hasOwner),
    dialect: textSetting('dialect', false, readDialect),
    allowInsecure: textSetting('allowInsecure', false, readBoolean),
    certBundle: textSetting('certBundle', false, (written, refuse) => {
      const path = written.startsWith('~/') ? join(homedir(), written.slice(2)) : resolve(source.folder, written)
      const problem = certificateProblem(path)
      return problem === undefined ? path : refuse(`names ${quoted(written)}, ${problem}`)
    }),
    insecure: textSetting('insecure', false, readBoolean),
  })
}

const placeholder = /^(\.{2,}|…|<.*>|\{.*\}|\*+|x{3,16}|change-?me|your[-_ ].*)$/i

function readSite(text: string, isInsecureAllowed: boolean, refuse: Refuse): string {
  try {
    siteOf(text, true)
  } catch (error) {
    if (!(error instanceof InvalidOptionError)) throw error
    // A URL with credentials must not be repeated.
    return refuse(text.includes('@') ? error.problem : `is ${quoted(text)}, which ${error.problem}`)
  }
  try {
    siteOf(text, isInsecureAllowed)
    return text
  } catch {
    const { variable, options } = settings.allowInsecure
    return refuse(
      'begins with http://, so the API key would be sent unencrypted to another machine',
      `Write it with https://, or allow it (${variable}=true, or ${options[0]} = true in a file) where the network can be trusted.`,
    )
  }
}

function readEmail(text: string, refuse: Refuse): string {
  if (/^[^\s@:<>"]+@[^\s@:<>"]+$/u.test(text)) return text
  return refuse(`is ${quoted(text)}, which is not an e-mail address`)
}

function readSecret(name: SettingName, text: string, refuse: Refuse): string {
  const problem = secretProblem(text)
  return problem === undefined ? text : refuse(problem, `Copy it again. Give ${settings[name].what}.`)
}

function secretProblem(text: string): string | undefined {
  if (/\s/.test(text)) return 'contains a space'
  if (/["']/.test(text)) return 'contains a quote'
  if (!/^[\x21-\x7e]+$/.test(text)) return 'contains a character that no key has'
  if (text.includes('@')) return 'looks like an e-mail address'
  const short = tooShort(text)
  return short && `has ${short}`
}

function readDialect(text: string, refuse: Refuse): DialectName {
  if (Object.hasOwn(dialects, text)) return text as DialectName
  const names = Object.keys(dialects)
  const advice = meantOr('', text, names) || undefined
  return refuse(`is ${quoted(text)}, which is not one of ${names.join(', ')}`, advice)
}

function readBoolean(text: string, refuse: Refuse): boolean {
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  return refuse(`is ${quoted(text)}, which is neither true nor false`)
}

/** Tokens are separated by commas or line breaks. */
function readTokens(text: string): string[] {
  const tokens = text.split(/[,\n]/).map((token) => token.trim())
  return [...new Set(tokens.filter((token) => token !== ''))]
}
