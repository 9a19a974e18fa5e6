import { readout } from '../bar/readout.js'
import { accounts } from '../organisation.js'
import type { Options } from '../ui/Select.js'

/** The name of a person or bot. */
export function nameOf(id: number | null | undefined): string {
  if (id === null || id === undefined) return 'nobody'
  return accounts.value.get(id)?.full_name ?? `user ${id}`
}

/** Active people and bots to choose from. */
export function accountOptions(): Options {
  return [...accounts.value.values()]
    .filter(({ is_active }) => is_active)
    .map(({ user_id, full_name }) => [user_id, full_name])
}

/** Day and time of UNIX seconds, by this machine's time zone. */
export function dateText(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return 'unknown'
  const { day, time } = readout(seconds * 1000)
  return `${day} ${time.slice(0, 5)}`
}

/** When something was made, and by whom. */
export function createdText(seconds: number | null | undefined, creator: number | null | undefined): string {
  return seconds ? `${dateText(seconds)}${creator ? ` by ${nameOf(creator)}` : ''}` : 'at the start'
}

/** Bytes, as people say them. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  const kibibytes = bytes / 1024
  return kibibytes < 1024 ? `${kibibytes.toFixed(1)} KiB` : `${(kibibytes / 1024).toFixed(1)} MiB`
}
