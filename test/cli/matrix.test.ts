import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { changeInto, earshot } from './inProcess.js'
import { startEarshot } from './process.js'

const folder = mkdtempSync(join(tmpdir(), 'earshot-cli-matrix-'))
afterAll(() => rmSync(folder, { recursive: true }))
changeInto(folder)

const matrix = (...args: string[]) => earshot(['matrix', ...args])

/** A test command that starts a simulator, as far as anybody can tell, and then does something. */
function tests(then: string): string[] {
  const say = "require('fs').appendFileSync(process.env.EARSHOT_USAGE_FILE, JSON.stringify({ level }) + '\\n')"
  return [process.execPath, '-e', `const level = Number(process.env.EARSHOT_FEATURE_LEVEL); ${say}; ${then}`]
}

const breaksBelow490 = tests("if (level < 490) throw new Error('too old')")

describe('earshot matrix', () => {
  it('prints the lowest working level and failures', async () => {
    const options = ['--from', '475', '--jobs', '2']
    const { code, out, err } = await matrix(...options, '--', ...breaksBelow490)
    expect(code).toBe(1)
    expect(out).toBe('9 runs, 6 broken\nWorks from level 490 on.\nBreaks at 475–489: Error: too old\n')
    expect(err.split('\n')).toContain('level 475–477: breaks: Error: too old')
  })

  it('lists every level and what changed there with --all', async () => {
    const { out } = await matrix('--from', '488', '--all', '--', ...breaksBelow490)
    expect(out).toBe(`
levels           what changed there, or why it breaks
488–489  breaks  Error: too old
490      works   deletedUsers
491–495  works   emojiEvents
496      works   groupCheckByBots

Works from level 490 on.
Breaks at 488–489: Error: too old
`)
  })

  it('prints its progress over one line of a terminal', async () => {
    const { err } = await earshot(['matrix', '--from', '490', '--jobs', '1', '--', ...breaksBelow490], { columns: 50 })
    const shown = err.split('\r').map((line) => stripVTControlCharacters(line))
    expect(shown[1]).toMatch(/^Running .*…$/)
    expect(shown.slice(2, 4)).toEqual([
      '1 of 3 runs, none broken; level 496: works',
      '2 of 3 runs, none broken; level 491–495: works',
    ])
    expect(shown.at(-1)).toBe('')
    expect(shown.filter((line) => line.length >= 50 || line.includes('\n'))).toEqual([])
  })

  it('runs the bots of the tests by events', async () => {
    const byEvents = tests("if (process.env.EARSHOT_BY !== 'events') throw new Error('by a webhook')")
    expect(await matrix('--from', '496', '--by', 'events', '--', ...byEvents)).toMatchObject({ code: 0 })
    expect(await matrix('--from', '496', '--', ...byEvents)).toMatchObject({ code: 1 })
  })

  it('runs real simulators at each level', async () => {
    const script = join(folder, 'real.mjs')
    const simulator = join(inject('installed'), 'earshot', 'dist', 'simulator', 'index.js')
    writeFileSync(
      script,
      `import { createSimulator } from ${JSON.stringify(pathToFileURL(simulator).href)}
const simulator = createSimulator()
const { email, apiKey } = simulator.credentials('yeast counter')
const answer = await simulator.fetch(simulator.url + '/api/v1/user_groups/20/members/12', {
  headers: { authorization: 'Basic ' + btoa(email + ':' + apiKey) },
})
const { msg } = await answer.json()
if (msg !== '') throw new Error(msg)
`,
    )
    const { code, out } = await matrix('--from', '490', '--json', '--', process.execPath, script)
    expect(code).toBe(1)
    expect(JSON.parse(out).results).toMatchObject([
      { level: 490, why: 'Error: This endpoint does not accept bot requests.' },
      { level: 491, why: 'Error: This endpoint does not accept bot requests.' },
      { level: 496 },
    ])
  })

  it('exits with 0 if everything works, and can print JSON', async () => {
    const { code, out } = await matrix('--from', '490', '--json', '--', ...breaksBelow490)
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      worksFrom: 490,
      works: true,
      results: [{ level: 490 }, { level: 491 }, { level: 496 }],
    })
  })

  it.concurrent.each<[string, string[], RegExp]>([
    ['without a command', [], /missing required argument 'command'/],
    ['with jobs that are no number', ['--jobs', 'many', '--', 'true'], /--jobs .*Give a whole number/],
    [
      'with a time that is too long',
      ['--timeout', '99999999', '--', 'true'],
      /Give a number of seconds, at most 2147483/,
    ],
    ['with no jobs', ['--jobs', '0', '--', 'true'], /There can't be 0 jobs; give a whole number above 0/],
    ['from a level of -1', ['--from', '-1', '--', 'true'], /Give a whole number/],
    ['from a level of a billion', ['--from', '1000000000', '--', 'true'], /No server has the feature level 1000000000/],
    ['from the latest', ['--from', 'latest', '--', 'true'], /Give a whole number/],
    ['with an unknown option', ['--quik', '--', 'true'], /unknown option '--quik'/],
    ['for a missing command', ['--', 'no-such-command'], /"no-such-command" can't be started/],
    [
      'for a command that starts no simulator',
      ['--', process.execPath, '-e', ''],
      /passed without starting a simulator/,
    ],
  ])('exits with 2 %s', async (_, args, sentence) => {
    const { code, out, err } = await matrix(...args)
    expect(err).toMatch(sentence)
    expect({ code, out }).toEqual({ code: 2, out: '' })
  })

  it('stops its test processes on SIGTERM', async () => {
    const started = join(folder, 'started')
    const then = `require('fs').writeFileSync(${JSON.stringify(started)}, String(process.pid)); setInterval(() => {}, 1000)`
    const { child, ended } = startEarshot(['matrix', '--', ...tests(then)], { folder })
    await expect.poll(() => existsSync(started) && readFileSync(started, 'utf8')).toMatch(/^\d+$/)
    child.kill('SIGTERM')
    const { code, err } = await ended
    expect(err).toContain('The matrix was stopped before it was complete.')
    expect(code).toBe(2)
    const pid = Number(readFileSync(started, 'utf8'))
    await expect.poll(() => isAlive(pid)).toBe(false)
  })

  it.skipIf(process.platform === 'win32')('ends all that its tests started on Ctrl-C, through npx too', async () => {
    const command = join(folder, 'node_modules', '.bin', 'earshot')
    mkdirSync(dirname(command), { recursive: true })
    const program = join(inject('installed'), 'earshot', 'dist', 'cli', 'earshot.js')
    writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`, { mode: 0o755 })
    const started = join(folder, 'both')
    const then = `
      const { pid } = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
      require('fs').writeFileSync(${JSON.stringify(started)}, process.pid + ' ' + pid)
      setInterval(() => {}, 1000)`
    const args = ['--no-install', 'earshot', 'matrix', '--from', '496', '--', ...tests(then)]
    // A terminal sends Ctrl-C to all processes of the command's group.
    const npx = spawn('npx', args, { cwd: folder, detached: true, stdio: 'ignore' })
    const pids = () => (existsSync(started) ? readFileSync(started, 'utf8').split(' ').map(Number) : [])
    await expect.poll(pids).toHaveLength(2)
    process.kill(-Number(npx.pid), 'SIGINT')
    await once(npx, 'exit')
    await expect.poll(() => pids().filter(isAlive)).toEqual([])
  })
})

/** A process that has ended stays in the list until somebody asks for its exit code. */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return !/^(Z|$)/.test(stdout.trim())
}
