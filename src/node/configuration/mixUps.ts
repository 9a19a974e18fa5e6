import { type BotCredentials, tokensOf } from '../credentials.js'
import type { ConfigurationProblem } from '../errors.js'
import type { Place, SettingSource } from './readCredentials.js'
import type { SettingName } from './settings.js'

/** A bot whose settings could be put together, and where they stand. */
export interface FoundBot {
  readonly credentials: BotCredentials
  readonly source: SettingSource
}

/** What is right by itself, and wrong beside the rest: one bot twice, or a secret in another's place. */
export function mixUps(bots: readonly FoundBot[]): ConfigurationProblem[] {
  return [...twice(bots), ...bots.flatMap((bot) => exchanged(bot, bots))]
}

function twice(bots: readonly FoundBot[]): ConfigurationProblem[] {
  return bots.flatMap(({ credentials, source }, index) => {
    const earlier = bots.slice(0, index).find((one) => isSame(one.credentials.email, credentials.email))
    if (earlier === undefined) return []
    const at = called(earlier.source.place('email'))
    const advice = 'Give each bot an account of its own; several tokens of one bot stand in one option, with commas.'
    return [{ ...source.place('email'), problem: `is the address of another bot too (${at})`, advice }]
  })
}

function exchanged({ credentials, source }: FoundBot, bots: readonly FoundBot[]): ConfigurationProblem[] {
  const { apiKey, owner, email } = credentials
  const problem = (name: SettingName, what: string, advice: string) => ({
    ...source.place(name),
    problem: what,
    advice,
  })
  const found: ConfigurationProblem[] = []
  const keys = bots.flatMap((bot) => [
    { key: bot.credentials.apiKey, at: called(bot.source.place('apiKey')) },
    { key: bot.credentials.owner?.apiKey, at: called(bot.source.place('ownerApiKey')) },
  ])
  const stolen = keys.find(({ key }) => key !== undefined && tokensOf(credentials).includes(key))
  if (stolen !== undefined) found.push(problem('token', `is the same as the API key (${stolen.at})`, notTheKey))
  if (owner?.apiKey === apiKey) {
    found.push(problem('ownerApiKey', "is the bot's own key", "Give the key of the bot's owner, or leave both away."))
  }
  if (owner !== undefined && isSame(owner.email, email)) {
    const advice = "Give the address of the bot's owner, or leave both away."
    found.push(problem('ownerEmail', "is the bot's own address", advice))
  }
  return found
}

const notTheKey =
  'They are two secrets: with the key the bot calls the server, by the token it knows the server. ' +
  'The line token=... of the file that the chat server offers for the bot has the token.'

function called({ where, option }: Place): string {
  return `${option} in ${where}`
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
