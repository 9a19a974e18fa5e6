import type { WireAnswer } from './transport.js'

/**
 * For how many milliseconds the server wants to be left alone: from the `Retry-After` header (seconds, with or without
 * a fraction, or an HTTP date), else from `retry-after` in the body. Undefined where it does not say.
 *
 * A date is read against the server's own clock where the answer shows it.
 */
export function retryAfterOf(answer: WireAnswer, now: number): number | undefined {
  return fromHeader(answer.header('retry-after'), answer.header('date'), now) ?? fromBody(answer.text)
}

function fromHeader(value: string | undefined, date: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  if (/^\s*\d*\.?\d+\s*$/.test(value)) return Number(value) * 1000
  // Only what begins with a word is a date: the platform would read almost any number as a year.
  const until = /^\s*[A-Za-z]/.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(until)) return undefined
  const from = Date.parse(date ?? '')
  return Math.max(0, until - (Number.isNaN(from) ? now : from))
}

function fromBody(text: string): number | undefined {
  if (!text.includes('retry-after')) return undefined
  try {
    const seconds: unknown = (JSON.parse(text) as Record<string, unknown> | null)?.['retry-after']
    return typeof seconds === 'number' && seconds >= 0 ? seconds * 1000 : undefined
  } catch {
    return undefined
  }
}
