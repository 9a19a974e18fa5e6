import { md } from 'earshot'
import type { Person, Report } from './board.js'

/** The day of a moment as the clocks of a time zone have it, such as `2026-03-02`. */
export function dayOf(time: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(time)
}

/** What is posted of a day. Nobody is mentioned aloud: they have been asked already. */
export function summaryOf(day: string, reports: readonly Report[], waited: readonly Person[]): string {
  const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day))
  const missing = waited.map((person) => md.silentMention(person)).join(', ')
  return [`**${date}**`, ...reports.map(textOf), ...(missing === '' ? [] : [`Not heard from yet: ${missing}`])].join(
    '\n\n',
  )
}

/** One report. */
export function textOf({ who, done, next, obstacles }: Report): string {
  return [
    `${md.silentMention(who)}`,
    `- Done: ${md.escape(done)}`,
    `- Next: ${md.escape(next)}`,
    `- In the way: ${md.escape(obstacles)}`,
  ].join('\n')
}
