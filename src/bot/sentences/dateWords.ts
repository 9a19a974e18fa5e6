/**
 * What people type for times, dates and lengths of time in a language, besides digits. A blank stands between words, `|`
 * between those that mean the same, and `_` for a blank within one. Case and the form of signs don't matter.
 */
export interface DateWords {
  readonly now: string
  /** Today and the days after it. */
  readonly days: string
  /** From Sunday on. */
  readonly weekdays: string
  /** From January on. */
  readonly months: string
  /** Week, day, hour, minute, second and millisecond. */
  readonly units: string
  /** Month and year. */
  readonly longUnits?: string
  /** From two on. */
  readonly numbers: string
  /** Noon and midnight. */
  readonly noon: string
  /** Behind or before an hour of twelve: before noon, and after it. */
  readonly halves: string
  /** Morning, noon, afternoon, evening and night, when no hour is said. They are never read as a time. */
  readonly parts: string
  /** Behind an hour of 24. */
  readonly clock: string
  /** Before a time, a day, and a length of time. */
  readonly at: string
  readonly on: string
  readonly in: string
  /** Behind a length of time: from now. */
  readonly later: string
  readonly and: string
  /** One. */
  readonly a: string
  readonly half: string
  /** Between a day and its month. */
  readonly of: string
  /** Year, month and day of the month, if they are written behind the numbers. */
  readonly marks?: string
  /** What changes the meaning of a date or time before it. */
  readonly more: string
  /** What does so if a date, time or number follows. */
  readonly joints: string
  /** What does so if a day or a unit follows: every. */
  readonly each: string
  /** Again and again: daily, on Mondays. */
  readonly again: string
  /** Between a day and a length of time. */
  readonly lasting: string
  /** Whether 8/6 is the 8th of June. If it isn't said, dates that can be read in both ways aren't read. */
  readonly isDayFirst?: boolean
  /** What people can type, for sentences that explain it. */
  readonly examples: {
    readonly dates: readonly string[]
    readonly days: readonly string[]
    readonly spans: readonly string[]
  }
}
