import { newestFeatureLevel } from '../../protocol/index.js'
import type { Entry, SettingName } from '../../transcript/transcript.js'
import { virtualStart } from '../clock.js'
import { roleNames, typeNames } from '../organisation.js'
import type { Realm } from '../realm/realm.js'
import { bakery, type OrganisationSeed, type SeedBot, type SeedRole, type SeedUser } from '../realm/seed/seed.js'
import type { Account } from '../realm/state.js'
import { nameOf } from './chatLog.js'

export interface SurroundingsOptions {
  readonly realm: Realm
  readonly seed: OrganisationSeed
  readonly bot: Account
  readonly usesOwner: boolean
  /** The server's version at the beginning. */
  readonly level: number
  /** UNIX milliseconds, in whole seconds. */
  readonly start: number
  /** The IDs of everyone who acts. */
  readonly people: ReadonlySet<number>
  /** The name for the seed file, if one is needed. */
  readonly fileName: string
  /** The rest of the transcript, in which to find the bots that are mentioned. */
  readonly text: string
  /** The addresses of the accounts that calls in it create. */
  readonly created: ReadonlySet<string>
}

export interface Surroundings {
  readonly settings: readonly Entry[]
  /** The organisation at the start; undefined for the bakery, which is the default. */
  readonly organisation: OrganisationSeed | undefined
}

/** The settings at the top of a transcript, so that it begins as this conversation did. */
export function surroundingsOf(options: SurroundingsOptions): Surroundings {
  const { realm, seed, bot, usesOwner, level, start, people, fileName, text, created } = options
  const known = new Set([...seed.users, ...seed.bots].map(({ user_id }) => user_id))
  const newcomers = [...people]
    .filter((id) => id !== bot.id && !known.has(id))
    .map((id) => realm.account(id))
    .filter(({ email }) => !created.has(email))
  const hasOwnId = idInBakery(bot) !== bot.id && new RegExp(`(?<!\\d)${bot.id}(?!\\d)`).test(text)
  const isBakery = newcomers.length === 0 && !hasOwnId && isSameBut(seed, bot.id, text)
  const organisation = isBakery ? undefined : seedWith(seed, newcomers, bot)
  const row = (organisation ?? bakery).bots.find(({ full_name }) => isSame(full_name, bot.fullName))
  const role = roleName(bot.role)
  const settings: readonly (readonly [SettingName, string | undefined])[] = [
    ['bot', nameOf(realm, bot.id)],
    ['role', role === (row?.role ?? 'member') ? undefined : role],
    ['owner', usesOwner && bot.ownerId !== null ? nameOf(realm, bot.ownerId) : undefined],
    ['organisation', organisation && fileName],
    ['level', level === newestFeatureLevel ? undefined : String(level)],
    ['start', start === virtualStart ? undefined : new Date(start).toISOString().slice(0, 19).replace('T', ' ')],
  ]
  return {
    settings: settings.flatMap(([name, value]) => (value === undefined ? [] : [{ kind: 'setting', name, value }])),
    organisation,
  }
}

/** Whether an organisation is the bakery, except for the bot and for bots that aren't mentioned. */
function isSameBut(seed: OrganisationSeed, bot: number, text: string): boolean {
  if (seed === bakery) return true
  const rest = ({ bots: _, ...others }: OrganisationSeed) => JSON.stringify(others)
  const known = new Set(bakery.bots.map((one) => JSON.stringify(one)))
  const isFine = (one: SeedBot) =>
    one.user_id === bot || known.has(JSON.stringify(one)) || !text.includes(one.full_name)
  return rest(seed) === rest(bakery) && seed.bots.every(isFine)
}

/** The account's ID in the bakery, or the one that a transcript would give it there. */
function idInBakery({ fullName }: Account): number {
  const known = bakery.bots.find(({ full_name }) => isSame(full_name, fullName))
  return known?.user_id ?? Math.max(...[...bakery.users, ...bakery.bots].map(({ user_id }) => user_id)) + 1
}

function seedWith(seed: OrganisationSeed, newcomers: readonly Account[], bot: Account): OrganisationSeed {
  const isThere = seed.bots.some(({ user_id }) => user_id === bot.id)
  const users = newcomers.filter(({ botType }) => botType === null).map(userRow)
  const bots = [...newcomers.filter(({ botType }) => botType !== null), ...(isThere ? [] : [bot])].map(botRow)
  return { ...seed, users: [...seed.users, ...users], bots: [...seed.bots, ...bots] }
}

function userRow({ id, fullName, email, role }: Account): SeedUser {
  return { user_id: id, full_name: fullName, email, role: roleName(role) }
}

function botRow({ id, fullName, email, role, ownerId, botType }: Account): SeedBot {
  const type = typeNames.get(botType) ?? 'generic'
  return { user_id: id, full_name: fullName, email, type, owner_id: ownerId, role: roleName(role) }
}

const roleName = (role: number): SeedRole => roleNames.get(role) ?? 'member'

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
