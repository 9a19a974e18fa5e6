import { accounts } from '../organisation.js'

/** The name of a person or bot. */
export function nameOf(id: number | null | undefined): string {
  if (id === null || id === undefined) return 'nobody'
  return accounts.value.get(id)?.full_name ?? `user ${id}`
}

/** People and bots to choose from, active ones unless said otherwise. */
export function accountOptions(fits: (id: number) => boolean = () => true): readonly (readonly [string, string])[] {
  return [...accounts.value.values()]
    .filter(({ user_id, is_active }) => is_active && fits(user_id))
    .map(({ user_id, full_name }) => [String(user_id), full_name] as const)
}

/** Day and time of UNIX seconds, by this machine's time zone. */
export function dateText(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return 'unknown'
  const two = (number: number) => String(number).padStart(2, '0')
  const at = new Date(seconds * 1000)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`
}

/** Bytes, as people say them. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  const kibibytes = bytes / 1024
  return kibibytes < 1024 ? `${kibibytes.toFixed(1)} KiB` : `${(kibibytes / 1024).toFixed(1)} MiB`
}
