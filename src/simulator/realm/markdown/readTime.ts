/**
 * Reads a date in any usual order, a time of day, both, or UNIX seconds; missing parts are today's. Returns an ISO 8601 string in
 * UTC, or undefined if the text is no time.
 *
 * @param now In UNIX milliseconds.
 */
export function readTime(text: string, now: number): string | undefined {
  const written = readDateAndClock(text, now)
  const seconds = /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : Number.NaN
  const time = new Date(written ?? seconds * 1000)
  return Number.isNaN(time.getTime()) || time.getUTCFullYear() > 9999 ? undefined : inIso(time)
}

function inIso(time: Date): string {
  return time
    .toISOString()
    .replace(/\.000Z$/, 'Z')
    .replace(/(\.\d{3})Z$/, '$1000Z')
}

/** In UNIX milliseconds. */
function readDateAndClock(text: string, now: number): number | undefined {
  const compact = /^\s*(\d{4})(\d\d)(\d\d)(?:T?(\d\d)(\d\d)(\d\d)?Z?)?\s*$/.exec(text)
  const written = compact
    ? `${compact.slice(1, 4).join('-')} ${compact.slice(4).filter(Boolean).join(':')}`.trim()
    : text
  const clock = readClock(written)
  const date = readDate(clock?.rest ?? written, new Date(now))
  if (date === undefined || (clock === undefined && !date.isGiven)) return undefined
  const { hour = 0, minute = 0, second = 0, offset = 0 } = clock ?? {}
  const [year, month, day] = date.parts
  const time = new Date(Date.UTC(2000, month - 1, 1))
  time.setUTCFullYear(year, month - 1, day)
  if (time.getUTCMonth() !== month - 1) return undefined
  return time.getTime() + ((hour * 60 + minute - offset) * 60 + second) * 1000
}

interface Clock {
  readonly hour: number
  readonly minute: number
  readonly second: number
  /** Of the time zone, in minutes. */
  readonly offset: number
  /** The text without the time of day. */
  readonly rest: string
}

const zone = String.raw`(?:\s*(Z|[A-Z]{3,5})(?![A-Za-z]))?(?:\s*([+-])(\d\d?):?(\d\d)?)?`
const timeOfDay = new RegExp(
  String.raw`(?:T|\b)(\d\d?)(?::(\d\d)(?::(\d\d(?:\.\d+)?))?\s*([AaPp]\.?[Mm]\b\.?)?|\s*([AaPp]\.?[Mm]\b\.?))${zone}|(?<=\d)T(\d\d)${zone}`,
)

function readClock(text: string): Clock | undefined {
  const found = timeOfDay.exec(text)
  if (found === null) return undefined
  const [whole, hours = found[10], minutes = '0', seconds = '0', half = found[5]] = found
  const [name, sign, zoneHours, zoneMinutes = '0'] = found[10] === undefined ? found.slice(6, 10) : found.slice(11, 15)
  const known = timeZones[name ?? 'Z'] ?? 0
  const isHalved = half !== undefined
  const hour = isHalved ? (Number(hours) % 12) + (/^p/i.test(half) ? 12 : 0) : Number(hours)
  const isValid = hour < 24 && Number(minutes) < 60 && Number(seconds) < 60 && !(isHalved && Number(hours) > 12)
  if (!isValid) return undefined
  const given = zoneHours === undefined ? 0 : (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === '-' ? -1 : 1)
  const rest = `${text.slice(0, found.index)} ${text.slice(found.index + whole.length)}`
  return { hour, minute: Number(minutes), second: Number(seconds), offset: known + given, rest }
}

/** In minutes; a time zone that isn't among these counts as UTC. */
const timeZones: Readonly<Record<string, number>> = {
  ...{ Z: 0, UTC: 0, GMT: 0, WET: 0, WEST: 60, BST: 60, CET: 60, CEST: 120, EET: 120, EEST: 180, MSK: 180, IST: 330 },
  ...{ EST: -300, EDT: -240, CST: -360, CDT: -300, MST: -420, MDT: -360, PST: -480, PDT: -420, AKST: -540, AKDT: -480 },
  ...{ HST: -600, JST: 540, KST: 540, AWST: 480, ACST: 570, AEST: 600, AEDT: 660, NZST: 720, NZDT: 780, SAST: 120 },
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekday = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?$/i

/** Year, month and day. Between numbers the month goes first, unless it can't be one or the year does. */
function readDate(text: string, today: Date) {
  const words = text.match(/\d+|[\p{L}]+|[^\s\p{L}\d,./-]+/gu) ?? []
  let month: number | undefined
  const numbers: string[] = []
  for (const word of words) {
    const at = months.indexOf(word.slice(0, 3).toLowerCase())
    if (/^\d+$/.test(word)) numbers.push(word)
    else if (at >= 0 && month === undefined && isMonth(word, at)) month = at + 1
    else if (!weekday.test(word) && !/^(?:st|nd|rd|th|of|at|on|and|t)$/i.test(word)) return undefined
  }
  if (numbers.length > (month === undefined ? 3 : 2) || numbers.some((number) => number.length > 4)) return undefined
  const isYear = (number: string) => number.length > 2 || Number(number) > 31
  const yearAt = numbers.length === 3 && !numbers.some(isYear) ? 2 : numbers.findIndex(isYear)
  const [year] = yearAt < 0 ? [] : numbers.splice(yearAt, 1)
  const others = numbers.map(Number)
  if (month === undefined && others.length > 0) {
    const first = others.length === 2 && yearAt !== 0 && (others[0] ?? 0) > 12 ? 1 : 0
    if (others.length === 2 || year !== undefined) [month] = others.splice(first, 1)
  }
  const [day = today.getUTCDate(), ...more] = others
  const parts = [fullYear(year, today), month ?? today.getUTCMonth() + 1, day] as const
  if (more.length > 0 || parts[1] < 1 || parts[1] > 12 || day < 1 || day > 31) return undefined
  return { parts, isGiven: words.length > 0 }
}

function isMonth(word: string, at: number): boolean {
  const full = new Date(Date.UTC(2000, at, 1)).toLocaleString('en', { month: 'long', timeZone: 'UTC' }).toLowerCase()
  return word.length === 3 || word.toLowerCase() === full || (at === 8 && /^sept$/i.test(word))
}

/** A year of two digits is the one closest to today. */
function fullYear(year: string | undefined, today: Date): number {
  const now = today.getUTCFullYear()
  if (year === undefined) return now
  if (year.length > 2) return Number(year)
  const near = Math.floor(now / 100) * 100 + Number(year)
  return near >= now + 50 ? near - 100 : near < now - 50 ? near + 100 : near
}
