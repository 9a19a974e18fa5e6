import type { ListedBot, ListedUser, Organisation } from '../../simulator/public/organisation.js'
import { shellWord } from '../../text/shellWord.js'
import { hanging } from '../shared/layout.js'
import { webhookBots } from '../shared/people.js'
import { type Side, usualWidth } from '../shared/terminal.js'

/** Rows of a name and what it is, with the further lines of a row indented. */
export function facts(
  rows: readonly (readonly [name: string, text: string])[],
  side: Pick<Side, 'paint' | 'columns'>,
): string {
  const { columns, paint } = side
  const width = Math.min(columns ?? usualWidth, usualWidth)
  return rows.map(([name, text]) => `  ${paint('faint', name.padEnd(10))}  ${hanging(text, 14, width)}\n`).join('')
}

/** Whom one can write as, in the playground or with `--as`: people by their names, and their roles if they have one. */
export function speakersText({ users }: Organisation): string {
  return users
    .filter(({ is_active: isActive }) => isActive)
    .map(({ full_name: name, role }) => (role === 'member' ? name : `${name} (${role})`))
    .join(', ')
}

/** The bots that get webhooks, and where they are. */
export function webhooksText(organisation: Organisation): string {
  const bots = webhookBots(organisation).map(({ full_name: name, address }) =>
    address === null ? `${name} (not connected)` : `${name} at ${address}`,
  )
  return bots.join(', ') || 'none'
}

/** Everybody's keys and tokens, and a call to copy with the given arguments of curl. */
export function keysText({ users, bots }: Organisation, url: string, call: string): string {
  const width = Math.max(...[...users, ...bots].map(({ email }) => email.length))
  const line = ({ email, api_key: key, is_active: isActive }: ListedUser | ListedBot) =>
    `    ${email.padEnd(width)}  ${key}${isActive ? '' : '  deactivated'}`
  const tokenLine = ({ token }: ListedBot) => (token === null ? [] : [`    ${''.padEnd(width)}  ${token}`])
  const caller = users.find(({ is_active: isActive }) => isActive)
  const credentials = caller === undefined ? '' : ` -u ${shellWord(`${caller.email}:${caller.api_key}`)}`
  return `
  Keys of people, for HTTP Basic authentication with the address
${users.map(line).join('\n')}

  Keys of bots and, below, the tokens that come with their deliveries
${bots.flatMap((bot) => [line(bot), ...tokenLine(bot)]).join('\n')}

  A call of the API, and the deliveries to bots
    curl -s${credentials} \\
      ${shellWord(url)}${call}
    curl -s ${shellWord(url)}/sim/deliveries
`
}
