import { tooShort } from '../../client/credentials.js'
import { InvalidOptionError } from '../../client/index.js'
import { siteOf } from '../../client/site.js'
import { type DialectName, dialects } from '../../protocol/index.js'
import { nearest } from '../../text/index.js'
import { shown } from '../errors.js'
import { type SettingName, settings } from './settings.js'

/** What is wrong with a value, and what to do; undefined when it can be used. */
export type Verdict = { readonly problem: string; readonly advice: string } | undefined

/** Judges what a setting says, without the others. Secrets are judged, and never shown. */
export function verdictOn(name: SettingName, text: string, isInsecureAllowed: boolean): Verdict {
  const give = `Give ${settings[name].what}.`
  if (placeholder.test(text)) return { problem: 'is still the placeholder of an example', advice: give }
  return checks[name](text, give, isInsecureAllowed)
}

const placeholder = /^(\.{2,}|…|<.*>|\{.*\}|\*+|x{3,16}|change-?me|your[-_ ].*)$/i

type Check = (text: string, give: string, isInsecureAllowed: boolean) => Verdict

const checks: Record<SettingName, Check> = {
  site,
  email,
  apiKey: secret,
  token,
  ownerEmail: email,
  ownerApiKey: secret,
  dialect,
  allowInsecure,
}

function site(text: string, give: string, isInsecureAllowed: boolean): Verdict {
  try {
    siteOf(text, true)
  } catch (error) {
    if (!(error instanceof InvalidOptionError)) throw error
    // What has credentials in it is not to be repeated.
    return { problem: text.includes('@') ? error.problem : `is ${shown(text)}, which ${error.problem}`, advice: give }
  }
  try {
    siteOf(text, isInsecureAllowed)
    return undefined
  } catch {
    const advice = `Write it with https://, or allow it (${settings.allowInsecure.variable}=true, or ${settings.allowInsecure.options[0]} = true in a file) where the network can be trusted.`
    return { problem: 'begins with http://, so the API key would travel in the clear to another machine', advice }
  }
}

function email(text: string, give: string): Verdict {
  if (/^[^\s@:<>"]+@[^\s@:<>"]+$/u.test(text)) return undefined
  return { problem: `is ${shown(text)}, which is no e-mail address`, advice: give }
}

function secret(text: string, give: string): Verdict {
  const copy = `Copy it anew. ${give}`
  if (/\s/.test(text)) return { problem: 'has a blank in it', advice: copy }
  if (/["']/.test(text)) return { problem: 'has a quote in it', advice: copy }
  if (!/^[\x21-\x7e]+$/.test(text)) return { problem: 'has a character in it that no key has', advice: copy }
  if (text.includes('@')) return { problem: 'looks like an e-mail address', advice: copy }
  const short = tooShort(text)
  if (short) return { problem: `has ${short}`, advice: copy }
  return undefined
}

function token(text: string, give: string): Verdict {
  const tokens = tokensIn(text)
  if (tokens.length === 0) return { problem: 'holds no token', advice: give }
  return tokens.map((one) => secret(one, give)).find((verdict) => verdict !== undefined)
}

function dialect(text: string): Verdict {
  if (isDialectName(text)) return undefined
  const names = Object.keys(dialects)
  const meant = nearest(text, names)
  const advice = meant === undefined ? `Give ${settings.dialect.what}.` : `Did you mean ${meant}?`
  return { problem: `is ${shown(text)}, which is none of ${names.join(', ')}`, advice }
}

function allowInsecure(text: string, give: string): Verdict {
  if (text === 'true' || text === 'false') return undefined
  return { problem: `is ${shown(text)}, which is neither true nor false`, advice: give }
}

/** Tokens are separated by commas, or stand on lines of their own. */
export function tokensIn(text: string): string[] {
  const tokens = text.split(/[,\n]/).map((one) => one.trim())
  return [...new Set(tokens.filter((one) => one !== ''))]
}

export function isDialectName(text: string): text is DialectName {
  return Object.hasOwn(dialects, text)
}
