import { type TestChat, testBot } from 'earshot/testing'
import 'earshot/testing/vitest'
import { memoryStorage } from 'earshot/storage'
import { afterEach, describe, expect, it } from 'vitest'
import { bakeryWith, bundledBots } from '../index.js'
import { openBoard } from './board.js'
import { createStandup, type StandupOptions } from './bot.js'
import { dayOf } from './summary.js'

let chat: TestChat | undefined
afterEach(() => chat?.close())

/** At five in the morning (UTC) of a Monday. */
async function open(options: StandupOptions = {}): Promise<TestChat> {
  chat = await testBot(() => createStandup(options), {
    account: 'Standup',
    simulator: { organisation: bakeryWith(bundledBots) },
  })
  return chat
}

describe('Standup', () => {
  it('posts in the configured topic and time zone', async () => {
    const chat = await open({ channel: 'kitchen', topic: 'mornings', timezone: 'Europe/Rome' })
    await chat.as('iago').dm('join')
    expect(await chat.advance('3h 1m')).toHaveReplied(/^Good morning, Iago/)
    expect(await chat.advance('30m')).toHaveReplied(/^\*\*Monday, 2 March 2026\*\*/)
    expect(chat.conversation({ channel: 'kitchen', topic: 'mornings' })).toHaveLength(1)
  })

  it("doesn't ask users who have already reported", async () => {
    const chat = await open()
    const iago = chat.as('iago')
    for (const text of ['join', 'report', 'Slept', 'Bake', 'nothing']) await iago.dm(text)
    expect(await chat.advance('4h 1m')).toEqual([])
    expect(await chat.advance('30m')).toHaveReplied(/Done: Slept/)
  })

  it('includes only the last report of a user in the summary', async () => {
    const chat = await open()
    const iago = chat.as('iago')
    for (const text of ['report', 'Slept', 'Bake', 'nothing', 'report', 'Swept', 'Bake', 'nothing']) await iago.dm(text)
    const [summary] = await chat.advance('5h')
    expect(summary?.content).toMatch(/Done: Swept/)
    expect(summary?.content).not.toMatch(/Slept/)
  })

  it('ignores a cancelled report', async () => {
    const chat = await open()
    const iago = chat.as('iago')
    for (const text of ['report', 'Slept', 'cancel']) await iago.dm(text)
    expect(await chat.advance('5h')).toEqual([])
  })

  it('asks the remaining users if one was deactivated', async () => {
    const chat = await open()
    await chat.as('hamlet').dm('join')
    await chat.as('iago').dm('join')
    const { realm } = chat.simulator
    realm.call('users.deactivate', realm.account('desdemona'), { user_id: realm.account('hamlet').id })
    expect(await chat.advance('4h 1m')).toHaveReplied(/^Good morning, Iago/)
    expect(chat.log.map(({ message }) => message)).toContain('Somebody could not be asked for a report')
  })

  it('handles more users than one page of storage', async () => {
    const board = openBoard(memoryStorage())
    for (let id = 1; id <= 250; id += 1) await board.join({ id, name: `Baker ${id}` })
    expect(await board.people()).toHaveLength(250)
    const { waited } = await board.standing('2026-03-02')
    expect(waited).toHaveLength(250)
  })

  it.each([
    ['UTC', '2026-03-01'],
    ['Europe/Rome', '2026-03-02'],
    ['America/New_York', '2026-03-01'],
  ])('determines the date in %s', (timezone, day) => {
    expect(dayOf(Date.UTC(2026, 2, 1, 23, 30), timezone)).toBe(day)
  })
})
