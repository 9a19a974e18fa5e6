import { Bot, poll, todo } from 'earshot'
import { type ExploreOptions, explore, exploreText, runTranscript } from 'earshot/testing'
import { describe, expect, it, vi } from 'vitest'
import { loadFastCheck } from '../../../src/testing/explore/drawnSteps.js'
import { ExploreError } from '../../../src/testing/explore/errors.js'
import { createClean, planted } from './planted.js'

const newest = { seed: 1, levels: [496], role: 'administrator' }

/** What people do in a transcript, without its settings and remarks. */
const chatOf = (transcript: string) => transcript.slice(transcript.indexOf('\n\n')).trim()

describe('explore', () => {
  it.each([
    ['once', 'Hamlet: @**Echo** order x'],
    ['wildcards', 'Hamlet: @**Echo** praise all'],
    ['rights', 'Hamlet: @**Echo** shut lunch'],
    ['no crash', 'Hamlet: @**Echo** link 😀'],
    ['sessions', 'Hamlet: @**Echo** count\nHamlet: @**Echo** count'],
    ['answered', 'Hamlet: @**Echo** bake\n[1 hour later]'],
  ] as const)('finds a violation of "%s" and the shortest conversation that reproduces it', async (rule, lines) => {
    const { findings } = await explore(planted[rule], { ...newest, runs: rule === 'answered' ? 12 : 6 })
    const found = findings.find((finding) => finding.rule === rule)
    expect(found).toMatchObject({
      repeats: true,
      transcript: expect.stringMatching(`^// Breaks the rule "${rule}":\n`),
    })
    const { transcript = '' } = found ?? {}
    expect(chatOf(transcript)).toBe(`${rule === 'sessions' ? '[at once]\n' : ''}# general > explore\n${lines}`)

    const asTest = await runTranscript(transcript, { bot: planted[rule] })
    expect(asTest).toMatchObject({ passed: false, diff: expect.stringContaining(`It breaks the rule "${rule}": `) })
    expect(await runTranscript(transcript, { bot: createClean })).toMatchObject({ passed: true, diff: '' })
  })

  it('lets a bot do for a guest what the guest may do in their own channels', async () => {
    const bot = () =>
      new Bot().command('done', { description: 'Close this topic' }, async (ctx) => {
        if (ctx.message.type !== 'stream') return 'Topics are in channels.'
        const { id, subject } = ctx.message
        await ctx.client.messages.edit({ message_id: id, topic: `✔ ${subject}`, propagate_mode: 'change_all' })
        return 'Closed.'
      })
    const asGuest = '[at once]\n# general > explore\nPolonius: @**Echo** done\nHamlet: @**Echo** done\n'
    const { passed, diff } = await runTranscript(`rules: on\nlevel: 496\n\n${asGuest}`, { bot })
    expect({ passed, diff }).toEqual({ passed: true, diff: '' })
  })

  it('reports nothing for a correct bot, and what it tried', async () => {
    const report = await explore(createClean, { seed: 2, runs: 15, role: 'administrator' })
    expect(report).toMatchObject({ seed: 2, conversations: 15, findings: [] })
    expect(Object.entries(report.commands).filter(([, count]) => count === 0)).toEqual([])
    expect(report.levels.length).toBeGreaterThan(3)
    const text = exploreText(report, (_, plain) => plain)
    expect(text).toContain('commands        4 of 4\n')
    expect(text).toMatch(/\nNothing was found\.\n$/)
  })

  it('repeats its run for the same seed', async () => {
    const tried = async () => {
      const { took: _, ...report } = await explore(planted['no crash'], { ...newest, runs: 6 })
      return report
    }
    expect(await tried()).toEqual(await tried())
  })

  it('checks the `always` rule after each step', async () => {
    const bot = () => new Bot().command('add <n:integer>', { description: 'Add' }, ({ args }) => `${args.n + 1}`)
    const always: ExploreOptions['always'] = ({ replies, last }) => {
      if (replies.some(({ content }) => content === '0')) throw new Error(`It is nothing after: ${last}`)
    }
    const { findings } = await explore(bot, { ...newest, runs: 8, always })
    expect(findings).toMatchObject([
      { rule: 'always', what: 'It is nothing after: # general > explore\nHamlet: @**Echo** add -1', repeats: false },
    ])
  })

  it.each([
    ['an unhandled rejection', 'no crash', 'fails', () => void Promise.reject(new Error('lost'))],
    ['an internal error shown to users', 'plain', 'fails', () => 'No.\n    at run (/srv/bot.js:12:3)'],
    ['an answer after more than a minute', 'answered', 'took 90 s', (ctx) => ctx.sleep('90s').then(() => 'Here.')],
    ['a handler without a reply', 'answered', 'sent no answer', () => undefined],
  ] satisfies [string, string, string, Parameters<Bot['onMention']>[0]][])('finds %s', async (_, rule, __, handler) => {
    const bot = () => new Bot().onMention(handler)
    const { findings } = await explore(bot, { ...newest, runs: 6 })
    expect(findings.map((finding) => finding.rule)).toContain(rule)
    const without = await explore(bot, { ...newest, runs: 3, without: ['no crash', 'plain', 'answered'] })
    expect(without.findings).toEqual([])
  })

  it('lets users vote, tick and add options in widgets', async () => {
    const bot = () =>
      new Bot().onMention(async (ctx) => void (await ctx.reply(poll({ question: 'Rye?', options: ['yes', 'no'] }))))
    const done = new Set<string>()
    const always: ExploreOptions['always'] = ({ last }) => void done.add(/ (votes|adds) /.exec(last)?.[1] ?? '')
    const { findings } = await explore(bot, { ...newest, runs: 20, always })
    expect(findings).toEqual([])
    expect([...done].sort()).toEqual(['', 'adds', 'votes'])
  })

  it('loses event queues if the bot runs by events', async () => {
    const bot = () => new Bot().onMention(() => 'Yes.')
    const { findings, faults } = await explore(bot, { ...newest, by: 'events', runs: 20 })
    expect(findings).toEqual([])
    expect(faults).toMatchObject({ 'the next event loses the event queue': expect.any(Number) })
  })

  it('runs the bot by webhook if that is asked for, whatever EARSHOT_BY says', async () => {
    vi.stubEnv('EARSHOT_BY', 'events')
    let deliveries = 0
    const always: ExploreOptions['always'] = ({ chat }) => {
      deliveries += chat.simulator.deliveries.length
    }
    try {
      await explore(() => new Bot().onMention(() => 'Yes.'), { ...newest, by: 'webhook', runs: 5, always })
    } finally {
      vi.unstubAllEnvs()
    }
    expect(deliveries).toBeGreaterThan(0)
  })

  it('finds a failing onVote handler if the bot runs by events', async () => {
    const bot = () =>
      new Bot()
        .onMention(async (ctx) => void (await ctx.reply(todo({ title: 'Today', tasks: ['knead'] }))))
        .onVote(() => Promise.reject(new Error('no votes')))
    const { findings } = await explore(bot, { ...newest, by: 'events', runs: 6 })
    expect(findings).toMatchObject([{ rule: 'no crash', repeats: true }])
    expect(findings[0]?.transcript).toMatch(/ and onVote threw [\s\S]*\nby: events\n[\s\S]*\n\w+ ticks "knead"\n$/)
  })

  it('rejects invalid options', async () => {
    const tried = (options: object) => explore(createClean, options)
    await expect(tried({ sead: 1 })).rejects.toThrow('explore has no option `sead`. Did you mean')
    await expect(tried({ runs: 0 })).rejects.toThrow('`runs` is 0')
    await expect(tried({ seed: 1.5 })).rejects.toThrow('`seed` is 1.5')
    await expect(tried({ time: 'soon' })).rejects.toThrow(
      "`time` is soon. Give milliseconds, or a string such as '5m'.",
    )
    await expect(tried({ levels: [] })).rejects.toThrow('`levels` is empty')
    await expect(tried({ without: ['manners'] })).rejects.toThrow('there is no rule manners. There are: no crash,')
    await expect(tried({ role: 'king' })).rejects.toThrow('expected one of owner, administrator')
  })

  it('throws with the install command if fast-check is missing', async () => {
    const missing = loadFastCheck(() => Promise.reject(new Error("Cannot find package 'fast-check'")))
    await expect(missing).rejects.toThrow('Run: npm install --save-dev fast-check')
    await expect(missing).rejects.toBeInstanceOf(ExploreError)
  })
})
