import { settingFields as defaultSettings, newestFeatureLevel, type realmSwitches } from '../../../protocol/index.js'
import { isTimeZone } from '../../../values.js'
import { isAdministrator, isBot } from '../access/accounts.js'
import { dummyEmail, maySeeAddress } from '../access/visibility.js'
import type { SeedEmailVisibility } from '../seed/seed.js'
import { fieldsAt } from '../shapes/registerFields.js'
import { refuse } from '../world/refusal.js'
import type { Account } from '../world/state.js'
import type { World } from '../world/world.js'

/** The settings of an untouched account. */
export const usualSettings: Readonly<Record<string, unknown>> = fieldsAt(newestFeatureLevel, defaultSettings)

export function userSettings(account: Account): Readonly<Record<string, unknown>> {
  return {
    ...usualSettings,
    ...Object.fromEntries(account.settings),
    email_address_visibility: emailVisibilities[account.email_visibility],
    timezone: account.timezone,
  }
}

/** @throws {Refusal} for a bad value */
export function checkUserSettings(given: Readonly<Record<string, unknown>>): void {
  const { default_language: language, email_notifications_batching_period_seconds: seconds, timezone } = given
  const { notification_sound: sound } = given
  if (typeof language === 'string' && !isLanguage(language)) refuse('invalidLanguage')
  if (typeof sound === 'string' && !sounds.includes(sound)) refuse('invalidSound', { sound })
  if (typeof seconds === 'number' && (seconds <= 0 || seconds > longestPeriod)) {
    refuse('invalidBatchingPeriod', { seconds })
  }
  if (typeof timezone === 'string' && !isTimeZone(timezone)) refuse('invalidTimezone')
}

/** Whether the organisation lets only administrators change something of their own. */
export function isFixedFor({ state }: World, account: Account, setting: keyof typeof realmSwitches): boolean {
  return state.realmSettings.get(setting) === true && !isAdministrator(account)
}

/** Whether a code is that of a language; a real server takes only those that it is translated into. */
export function isLanguage(code: string): boolean {
  const isCode = /^[a-z]{2,3}([-_][A-Za-z0-9]+)*$/.test(code)
  return isCode && languages.of(code.replaceAll('_', '-')) !== undefined
}

const sounds: readonly string[] = [
  ...['none', 'ascend', 'beep_boop', 'bink', 'bright', 'brlip', 'chime', 'deep tom', 'ding', 'double tap', 'down'],
]

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

export function changeUserSettings(world: World, account: Account, given: Readonly<Record<string, unknown>>): void {
  const before = userSettings(account)
  for (const [property, value] of Object.entries(given)) {
    if (value === undefined || before[property] === value) continue
    if (property === 'timezone') changeTimezone(world, account, String(value))
    else if (property === 'email_address_visibility') changeEmailVisibility(world, account, Number(value))
    else account.settings.set(property, value)
    world.emit('user_settings', [account.id], { op: 'update', property, value })
  }
}

const longestPeriod = 7 * 24 * 60 * 60

function changeTimezone(world: World, account: Account, timezone: string): void {
  account.timezone = timezone
  world.emit('realm_user', 'everyone', { op: 'update', person: { user_id: account.id, timezone } })
}

/** The numbers of the wire. */
const emailVisibilities: Readonly<Record<SeedEmailVisibility, number>> = {
  everyone: 1,
  members: 2,
  administrators: 3,
  nobody: 4,
  moderators: 5,
}

function visibilityNumbered(visibility: unknown): SeedEmailVisibility | undefined {
  const names = Object.keys(emailVisibilities) as SeedEmailVisibility[]
  return names.find((name) => emailVisibilities[name] === visibility)
}

/** What the organisation presets for new people. */
export function presetFields({ state }: World): Partial<Pick<Account, 'settings' | 'email_visibility'>> {
  const { email_address_visibility: visibility, ...settings } = Object.fromEntries(state.userDefaults)
  const email_visibility = visibilityNumbered(visibility)
  return { settings: new Map(Object.entries(settings)), ...(email_visibility && { email_visibility }) }
}

export const addressPattern = /^[^\s@<>"]+@[^\s@<>"]+$/

/** @throws {Refusal} if an account can't have an address */
export function checkAddress(world: World, account: Account, email: string): void {
  if (!addressPattern.test(email)) refuse('invalidAddress')
  const owner = world.state.accountsByEmail.get(email.toLowerCase())
  if (owner !== undefined && owner !== account) refuse('emailTaken')
}

/** Bots have none. */
export function isPasswordOf(world: World, account: Account, given: string | undefined): boolean {
  return !isBot(account) && given === (account.password ?? world.assumptions.password)
}

export function changeAddress(world: World, account: Account, email: string): void {
  if (account.email === email) return
  const { accountsByEmail } = world.state
  accountsByEmail.delete(account.email.toLowerCase())
  account.email = email
  accountsByEmail.set(email.toLowerCase(), account)
  emitAddress(world, account, viewersOf(world, account), email)
}

function changeEmailVisibility(world: World, account: Account, visibility: number): void {
  account.email_visibility = visibilityNumbered(visibility) ?? account.email_visibility
  const viewers = viewersOf(world, account)
  emitAddress(world, account, viewers, account.email)
  const others = [...world.state.accounts.keys()].filter((id) => !viewers.includes(id))
  emitAddress(world, account, others, null)
}

function viewersOf(world: World, account: Account): readonly number[] {
  const viewers = [...world.state.accounts.values()].filter((viewer) => maySeeAddress(viewer, account))
  return viewers.map((viewer) => viewer.id)
}

function emitAddress(world: World, { id }: Account, audience: readonly number[], email: string | null): void {
  const emit = (change: Readonly<Record<string, unknown>>) =>
    world.emit('realm_user', audience, { op: 'update', person: { user_id: id, ...change } })
  emit({ delivery_email: email })
  emit({ new_email: email ?? dummyEmail(world, id) })
}
