import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openIdentity } from '../../src/node/processIdentity.js'

const identity = openIdentity()
const parts = ['instance', 'system', 'pid', 'thread', 'started']
const partsOf = (id: string) => Object.fromEntries(id.split(' ').map((part, index) => [parts[index], part]))
const own = partsOf(identity.id)
const stateOf = (other: string | object) =>
  identity.stateOf(typeof other === 'string' ? other : Object.values({ ...own, ...other }).join(' '))

/** A child process that waits, and when it was started. */
async function child() {
  const process = spawn('sleep', ['1000'], { stdio: 'ignore' })
  onTestFinished(() => void process.kill('SIGKILL'))
  await once(process, 'spawn')
  const pid = Number(process.pid)
  const started = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19]
  return { identity: { ...own, instance: 'other', pid, started }, process }
}

describe.skipIf(process.platform !== 'linux')('the identity of another process on the same machine', () => {
  it('shows that a live process is alive', async () => {
    const { identity } = await child()
    expect(stateOf(own)).toBe('alive')
    expect(stateOf(identity)).toBe('alive')
    expect(
      stateOf({ ...identity, pid: 1, started: readFileSync('/proc/1/stat', 'utf8').split(') ')[1]?.split(' ')[19] }),
    ).toBe('alive')
  })

  it('shows that a stopped process is alive', async () => {
    const { identity, process } = await child()
    process.kill('SIGSTOP')
    await expect.poll(() => readFileSync(`/proc/${process.pid}/stat`, 'utf8')).toContain(') T ')
    expect(stateOf(identity)).toBe('alive')
  })

  it('shows that a closed holder of this process is dead, and never one of another thread', () => {
    const other = openIdentity()
    expect(stateOf(other.id)).toBe('alive')
    other.close()
    expect(stateOf(other.id)).toBe('dead')
    expect(stateOf({ ...partsOf(other.id), thread: 7 })).toBe('unknown')
  })

  it('shows that a killed process is dead, even before its parent notices', async () => {
    const { identity, process } = await child()
    const exited = once(process, 'exit')
    process.kill('SIGKILL')
    while (stateOf(identity) !== 'dead') await new Promise((resolve) => setImmediate(resolve))
    await exited
    expect(stateOf(identity)).toBe('dead')
  })

  it('shows that a process is dead even if another one has its ID', async () => {
    const { identity } = await child()
    expect(stateOf({ ...identity, started: String(Number(identity.started) - 1) })).toBe('dead')
  })

  it.each([
    ['another machine, container or start of the machine', { system: 'x' }],
    ['a system that shows no processes', { system: '' }],
  ])('shows nothing of a process of %s', (_, other) => {
    const gone = { ...own, instance: 'other', pid: 4_000_000 }
    expect(stateOf({ ...gone, ...other })).toBe('unknown')
    expect(stateOf(gone)).toBe('dead')
  })

  it.each([
    '',
    'x',
    '   ',
    '{"host":"a","pid":1}',
    { ...own, instance: 'other', pid: 0 },
    { ...own, instance: 'other', pid: -1 },
    { ...own, instance: 'other', pid: '1e3' },
    { ...own, instance: 'other', pid: 1.5 },
  ])('shows nothing for the value %j', (other) => {
    expect(stateOf(other)).toBe('unknown')
  })
})
