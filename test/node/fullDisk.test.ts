import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Bot, session } from 'earshot'
import { serve, sqlite } from 'earshot/node'
import { createSimulator } from 'earshot/simulator'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { eventually } from '../eventually.js'
import { recordingLog } from '../receiver/kit.js'

/** A disk of 2 MB; undefined where this user may not mount one. */
const disk = smallDisk()

it.skipIf(!disk)(
  'a bot whose SQLite disk is full holds messages, says so once, and answers when there is space',
  async () => {
    const folder = disk ?? ''
    onTestFinished(() => {
      execFileSync('umount', ['--lazy', folder])
      rmdirSync(folder)
    })
    const filler = join(folder, 'other data')
    const simulator = createSimulator()
    await simulator.serve()
    onTestFinished(() => simulator.close())
    const { token = '', ...credentials } = simulator.credentials('Echo')
    const { log, lines } = recordingLog()
    const bot = new Bot()
      .use(session({ name: 'count', key: 'user', schema: z.number(), initial: () => 0 }))
      .onMention(async (ctx) => `${ctx.text.slice(0, 3)} ${await ctx.count.update((old) => old + 1)}`)
    const running = await serve(bot, {
      ...{ credentials: { ...credentials, token }, environment: {}, handleSignals: false, log, port: 0 },
      queue: sqlite(join(folder, 'bots.db')),
    })
    onTestFinished(() => running.close())
    simulator.connect('Echo', running.url)
    const kitchen = { channel: 'kitchen', topic: 'lunch' }
    const answers = () =>
      simulator
        .messages(kitchen)
        .filter(({ sender_full_name }) => sender_full_name === 'Echo')
        .map(({ content }) => content)
    const readiness = async () => (await (await fetch(new URL('/readyz', running.url))).json()) as { status: string }
    const warnings = () => lines.filter(({ level }) => level === 'warn').map(({ message }) => message)

    simulator.say('Iago', kitchen, '@**Echo** one')
    await eventually(() => expect(answers()).toEqual(['one 1']))
    expect(() => writeFileSync(filler, 'x'.repeat(4_000_000))).toThrow('ENOSPC')
    simulator.say('Iago', kitchen, `@**Echo** two ${'buns '.repeat(1_500)}`)
    const wrong = "can't be read or written; the log has the reason"
    await eventually(async () => {
      expect(await readiness()).toEqual({
        status: 'not ready',
        checks: { process: 'ok', storage: wrong, queue: wrong },
      })
    })
    await eventually(() => expect(warnings()).toContain('Failed to put a delivery into the queue; retrying'))
    rmSync(filler)
    await eventually(() => expect(answers()).toEqual(['one 1', 'two 2']))
    await eventually(async () => expect((await readiness()).status).toBe('ready'))
    const failed = lines.filter(({ message }) => message === 'Failed to put a delivery into the queue; retrying')
    expect(failed).toHaveLength(1)
    expect(JSON.stringify(failed)).toContain('database or disk is full')
    expect(warnings().filter((message) => message.startsWith('Not ready'))).toHaveLength(2)
  },
)

function smallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'none', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmdirSync(folder)
    return undefined
  }
}
