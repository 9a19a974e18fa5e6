import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { earshot } from './inProcess.js'
import { createProject, type Project } from './project.js'

let project: Project
const path = (name: string) => join(project.folder, name)
const run = (...args: string[]) => earshot(['test', ...args])

beforeEach(() => {
  project = createProject()
  project.write(
    'baker.mjs',
    `import { Bot } from 'earshot'\nexport const bot = new Bot().onMention(({ text }) => \`You said: \${text}\`)\n`,
  )
  project.write('good.chat', '# kitchen > lunch\nIago: @**Echo** hi\nEcho: You said: hi\n')
})
afterEach(() => project.remove())

describe('earshot test', () => {
  it('exits with 0 if the bot passes all transcripts at each level', async () => {
    const { code, out, err } = await run(path('good.chat'), '--bot', path('baker.mjs'), '--level', '39,496')
    expect(err).toContain('passed')
    expect({ code, out }).toEqual({ code: 0, out: '2 passed\n' })
  })

  it('plays by webhook, by events, or both', async () => {
    project.write('posted.chat', 'by: webhook\n# kitchen > lunch\nIago: @**Echo** hi\nEcho: You said: hi\n')
    const files = [path('good.chat'), path('posted.chat'), '--bot', path('baker.mjs'), '--json']
    const ways = async (...flags: string[]) => {
      const { code, out } = await run(...files, ...flags)
      const { results } = JSON.parse(out) as { results: { by?: string; skipped: boolean }[] }
      return [code, ...results.map(({ by, skipped }) => (skipped ? 'skipped' : by))]
    }
    expect(await ways()).toEqual([0, 'webhook', 'webhook'])
    expect(await ways('--by', 'events')).toEqual([0, 'events', 'skipped'])
    expect(await ways('--by', 'both')).toEqual([0, 'webhook', 'events', 'webhook'])
    expect(await run(...files, '--by', 'pigeon')).toMatchObject({ code: 2 })
  })

  it('follows links and skips broken ones', async () => {
    symlinkSync(path('good.chat'), path('linked.chat'))
    symlinkSync(path('nothing'), path('lost.chat'))
    expect(await run(project.folder, '--bot', path('baker.mjs'))).toMatchObject({ code: 0, out: '2 passed\n' })
  })

  it('exits with 1 and a diff on failure, and writes changes with --update', async () => {
    project.write('wrong.chat', '// Mine.\n# kitchen > lunch\nIago: @**Echo** hi\nEcho: hi\n')
    const failed = await run(project.folder, '--bot', path('baker.mjs'), '--json')
    expect(failed.code).toBe(1)
    expect(failed.err).toContain('4 - Echo: hi\n  + Echo: You said: hi')
    expect(JSON.parse(failed.out)).toMatchObject({
      passed: false,
      results: [{ passed: true }, { passed: false, line: 4 }],
    })

    expect((await run(project.folder, '--bot', path('baker.mjs'), '--update')).code).toBe(0)
    expect(readFileSync(path('wrong.chat'), 'utf8')).toBe(
      '// Mine.\n# kitchen > lunch\nIago: @**Echo** hi\nEcho: You said: hi\n',
    )
  })

  it('continues with other transcripts when a bot is missing or broken', async () => {
    for (const name of ['broken', 'fine', 'lonely']) {
      mkdirSync(path(name))
      project.write(`${name}/one.chat`, '# kitchen > lunch\nIago: @**Echo** hi\nEcho: You said: hi\n')
    }
    project.write('broken/bot.mjs', 'export const bot = = 1\n')
    project.write('fine/bot.mjs', readFileSync(path('baker.mjs'), 'utf8'))
    const { code, out, err } = await run(path('broken'), path('lonely'), path('fine'))
    expect({ code, out }).toEqual({ code: 2, out: '2 could not be tried, 1 passed\n' })
    expect(err).toMatch(/wrong .*broken\/one\.chat[\s\S]*bot\.mjs/)
    expect(err).toMatch(/wrong .*lonely\/one\.chat\nThere is no bot for/)
  })

  it('exits with 2 if nothing could be played', async () => {
    project.write('odd.chat', '# kitchn > lunch\nIago: hi\n')
    const odd = await run(path('odd.chat'), '--bot', path('baker.mjs'))
    expect(odd).toMatchObject({ code: 2, out: '1 could not be tried\n' })
    expect(odd.err).toContain('odd.chat:1: found "kitchn"')
    for (const [args, why] of [
      [[path('nothing.chat')], 'There is no'],
      [[path('good.chat')], 'There is no bot for'],
      [[path('good.chat'), '--bot', path('none.mjs')], 'There is no file'],
      [[path('good.chat'), '--level', 'new'], 'Give levels with commas'],
      [[path('good.chat'), '--level', '1', '--levels', 'all'], 'not both'],
    ] as const) {
      const { code, err } = await run(...args)
      expect(err).toContain(why)
      expect(code).toBe(2)
    }
  })
})
