import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { earshot } from './inProcess.js'
import { createProject, type Project } from './project.js'

let project: Project
const path = (name: string) => join(project.folder, name)
const run = (...args: string[]) => earshot(['explore', ...args])

const botThat = (does: string) =>
  `import { Bot } from 'earshot'\nexport const bot = new Bot().command('say <what...>', { description: 'Say it' }, async (ctx) => ${does})\n`

beforeEach(() => {
  project = createProject()
  project.write('twice.mjs', botThat('{ await ctx.reply("Yes."); return "Yes." }'))
  project.write('good.mjs', botThat('"Yes."'))
  project.write('throws.mjs', 'throw new Error("no database")\n')
  project.write('none.mjs', 'export const n = 1\n')
})
afterEach(() => project.remove())

describe('earshot explore', () => {
  it('exits with 1 for a broken rule and saves a transcript that fails until the bot is fixed', async () => {
    const { code, out } = await run(path('twice.mjs'), '--random-seed', '1', '--runs', '4')
    const saved = readFileSync(path('explore-once.chat'), 'utf8')
    expect(code).toBe(1)
    expect(out).toContain('broken once\n  // Breaks the rule "once":')
    expect(out).toContain(`  earshot test ${path('explore-once.chat')} --bot ${path('twice.mjs')}\n`)
    expect(out).toContain(`  earshot explore ${path('twice.mjs')} --random-seed 1 --runs 4\n`)
    expect(saved).toContain('\nrules: on\n')

    const played = (bot: string) => earshot(['test', path('explore-once.chat'), '--bot', path(bot)])
    expect(await played('twice.mjs')).toMatchObject({ code: 1, err: expect.stringContaining('breaks the rule "once"') })
    expect(await played('good.mjs')).toMatchObject({ code: 0, out: '1 passed\n' })
  })

  it("doesn't overwrite another transcript, and saves the same one once", async () => {
    project.write('explore-once.chat', '// Mine.\n')
    for (const _ of [1, 2]) await run(path('twice.mjs'), '--random-seed', '1', '--runs', '4')
    expect(readFileSync(path('explore-once.chat'), 'utf8')).toBe('// Mine.\n')
    expect(['explore-once-2.chat', 'explore-once-3.chat'].map((name) => existsSync(path(name)))).toEqual([true, false])
  })

  it('exits with 0 and prints a JSON report if nothing was found', async () => {
    const { code, out } = await run(
      path('good.mjs'),
      '--random-seed',
      '3',
      '--runs',
      '3',
      '--json',
      '--out',
      path('found'),
    )
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ seed: 3, conversations: 3, findings: [], saved: [] })
    expect(existsSync(path('found'))).toBe(false)
  })

  it.each([
    ['throws.mjs', [], "The bot can't be loaded."],
    ['none.mjs', [], 'exports no bot'],
    ['nowhere.mjs', [], 'There is no file'],
    ['good.mjs', ['--without', 'manners'], 'There is no rule manners. The rules are: no crash,'],
    ['good.mjs', ['--without', 'no crahs'], 'There is no rule no crahs. Did you mean no crash?'],
    ['good.mjs', ['--by', 'pigeon'], 'Allowed choices are webhook, events'],
    ['good.mjs', ['--by', 'evens'], 'Did you mean events?'],
    ['good.mjs', ['--role', 'administator'], 'Did you mean administrator?'],
    ['good.mjs', ['--runs', '0'], '`runs` is 0'],
    ['good.mjs', ['--role', 'king'], 'Allowed choices are owner, administrator'],
    ['good.mjs', ['--sead', '1'], "unknown option '--sead'"],
  ])('exits with 2 for %s with %j', async (file, flags, problem) => {
    expect(await run(path(file), ...flags)).toMatchObject({ code: 2, err: expect.stringContaining(problem) })
  })
})
