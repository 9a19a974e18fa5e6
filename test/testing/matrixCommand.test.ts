import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { matrix } from 'earshot/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { commandRun } from '../../src/testing/matrix/command.js'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'earshot-matrix-test-'))
  folders.push(made)
  return made
}

/** A test command in JavaScript, which uses the service as `uses` says before it does what `then` says. */
function command(then = '', uses: readonly object[] = []): string[] {
  const script = `
    const fs = require('node:fs')
    const level = Number(process.env.EARSHOT_FEATURE_LEVEL)
    const say = (use) => fs.appendFileSync(process.env.EARSHOT_USAGE_FILE, JSON.stringify(use) + '\\n')
    say({ level })
    for (const use of ${JSON.stringify(uses)}) say(use)
    ${then}`
  return [process.execPath, '-e', script]
}

describe('a test command', () => {
  it('gets the level in its environment, and its first failing line is the reason', async () => {
    const run = commandRun(command("if (level < 488) throw new TypeError('too old: ' + level)"))
    const { results, worksFrom } = await matrix(run, { from: 475, jobs: 4 })
    expect(worksFrom).toBe(488)
    expect(results.map(({ level, why }) => [level, why])).toEqual([
      [475, 'TypeError: too old: 475'],
      [478, 'TypeError: too old: 478'],
      [481, 'TypeError: too old: 481'],
      [484, 'TypeError: too old: 484'],
      [487, 'TypeError: too old: 487'],
      [488, undefined],
      [490, undefined],
      [491, undefined],
      [496, undefined],
    ])
  })

  it('reports which endpoints and parameters its simulators used', async () => {
    const uses = [{ endpoint: 'userGroups.isMember' }, { endpoint: 'userGroups.isMember', parameter: 'user_id' }]
    const { results } = await matrix(commandRun(command('', uses)), { quick: true, from: 290, jobs: 2 })
    expect(results.map(({ level }) => level)).toEqual([290, 303, 458, 496])
  })

  it.each([
    ['ends with a code', 'process.exit(3)', 'It ended with code 3, without any output.'],
    ['is killed', "process.kill(process.pid, 'SIGTERM')", 'It ended with SIGTERM, without any output.'],
  ])('that %s without output is reported as such', async (_, then, why) => {
    const { results } = await matrix(commandRun(command(then)), { from: 496 })
    expect(results[0]?.why).toBe(why)
  })

  it('that hangs is stopped with all its child processes', async () => {
    const alive = join(folder(), 'alive')
    const grandchild = `setInterval(() => require('node:fs').writeFileSync(${JSON.stringify(alive)}, ''), 20)`
    const then = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}], { stdio: 'inherit' })
      setInterval(() => {}, 1000)`
    const { results } = await matrix(commandRun(command(then), { timeout: 1500 }), { from: 496 })
    expect(results[0]?.why).toBe('It was stopped after 1.5 s.')
    rmSync(alive, { force: true })
    // Whoever is still there goes on writing before anything else can be started and ended.
    await matrix(commandRun(command()), { from: 496 })
    expect(existsSync(alive)).toBe(false)
  })

  it('that starts no simulator of the level is rejected', async () => {
    for (const passes of [
      ['-e', ''],
      ['-e', "require('fs').appendFileSync(process.env.EARSHOT_USAGE_FILE, '{\"level\":3}\\n')"],
    ]) {
      const made = matrix(commandRun([process.execPath, ...passes]), { from: 490 })
      await expect(made).rejects.toMatchObject({ code: 'nothing_tried' })
      await expect(made).rejects.toThrow('passed without starting a simulator of level 496')
    }
  })

  it("that doesn't exist is rejected", async () => {
    const made = matrix(commandRun(['no-such-command-anywhere']))
    await expect(made).rejects.toMatchObject({ code: 'command_not_found' })
    await expect(made).rejects.toThrow('"no-such-command-anywhere" can\'t be started: there is no such command.')
  })

  it('is stopped by the signal', async () => {
    const stopping = new AbortController()
    const made = matrix(commandRun(command('setInterval(() => {}, 1000)'), { signal: stopping.signal }))
    stopping.abort()
    await expect(made).rejects.toMatchObject({ code: 'stopped' })
    await expect(matrix(commandRun(command(), { signal: stopping.signal }))).rejects.toMatchObject({ code: 'stopped' })
  })

  it('runs in the given folder', async () => {
    const cwd = folder()
    await matrix(commandRun(command("fs.writeFileSync('here.txt', 'yes')"), { cwd }), { from: 496 })
    expect(readFileSync(join(cwd, 'here.txt'), 'utf8')).toBe('yes')
  })

  it.each([0, -1, Number.NaN])('rejects a timeout of %s ms', (timeout) => {
    expect(() => commandRun(['true'], { timeout })).toThrow('give a number above 0')
  })
})
