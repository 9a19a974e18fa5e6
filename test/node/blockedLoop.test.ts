import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { checkStorage } from '../../src/cli/doctor/storage.js'
import { programOf, startProgram } from '../processes/program.js'
import { echoBot, echoToken, mention } from '../receiver/notifications.js'

/** A bot whose command keeps its process busy, and a process that can be stopped. */
const program = (path: string) =>
  programOf(`
import { Bot } from 'earshot'
import { serve, sqlite } from 'earshot/node'
const bot = new Bot()
  .command('report', { description: 'Blocks' }, () => {
    for (const end = performance.now() + 1_200; performance.now() < end; );
    return 'done'
  })
  .command('status', { description: 'Quick' }, () => 'fine')
const credentials = ${JSON.stringify({ ...echoBot, token: echoToken })}
await serve(bot, { credentials, environment: {}, port: 0, handleSignals: false, storage: sqlite(${JSON.stringify(path)}) })
`)

interface Line {
  readonly msg: string
  readonly url?: string
  readonly blocked?: number
  readonly handlers?: readonly string[]
}

async function started() {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-blocked-'))
  const path = join(folder, 'bots.db')
  const child = startProgram(program(path), [], 'ignore')
  onTestFinished(() => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  const lines: Line[] = []
  const output = createInterface(child.stdout)
  const until = (isIt: (line: Line) => boolean) =>
    new Promise<Line>((resolve) => {
      const look = () => {
        const found = lines.find(isIt)
        if (!found) return
        output.off('line', look)
        resolve(found)
      }
      output.on('line', look)
      look()
    })
  output.prependListener('line', (line: string) => lines.push(JSON.parse(line)))
  const { url = '' } = await until(({ msg }) => msg === 'Serving')
  const post = (content: string, id: number) =>
    fetch(url, { method: 'POST', body: JSON.stringify(mention({ content: `@**Echo** ${content}`, id })) })
  return { path, child, post, until, lines }
}

it('the log and doctor say how long an event loop was blocked, and by which command', async () => {
  const { path, post, until } = await started()
  await post('report', 1)
  const line = await until(({ blocked }) => blocked !== undefined)
  expect(line.blocked).toBeGreaterThanOrEqual(1_190)
  expect(line.handlers).toEqual(['command report'])
  const found = async () => checkStorage({ kind: 'sqlite', path }, undefined)
  await expect.poll(async () => (await found()).map(({ check }) => check)).toEqual(['storage', 'event loop'])
  expect((await found())[1]).toMatchObject({
    status: 'warning',
    message: expect.stringMatching(/was blocked for 1\.\d s, while this ran: command report$/),
  })
})

it('a process that was stopped for a while is not said to be blocked', async () => {
  const { child, post, until, lines } = await started()
  child.kill('SIGSTOP')
  await new Promise((resolve) => setTimeout(resolve, 1_300))
  child.kill('SIGCONT')
  await post('status', 1)
  await post('report', 2)
  await until(({ blocked }) => blocked !== undefined)
  expect(lines.filter(({ blocked }) => blocked !== undefined)).toHaveLength(1)
})
