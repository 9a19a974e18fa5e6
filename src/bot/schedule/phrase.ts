import { fold, nearest } from '../../text/index.js'
import { listInWords } from '../../values.js'
import { dateReader } from '../arguments/dateReader.js'
import { english } from '../sentences/english.js'

/** A phrase as cron expressions, each for some of its times; or why it can't be read. */
type Phrase = { readonly patterns: readonly string[] } | { readonly problem: string }

/**
 * Reads `weekdays at 9:00`, `every 15 minutes`, `first monday of the month at 10:00` and the like. A cron expression of
 * five fields is returned unchecked.
 */
export function readPhrase(text: string): Phrase {
  const phrase = fold(text)
  if (phrase === '') return { problem: 'It is empty' }
  if (isCron(phrase)) return { patterns: [text.trim()] }
  const words = phrase.replace(/^(every|each|on) /, '')
  const interval = readInterval(words)
  if (interval) return interval
  const [, days = '', times] = /^(.*?)(?:^| )at (.*)$/.exec(words) ?? [undefined, words, undefined]
  const dates = readDates(days)
  if ('problem' in dates) return dates
  if (times === undefined) return { problem: "It says no time of day; add one, such as 'at 9:00'" }
  const read = readTimes(times)
  return 'problem' in read ? read : { patterns: read.map((time) => `${time} ${dates.fields}`) }
}

export const understood =
  "Say 'weekdays at 9:00', 'every day at 8:30 and 17:00', 'monday and thursday at 14:00', 'every 15 minutes', " +
  "'first monday of the month at 10:00', or a cron expression: '0 9 * * 1-5'."

/** Whether it looks like a cron expression, so that a mistake in it is reported as such. */
const isCron = (phrase: string) => /^(@[a-z]+$|[\d*?,/-]+ [\d*?,/-]+( |$))/.test(phrase)

function readInterval(words: string): Phrase | undefined {
  const [, given, unit] =
    /^(?:(\d+) )?(minute|hour|day|week|month|year)s?$/.exec(words.replace(/^hourly$/, 'hour')) ?? []
  if (unit === undefined || (given === undefined && !isInterval(unit))) return undefined
  const count = Number(given ?? 1)
  if (!isInterval(unit)) {
    return { problem: `It counts ${unit}s without saying from which day; name the days instead` }
  }
  if (unit === 'minute' && count === 60) return { patterns: ['0 * * * *'] }
  const most = whole[unit]
  const allowed = Array.from({ length: most / 2 }, (_, index) => index + 1).filter((number) => most % number === 0)
  if (!allowed.includes(count)) {
    const longer = unit === 'minute' ? 'an hour' : 'a day'
    return { problem: `${count} ${unit}s don't divide ${longer}; use ${listInWords(allowed, 'or')}` }
  }
  return { patterns: [unit === 'minute' ? `${step(count)} * * * *` : `0 ${step(count)} * * *`] }
}

const whole = { minute: 60, hour: 24 }

const isInterval = (unit: string): unit is keyof typeof whole => unit in whole

const step = (count: number) => (count === 1 ? '*' : `*/${count}`)

type Dates = { readonly fields: string } | { readonly problem: string }

function readDates(text: string): Dates {
  const simple = simpleDays.get(text)
  if (simple !== undefined) return { fields: `* * ${simple}` }
  const [, within, unit] = /^(.*) (?:of|in) (?:the |every |each )?([a-z]+)$/.exec(text) ?? []
  if (within !== undefined && unit !== undefined) {
    const month = unit === 'month' ? -1 : numberIn(months, unit)
    return month === undefined
      ? unknown(unit, [...months, 'month'], 'month')
      : readDatesOfMonth(within, month < 0 ? '*' : String(month + 1))
  }
  return readWeekdays(text)
}

const simpleDays: ReadonlyMap<string, string> = new Map([
  ...['', 'day', 'days', 'daily'].map((word) => [word, '*'] as const),
  ...['weekday', 'weekdays', 'working day', 'working days'].map((word) => [word, '1-5'] as const),
  ...['weekend', 'weekends'].map((word) => [word, '6,0'] as const),
])

/** `first and third monday`, `1st and 15th`, `last day`. */
function readDatesOfMonth(text: string, month: string): Dates {
  const words = itemsOf(text.replace(/^the /, ''))
  const [, ordinal, name] = /^(\S+) (\S+)$/.exec(words.at(-1) ?? '') ?? []
  const ordinals = [...words.slice(0, -1), ordinal ?? words.at(-1) ?? ''].map((word) => word.replace(/ days?$/, ''))
  if (name === undefined || name === 'day') {
    const days = ordinals.map((word) => (word === 'last' ? 'L' : ordinalOf(word, 31)))
    const wrong = ordinals[days.indexOf(undefined)]
    return wrong === undefined ? { fields: `${days.join(',')} ${month} *` } : noDayOfMonth(wrong)
  }
  const weekday = numberIn(weekdays, name)
  if (weekday === undefined) return unknown(name, weekdays, 'day of the week')
  const nths = ordinals.map((word) => (word === 'last' ? 'L' : ordinalOf(word, 5)))
  const wrong = ordinals[nths.indexOf(undefined)]
  if (wrong !== undefined) return { problem: `'${wrong}' isn't one of first, second, third, fourth, fifth and last` }
  return { fields: `* ${month} ${nths.map((nth) => `${weekday}#${nth}`).join(',')}` }
}

const noDayOfMonth = (word: string) => ({
  problem: `'${word}' isn't a day of the month; say '1st' to '31st', or 'last day'`,
})

function ordinalOf(word: string, most: number): number | undefined {
  const [, digits] = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(word) ?? []
  const number = digits === undefined ? ordinalWords.indexOf(word) + 1 : Number(digits)
  return number >= 1 && number <= most ? number : undefined
}

const ordinalWords = ['first', 'second', 'third', 'fourth', 'fifth']

/** `monday and thursday`, `tuesday to friday`. */
function readWeekdays(text: string): Dates {
  const fields: string[] = []
  for (const item of itemsOf(text)) {
    const ends = item.split(/ ?(?: to | through |-) ?/)
    const numbers = ends.map((word) => numberIn(weekdays, word.replace(/^(every|each|on) /, '')))
    const wrong = ends[numbers.indexOf(undefined)]
    if (wrong !== undefined) return unknown(wrong, [...simpleDays.keys(), ...weekdays, ...otherWords], 'day')
    const [from = 0, to = from] = numbers
    if (numbers.length > 2) return { problem: `'${item}' has more than two ends` }
    // A range may run over the end of the week.
    for (let day = from; ; day = (day + 1) % 7) {
      fields.push(String(day))
      if (day === to) break
    }
  }
  return { fields: `* * ${fields.join(',')}` }
}

const otherWords = ['minute', 'minutes', 'hour', 'hours', 'hourly']

/** The index of a day's or month's name, in the plural too, by at least its first three letters. */
function numberIn(names: readonly string[], word: string): number | undefined {
  const name = word.replace(/s$/, '')
  const at = name.length < 3 ? -1 : names.findIndex((whole) => whole.startsWith(name))
  return at === -1 ? undefined : at
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const months = 'january february march april may june july august september october november december'.split(' ')

function unknown(word: string, known: readonly string[], what: string): { readonly problem: string } {
  const meant = nearest(word, known)
  return { problem: `'${word}' isn't a ${what}${meant ? `; did you mean '${meant}'?` : ''}` }
}

/** The minute and hour fields of cron expressions for times of day: one expression for each minute. */
function readTimes(text: string): readonly string[] | { readonly problem: string } {
  const hours = new Map<number, Set<number>>()
  for (const item of itemsOf(text)) {
    const { what: time, end } = dateReader(item, 0, english.dateWords, false).time() ?? {}
    if (time === undefined || end !== item.length || time.second !== 0) {
      return { problem: `'${item}' isn't a time of day; write 9:00, 17:30, 9am, 5:30pm, noon or midnight` }
    }
    hours.set(time.minute, (hours.get(time.minute) ?? new Set()).add(time.hour))
  }
  return [...hours].map(([minute, at]) => `${minute} ${[...at].sort((one, other) => one - other).join(',')}`)
}

const itemsOf = (text: string) => text.split(/ ?(?:,| and |&) ?(?:and )?/).map((item) => item.trim())
