import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import type { Consumer } from '../consumer.js'
import { withRuntimes } from '../runtimes.js'
import { withChatServer } from './conversation.js'
import { start } from './process.js'

/** Checks, tests and serves the bot by what the template's users run: `deno task` or `bun run`. */
export async function runsOn(runner: readonly [program: string, verb: string], consumer: Consumer, template: string) {
  const [program, verb] = runner
  const folder = join(consumer.folder, template)
  const run = (script: string) =>
    promisify(execFile)(program, [verb, script], { cwd: folder, env: { ...withRuntimes, NO_COLOR: '1' } }).then(
      ({ stdout, stderr }) => stdout + stderr,
    )
  expect(await run('check')).not.toContain('error')
  const tested = await run('test')
  expect(tested).toMatch(/\b3 pass(ed)?\b/)
  expect(tested).toContain('passed  notes.chat')

  await withChatServer(async ({ environment, converse, ask }) => {
    const begin = () => start(program, [verb, 'start'], { folder, environment: { ...environment, PORT: '0' } })
    const first = await begin()
    await converse(first.url)
    await first.end('SIGKILL')
    const second = await begin()
    expect(await ask(second.url, 'recall')).toBe('You told me: the rye')
    expect(await second.end('SIGTERM')).toBe(0)
  })
}

/** The one file that the bot is made into needs nothing beside it. */
export async function runsAlone(consumer: Consumer, template: string): Promise<void> {
  const folder = join(consumer.folder, template)
  await promisify(execFile)('bun', ['run', 'compile'], { cwd: folder, env: withRuntimes })
  const elsewhere = mkdtempSync(join(tmpdir(), 'earshot-alone-'))
  try {
    await withChatServer(async ({ environment, converse }) => {
      const file = join(folder, 'bot')
      const { url, end } = await start(file, [], { folder: elsewhere, environment: { ...environment, PORT: '0' } })
      await converse(url)
      expect(await end('SIGTERM')).toBe(0)
    })
  } finally {
    rmSync(elsewhere, { recursive: true, force: true })
  }
}
