import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { tooShort } from '../../client/credentials.js'
import { InvalidOptionError } from '../../client/index.js'
import { siteOf } from '../../client/site.js'
import { type DialectName, dialects } from '../../protocol/index.js'
import { nearest } from '../../text/index.js'
import { certificateProblem } from '../certificates.js'
import type { BotCredentials } from '../credentials.js'
import { type ConfigurationProblem, quoted } from '../errors.js'
import { parseSettings, type Refuse, setting } from './parseSettings.js'
import { type SettingName, settings } from './settings.js'
import type { Source } from './sources.js'

export interface FoundBot {
  readonly credentials: BotCredentials
  readonly source: Source<SettingName>
}

/** Which credentials are needed. A bot that is never called by the server needs no token. */
export interface Needs {
  /** Whether the token of the bot's deliveries is needed. (default: true) */
  readonly token?: boolean
}

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
  const { ownerEmail, ownerApiKey, certBundle, insecure, site = '', email = '', apiKey = '', ...others } = found
  return {
    ...{ site, email, apiKey },
    token: others.token ?? [],
    owner: ownerEmail && ownerApiKey ? { email: ownerEmail, apiKey: ownerApiKey } : undefined,
    dialect: others.dialect,
    allowInsecure: others.allowInsecure ?? false,
    ...(certBundle !== undefined && { certBundle }),
    ...(insecure === true && { insecure }),
  }
}

/** Secrets are never shown. */
function schemaFor(source: Source<SettingName>, needs: { readonly hasOwner: boolean; readonly token: boolean }) {
  const text = <Value>(name: SettingName, isNeeded: boolean, read: (text: string, refuse: Refuse) => Value) =>
    setting((written, refuse) => {
      if (written === undefined && !isNeeded) return undefined
      if (written === undefined || written === '') {
        const advice = `${source.howTo(name)}: ${settings[name].what}.`
        return refuse(written === undefined ? 'is missing' : 'is empty', advice)
      }
      const text = String(written)
      return placeholder.test(text) ? refuse('is still the placeholder of an example') : read(text, refuse)
    })
  const isInsecureAllowed = String(source.values.get('allowInsecure')).toLowerCase() === 'true'
  return z.object({
    site: text('site', true, (written, refuse) => site(written, isInsecureAllowed, refuse)),
    email: text('email', true, email),
    apiKey: text('apiKey', true, (written, refuse) => secret('apiKey', written, refuse)),
    token: text('token', needs.token, (written, refuse) => {
      const tokens = tokensIn(written)
      if (tokens.length === 0) refuse('contains no token')
      for (const token of tokens) secret('token', token, refuse)
      return tokens
    }),
    ownerEmail: text('ownerEmail', needs.hasOwner, email),
    ownerApiKey: text('ownerApiKey', needs.hasOwner, (written, refuse) => secret('ownerApiKey', written, refuse)),
    dialect: text('dialect', false, dialect),
    allowInsecure: text('allowInsecure', false, trueOrFalse),
    certBundle: text('certBundle', false, (written, refuse) => {
      const path = written.startsWith('~/') ? join(homedir(), written.slice(2)) : resolve(source.folder, written)
      const problem = certificateProblem(path)
      return problem === undefined ? path : refuse(`names ${quoted(written)}, ${problem}`)
    }),
    insecure: text('insecure', false, trueOrFalse),
  })
}

const placeholder = /^(\.{2,}|…|<.*>|\{.*\}|\*+|x{3,16}|change-?me|your[-_ ].*)$/i

function site(text: string, isInsecureAllowed: boolean, refuse: Refuse): string {
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

function email(text: string, refuse: Refuse): string {
  if (/^[^\s@:<>"]+@[^\s@:<>"]+$/u.test(text)) return text
  return refuse(`is ${quoted(text)}, which is not an e-mail address`)
}

function secret(name: SettingName, text: string, refuse: Refuse): string {
  const short = tooShort(text)
  const problem = /\s/.test(text)
    ? 'contains a space'
    : /["']/.test(text)
      ? 'contains a quote'
      : !/^[\x21-\x7e]+$/.test(text)
        ? 'contains a character that no key has'
        : text.includes('@')
          ? 'looks like an e-mail address'
          : short && `has ${short}`
  return problem ? refuse(problem, `Copy it again. Give ${settings[name].what}.`) : text
}

function dialect(text: string, refuse: Refuse): DialectName {
  if (Object.hasOwn(dialects, text)) return text as DialectName
  const names = Object.keys(dialects)
  const meant = nearest(text, names)
  return refuse(
    `is ${quoted(text)}, which is not one of ${names.join(', ')}`,
    meant === undefined ? undefined : `Did you mean ${meant}?`,
  )
}

function trueOrFalse(text: string, refuse: Refuse): boolean {
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  return refuse(`is ${quoted(text)}, which is neither true nor false`)
}

/** Tokens are separated by commas or line breaks. */
function tokensIn(text: string): string[] {
  const tokens = text.split(/[,\n]/).map((one) => one.trim())
  return [...new Set(tokens.filter((one) => one !== ''))]
}
