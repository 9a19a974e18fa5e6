import { fieldsAt, newestFeatureLevel, userSettings as usualSettings } from '../../../protocol/index.js'
import { refuse } from '../refusal.js'
import type { Account } from '../state.js'
import type { World } from '../world.js'
import { changeEmailVisibility, emailVisibilities } from './addresses.js'

/** All settings of an account, by name. */
export function userSettings(account: Account): Readonly<Record<string, unknown>> {
  return {
    ...fieldsAt(newestFeatureLevel, usualSettings),
    ...Object.fromEntries(account.settings),
    email_address_visibility: emailVisibilities[account.emailVisibility],
    timezone: account.timezone,
  }
}

/** @throws {Refusal} for a value that no account can have */
export function checkUserSettings(given: Readonly<Record<string, unknown>>): void {
  const { default_language: language, email_notifications_batching_period_seconds: seconds, timezone } = given
  if (typeof language === 'string') checkLanguage(language)
  if (typeof seconds === 'number' && (seconds <= 0 || seconds > longestPeriod)) {
    refuse('invalidBatchingPeriod', { seconds })
  }
  if (typeof timezone === 'string' && !isTimezone(timezone)) refuse('invalidTimezone')
}

/** @throws {Refusal} for what is no code of a language */
export function checkLanguage(code: string): void {
  if (!/^[a-z]{2,3}([-_][A-Za-z0-9]+)*$/.test(code)) refuse('invalidLanguage')
}

/** Changes settings, and tells the account's own clients of those that are others than before. */
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

/** A week. */
const longestPeriod = 7 * 24 * 60 * 60

function isTimezone(name: string): boolean {
  try {
    return name !== '' && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function changeTimezone(world: World, account: Account, timezone: string): void {
  account.timezone = timezone
  world.emit('realm_user', 'everyone', { op: 'update', person: { user_id: account.id, timezone } })
}
