import { describe, expect, it } from 'vitest'
import { Bot } from '../../src/bot/index.js'
import { Message } from '../../src/protocol/index.js'
import { account, delivery, type Heard, replyTo, type Said } from './fixture.js'

const told = { description: 'Do it' }
const asked: Said = { server: { 'GET /users/8': { user: account(8, 'Iago', 200, { timezone: 'Europe/Rome' }) } } }

describe('a <duration> argument', () => {
  const bot = new Bot().command('wait <when:duration> [what...]', told, ({ args }) =>
    `${args.when} ${args.what ?? ''}`.trim(),
  )

  it.each([
    ['90s', '90000'],
    ['1h30m', '5400000'],
    ['1h 30m tea', '5400000 tea'],
    ['2 days', '172800000'],
    ['1 hour, 30 minutes and 5 seconds of rest', '5405000 of rest'],
    ['1.5h', '5400000'],
    ['250ms', '250'],
    ['0s', '0'],
    ['1 Week', '604800000'],
    ['5m, then 3', '300000 then 3'],
    ['5 m 3', '300000 3'],
    ['1,5h', '5400000'],
    ['５m', '300000'],
  ])('parses %s as %s', async (typed, said) => {
    expect(await replyTo(bot, `wait ${typed}`)).toBe(said)
  })

  it.each(['5', 'm', '-5m', '5x', '5mx', '1,500h', 'soon', '999999999w', 'NaNs', '5m5', '5m 55', '1.000 s', '1e9s'])(
    'rejects %s',
    async (typed) => {
      expect(await replyTo(bot, `wait ${typed}`)).toMatch(/^`<when>` can't be .* It should be a span of time/)
    },
  )
})

describe('a <date> argument', () => {
  const bot = new Bot().command('at <at:date> [what...]', told, ({ args }) =>
    `${args.at.toISOString()} ${args.what ?? ''}`.trim(),
  )
  /** Wednesday, 21 October 2026, 10:00 in Rome, where it is summer until the 25th. */
  const sent = Date.parse('2026-10-21T08:00:00Z') / 1000

  async function at(text: string, said: Said = asked, timestamp = sent): Promise<Heard> {
    const heard: Heard = { replies: [], options: [], lines: [], calls: [] }
    const atThatTime = (message: Message) => Message.parse({ ...message, timestamp })
    await bot.handle(delivery(text, { ...said, message: atThatTime }, heard))
    return heard
  }

  it.each([
    ['2026-01-31', 'in a month', '2026-02-28'],
    ['2026-01-31', 'in 13 months', '2027-02-28'],
    ['2026-01-30', 'in 11 months', '2026-12-30'],
    ['2026-11-15', 'in 2 months', '2027-01-15'],
    ['2024-02-29', 'in a year', '2025-02-28'],
  ])('from %s on, %s is %s', async (day, typed, then) => {
    const { replies } = await at(`at ${typed}`, asked, Date.parse(`${day}T08:00:00Z`) / 1000)
    expect(replies).toEqual([`${then}T08:00:00.000Z`])
  })

  it.each([
    ['2026-12-01 14:30', '2026-12-01T13:30:00.000Z'],
    ['2026-12-01T14:30 tea', '2026-12-01T13:30:00.000Z tea'],
    ['2026-12-01', '2026-11-30T23:00:00.000Z'],
    ['2026-12-01T14:30Z', '2026-12-01T14:30:00.000Z'],
    ['2026-12-01T14:30:15+0530', '2026-12-01T09:00:15.000Z'],
    ['<time:2026-12-01T14:30:00+01:00> tea', '2026-12-01T13:30:00.000Z tea'],
    ['tomorrow at 9:00 stand up', '2026-10-22T07:00:00.000Z stand up'],
    ['tomorrow at the door', '2026-10-21T22:00:00.000Z at the door'],
    ['today 5pm', '2026-10-21T15:00:00.000Z'],
    ['9:00', '2026-10-22T07:00:00.000Z'],
    ['at 11:00', '2026-10-21T09:00:00.000Z'],
    ['12am', '2026-10-21T22:00:00.000Z'],
    ['noon tomorrow', '2026-10-22T10:00:00.000Z'],
    ['friday', '2026-10-22T22:00:00.000Z'],
    ['wed 9:00', '2026-10-28T08:00:00.000Z'],
    ['Wednesday 11:00', '2026-10-21T09:00:00.000Z'],
    ['1 December', '2026-11-30T23:00:00.000Z'],
    ['1.12.2026', '2026-11-30T23:00:00.000Z'],
    ['March 3rd, 2027 at 8:15 a.m.', '2027-03-03T07:15:00.000Z'],
    ['3 March', '2027-03-02T23:00:00.000Z'],
    ['29 February', '2028-02-28T23:00:00.000Z'],
    ['in 2 hours tea', '2026-10-21T10:00:00.000Z tea'],
    ['now', '2026-10-21T08:00:00.000Z'],
    // The clocks are put back on the 25th at 3:00, and forward on 28 March at 2:00.
    ['2026-10-25 02:30', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25 3:00', '2026-10-25T02:00:00.000Z'],
    ['in 5 days', '2026-10-26T09:00:00.000Z'],
    ['in 120 hours', '2026-10-26T08:00:00.000Z'],
  ])("parses %s as %s in the sender's time zone", async (typed, said) => {
    expect((await at(`at ${typed}`)).replies).toEqual([said])
  })

  it.each([
    '2026-02-30',
    '2026-13-01',
    '2027-02-29',
    '31 April',
    '25:00',
    '9:60',
    '13pm',
    '0am',
    '9',
    '01/12/2026',
    '2027-03-28 02:30',
    '1.13.2026',
    'someday',
    'mo',
    '0000-01-01',
    '2026-12-01T14:30+99:00',
    '2026-12-01T25:00Z',
    '2026-02-30T10:00Z',
    'in',
    'in a while',
    '<time:nonsense>',
  ])('rejects %s', async (typed) => {
    expect((await at(`at ${typed}`)).replies[0]).toMatch(/^`<at>` can't be .* It should be a date or time/)
  })

  it('looks up the time zone only if it is needed', async () => {
    expect((await at('at in 5m')).calls).toEqual([])
    expect((await at('at 2026-12-01T14:30Z')).calls).toEqual([])
    expect((await at('at tomorrow')).calls).toEqual(['GET /users/8'])
  })

  it.each(['', 'Mars/Olympus'])('uses UTC if the time zone is "%s"', async (timezone) => {
    const server = { 'GET /users/8': { user: account(8, 'Iago', 200, { timezone }) } }
    expect((await at('at tomorrow 9:00', { server })).replies).toEqual(['2026-10-22T09:00:00.000Z'])
  })

  it("fails if the time zone can't be looked up", async () => {
    expect((await at('at tomorrow 9:00', { server: {} })).replies).toEqual(['Something went wrong; delivery d-1.'])
  })
})

describe('a <day> argument', () => {
  const bot = new Bot().command('off <from:day> [until:day]', told, ({ args }) =>
    args.until === undefined ? args.from : `${args.from} to ${args.until}`,
  )
  const off = (text: string, sentAt: string, timezone = 'Europe/Rome') => {
    const heard: Heard = { replies: [], options: [], lines: [], calls: [] }
    const message = (one: Message) => Message.parse({ ...one, timestamp: Date.parse(sentAt) / 1000 })
    const server = { 'GET /users/8': { user: account(8, 'Iago', 200, { timezone }) } }
    return Promise.resolve(bot.handle(delivery(`off ${text}`, { server, message }, heard))).then(() => heard)
  }
  /** A Wednesday. */
  const sent = '2026-10-21T08:00:00Z'

  it.each([
    ['2026-12-01', '2026-12-01'],
    ['today', '2026-10-21'],
    ['tomorrow', '2026-10-22'],
    ['friday', '2026-10-23'],
    ['on Friday', '2026-10-23'],
    ['wednesday', '2026-10-28'],
    ['1 December', '2026-12-01'],
    ['March 3rd, 2027', '2027-03-03'],
    ['3 March', '2027-03-03'],
    ['29 February', '2028-02-29'],
    ['in 3 days', '2026-10-24'],
    ['in 2 weeks', '2026-11-04'],
    ['tomorrow, friday', '2026-10-22 to 2026-10-23'],
    ['2026-12-24 2026-12-31', '2026-12-24 to 2026-12-31'],
  ])('parses %s as %s', async (typed, said) => {
    expect((await off(typed, sent)).replies).toEqual([said])
  })

  it.each([
    ['2026-10-21T23:30:00Z', 'Europe/Rome', '2026-10-22'],
    ['2026-10-21T23:30:00Z', 'UTC', '2026-10-21'],
    ['2026-10-21T03:30:00Z', 'America/New_York', '2026-10-20'],
    ['2026-10-21T03:30:00Z', 'Pacific/Kiritimati', '2026-10-21'],
    ['2026-10-21T12:00:00Z', 'Pacific/Kiritimati', '2026-10-22'],
    ['2026-10-21T03:30:00Z', '', '2026-10-21'],
  ])('uses the sender\'s time zone: at %s in "%s" today is %s', async (at, timezone, day) => {
    expect((await off('today', at, timezone)).replies).toEqual([day])
  })

  it('counts calendar days across daylight-saving changes', async () => {
    // The clocks are put back on the 25th.
    expect((await off('in 5 days', '2026-10-20T22:30:00Z')).replies).toEqual(['2026-10-26'])
    expect((await off('in 1 day', '2026-10-24T22:15:00Z')).replies).toEqual(['2026-10-26'])
    expect((await off('in 1 day', '2027-03-27T23:30:00Z')).replies).toEqual(['2027-03-29'])
  })

  it.each([
    '2026-02-30',
    '2027-02-29',
    '31 April',
    'someday',
    'mo',
    'now',
    'noon',
    '9:00',
    'in 2 hours',
    'in 36 hours',
    'in',
  ])('rejects %s', async (typed) => {
    expect((await off(typed, sent)).replies[0]).toMatch(
      /^`<from>` can't be .* It should be a day, such as `2026-12-01`, `tomorrow`, `friday` or `in 3 days`\./,
    )
  })

  it('rejects a time of day', async () => {
    expect((await off('friday 9:00', sent)).replies[0]).toMatch(/^`\[until\]` can't be `9:00`/)
    expect((await off('2026-12-01T14:30', sent)).replies[0]).toMatch(/^`<from>` can't be/)
  })

  it('looks up the time zone only if it is needed', async () => {
    expect((await off('2026-12-01 1 March 2027', sent)).calls).toEqual([])
    expect((await off('1 March', sent)).calls).toEqual(['GET /users/8'])
  })
})
