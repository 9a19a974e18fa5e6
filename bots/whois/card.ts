import { md } from 'earshot'
import { roles, type User } from 'earshot/protocol'

/** What is told of a person or bot, one line each. */
export function cardOf(user: User, presence: string, now: Date): string {
  const lines = [
    `**${md.escape(user.full_name)}**, ${kindOf(user)}`,
    user.delivery_email ?? 'The address is hidden.',
    joined(user),
    user.timezone && `It is ${localTime(user.timezone, now)} there (${user.timezone}).`,
    user.is_active && !user.is_bot && presence,
  ]
  return lines.filter((line) => line !== '' && line !== false).join('\n')
}

function kindOf(user: User): string {
  const role = Object.entries(roles).find(([, number]) => number === user.role)?.[0] ?? 'unknown role'
  const state = user.is_deleted ? ', deleted' : user.is_active ? '' : ', deactivated'
  return (user.is_bot ? 'bot' : role) + state
}

function joined(user: User): string {
  if (user.is_imported_stub) return 'Imported, and never logged in.'
  const date = new Date(user.date_joined)
  return Number.isNaN(date.getTime()) ? '' : `Joined on ${dateFormat.format(date)}.`
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

function localTime(timeZone: string, now: Date): string {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }).format(now)
  } catch {
    // A server may know time zones that this platform does not.
    return 'some other time'
  }
}
