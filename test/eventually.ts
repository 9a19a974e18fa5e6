import { vi } from 'vitest'

/** Waits until the check passes: what other processes and the machine do takes its time, and nothing is said about how much. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 120_000, interval: 10 })
}
