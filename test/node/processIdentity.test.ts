import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { thisProcess } from '../../src/node/processIdentity.js'

const owner = thisProcess()
const own = JSON.parse(owner?.id ?? '{}')
const isDead = (other: unknown) => owner?.isDead(typeof other === 'string' ? other : JSON.stringify(other))

/** A child process that waits, and when it was started. */
async function child() {
  const process = spawn('sleep', ['1000'], { stdio: 'ignore' })
  onTestFinished(() => void process.kill('SIGKILL'))
  await once(process, 'spawn')
  const pid = Number(process.pid)
  const started = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19]
  return { identity: { ...own, pid, started }, process }
}

describe.skipIf(process.platform !== 'linux')('the identity of another process on the same machine', () => {
  it('shows that a live process is alive', async () => {
    const { identity } = await child()
    expect(isDead(own)).toBe(false)
    expect(isDead(identity)).toBe(false)
    expect(
      isDead({ ...own, pid: 1, started: readFileSync('/proc/1/stat', 'utf8').split(') ')[1]?.split(' ')[19] }),
    ).toBe(false)
  })

  it('shows that a killed process is dead, even before its parent notices', async () => {
    const { identity, process } = await child()
    const exited = once(process, 'exit')
    process.kill('SIGKILL')
    while (!isDead(identity)) await new Promise((resolve) => setImmediate(resolve))
    await exited
    expect(isDead(identity)).toBe(true)
  })

  it('shows that a process is dead even if another one has its ID', async () => {
    const { identity } = await child()
    expect(isDead({ ...identity, started: String(Number(identity.started) - 1) })).toBe(true)
  })

  it.each([
    ['another machine', { host: 'elsewhere' }],
    ['the machine before it was started anew', { system: own.system?.replace(/^./, 'x') }],
    ['another container', { system: own.system?.replace(/\d\]$/, '') }],
  ])('never shows a process of %s as dead', (_, other) => {
    expect(isDead({ ...own, pid: 4_000_000, ...other })).toBe(false)
    expect(isDead({ ...own, pid: 4_000_000 })).toBe(true)
  })

  it.each([
    '',
    'x',
    '[]',
    '{}',
    'null',
    { ...own, pid: 0 },
    { ...own, pid: -1 },
    { ...own, pid: '1' },
    { ...own, pid: 1.5 },
  ])('shows no process as dead for the value %j', (other) => {
    expect(isDead(other)).toBe(false)
  })
})
