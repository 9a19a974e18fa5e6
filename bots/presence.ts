import type { UserPresence } from 'earshot/protocol'

/** When somebody was last there, as the server knows it. */
export function presenceText(presence: UserPresence | undefined, serverTime: number): string {
  if (presence === undefined) return 'Not seen for two weeks or more.'
  const { status, timestamp } = presence.website
  if (status === 'active') return 'Active now.'
  const minutes = Math.round((serverTime - timestamp) / 60)
  if (minutes < 1) return 'Seen just now.'
  if (minutes < 60) return `Seen ${count(minutes, 'minute')} ago.`
  if (minutes < 60 * 24) return `Seen ${count(Math.round(minutes / 60), 'hour')} ago.`
  return `Seen ${count(Math.round(minutes / 60 / 24), 'day')} ago.`
}

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`
