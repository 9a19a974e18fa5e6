import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Bot } from 'earshot'
import { testBot } from 'earshot/testing'
import { expect, it } from 'vitest'
import { root } from './blocks.js'

/** What is typed on Monday, 2 March 2026 at 6:00, and the moment that it means. */
const read: readonly (readonly [typed: readonly string[], means: string])[] = [
  [['17:30', '5:30pm', '5.30 p.m.', 'at 17:30'], 'today, 17:30'],
  [['5am', '5:00'], 'tomorrow, 5:00, since that has passed today'],
  [['noon', 'midday', 'at 12:00'], 'today, 12:00'],
  [['tonight at 8', '8pm tonight', 'this evening, 8pm'], 'today, 20:00'],
  [['tomorrow at 9:00', 'tomorrow 9am', '9am tomorrow', 'tomorrow morning at 9', 'tmrw @ 9.00'], 'tomorrow, 9:00'],
  [['tomorrow'], 'tomorrow, 0:00'],
  [['friday at 17', 'Fri 5pm', '5 pm on friday', 'this friday, 17:00'], 'Friday, 17:00'],
  [['monday'], 'Monday in a week, 0:00, since today has begun'],
  [['8 june', 'June 8th', '8.6.2026', '2026-06-08', 'Monday, 8 June 2026'], '8 June 2026, 0:00'],
  [['in 90 minutes', 'in 1h30', 'in 1.5 hours', 'in an hour and a half', '90 min from now'], 'today, 7:30'],
  [['in 2 days'], 'Wednesday, 6:00'],
  [['in 2 days at 9am'], 'Wednesday, 9:00'],
  [['in 3 months'], '2 June, 6:00'],
  [['10:00 UTC', '10:00Z', '12:00+02:00', '12:00 GMT+2', '5am EST', '11:00 Europe/Rome'], 'today, 11:00'],
  [['2026-03-05T10:00Z', '<time:2026-03-05T11:00:00+01:00>', '2026-03-05 10:00 UTC'], 'Thursday, 11:00'],
]

const moments: Readonly<Record<string, string>> = {
  'today, 17:30': '2026-03-02 17:30',
  'tomorrow, 5:00, since that has passed today': '2026-03-03 05:00',
  'today, 12:00': '2026-03-02 12:00',
  'today, 20:00': '2026-03-02 20:00',
  'tomorrow, 9:00': '2026-03-03 09:00',
  'tomorrow, 0:00': '2026-03-03 00:00',
  'Friday, 17:00': '2026-03-06 17:00',
  'Monday in a week, 0:00, since today has begun': '2026-03-09 00:00',
  '8 June 2026, 0:00': '2026-06-08 00:00',
  'today, 7:30': '2026-03-02 07:30',
  'Wednesday, 6:00': '2026-03-04 06:00',
  'Wednesday, 9:00': '2026-03-04 09:00',
  '2 June, 6:00': '2026-06-02 06:00',
  'today, 11:00': '2026-03-02 11:00',
  'Thursday, 11:00': '2026-03-05 11:00',
}

/** What is refused, with what the sender is asked. */
const refused: readonly (readonly [typed: string, asked: string])[] = [
  ['friday at 5', '`friday 5:00` / `friday 17:00`'],
  ['tomorrow evening', '`tomorrow 18:00`'],
  ['30 minutes', '`in 30 minutes`'],
  ['2026-03-29 02:30', '`2026-03-29 03:30`'],
  ['tuesday 8 june', '`2026-06-08`'],
  ['today 5:00', 'has passed'],
  ['next friday', ''],
  ['3/4', ''],
  ['10:00 IST', ''],
]

it('the page of commands has a table of the dates that are read, and they are read so', async () => {
  const rows = read.map(([typed, means]) => `| ${typed.map((one) => `\`${one}\``).join(', ')} | ${means} |`)
  const page = readFileSync(join(root, 'docs/guides/commands.md'), 'utf8')
  expect(page).toContain(['| typed | means |', '|---|---|', ...rows].join('\n'))
  for (const [typed] of refused) expect(page).toContain(`\`${typed}\``)

  const inRome = (date: Date) => date.toLocaleString('sv-SE', { timeZone: 'Europe/Rome' }).slice(0, 16)
  const bot = new Bot().command(
    'remind <when:date> <text...>',
    { description: 'Remind' },
    ({ args }) => `${inRome(args.when)} ${args.text}`,
  )
  await using chat = await testBot(bot)
  const answer = async (typed: string) => (await chat.as('iago').dm(`remind ${typed} eat`))[0]?.content ?? ''
  for (const [all, means] of read) {
    for (const typed of all) expect(`${typed}: ${await answer(typed)}`).toBe(`${typed}: ${moments[means]} eat`)
  }
  for (const [typed, asked] of refused) {
    const said = await answer(typed)
    expect(said).toMatch(/^`<when>` (can't be|has passed)/)
    expect(said).toContain(asked)
  }
})
