import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { BotProcess } from '../../src/cli/dev/botProcess.js'
import type { DevEvent } from '../../src/cli/dev/events.js'
import { createReloader } from '../../src/cli/dev/reload.js'
import { watchCode } from '../../src/cli/dev/watch.js'
import { deferred } from '../../src/values.js'

it('notices a file that has taken the place of a folder', async () => {
  const project = mkdtempSync(join(tmpdir(), 'earshot-watch-'))
  const folder = join(project, 'commands')
  mkdirSync(folder)
  const changed = deferred<void>()
  const watching = watchCode(project, changed.resolve)
  try {
    writeFileSync(join(folder, 'order.ts'), '')
    rmSync(folder, { recursive: true })
    writeFileSync(folder, '')
    await changed.promise
  } finally {
    watching.close()
    rmSync(project, { recursive: true })
  }
})

it('starts no bot for a restart that was asked for just before the end', async () => {
  const killed = deferred<void>()
  let started = 0
  const start = (): BotProcess => {
    started += 1
    return {
      loaded: Promise.resolve([]),
      ended: new Promise(() => {}),
      serve: async () => 'http://127.0.0.1:1',
      setTime: async () => undefined,
      stop: async () => {},
      kill: () => killed.promise,
    }
  }
  const events: DevEvent['event'][] = []
  const reloader = createReloader({
    start,
    accountsFor: () => [],
    connect() {},
    time: () => ({ now: 0, passes: true }),
    show: ({ event }) => void events.push(event),
  })
  await reloader.reload()
  const restarted = reloader.restart()
  await reloader.close()
  killed.resolve()
  await restarted
  expect({ started, events }).toEqual({ started: 1, events: ['loaded'] })
})
