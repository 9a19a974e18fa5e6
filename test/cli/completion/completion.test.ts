import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoints } from 'earshot/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { earshot } from '../process.js'

interface Found {
  readonly command: string
  readonly env: Record<string, string>
}

// The scripts are plain JavaScript, since they run before anything is installed: their types are said here.
const steps = new URL('../../../scripts/steps/shells.mjs', import.meta.url).href
const { findShell }: { findShell: (name: string) => Found | undefined } = await import(steps)

const shells = ['bash', 'zsh', 'fish'] as const
const scripts = new Map<string, string>()
const folder = mkdtempSync(join(tmpdir(), 'earshot-completion-'))
afterAll(() => rmSync(folder, { recursive: true }))
beforeAll(async () => {
  for (const shell of shells) scripts.set(shell, (await earshot(['completion', shell])).out)
})

/** What bash offers for the last of these words. */
function offered(...words: string[]): string[] {
  const line = `eval "$SCRIPT"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _earshot 2> /dev/null; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', line, 'bash', ...words], {
    env: { PATH: process.env.PATH ?? '', SCRIPT: scripts.get('bash') },
    encoding: 'utf8',
    input: '',
  })
  expect(stderr).toBe('')
  return stdout.split('\n').filter((word) => word !== '')
}

describe('earshot completion', () => {
  it('completes commands in bash', () => {
    expect(offered('earshot', 's')).toEqual(expect.arrayContaining(['send', 'serve', 'simulate']))
    expect(offered('earshot', 'cal')).toEqual(['call'])
    expect(offered('earshot', 'help', 'cal')).toEqual(['call'])
    expect(offered('earshot', 'zzz')).toEqual([])
  })

  it('completes endpoints and their parameters in bash', () => {
    expect(offered('earshot', 'call', 'streams.delet')).toEqual(['streams.deleteTopic'])
    expect(offered('earshot', 'call', '')).toHaveLength(endpoints.length)
    expect(offered('earshot', 'call', '--as', 'owner', 'users.getB')).toEqual(['users.getByEmail'])
    expect(offered('earshot', 'call', 'streams.deleteTopic', '')).toEqual(['stream_id=', 'topic_name='])
    expect(offered('earshot', 'call', 'streams.deleteTopic', 'stream_id=1', 't')).toEqual(['topic_name='])
  })

  it('completes options, and what they may be, in bash', () => {
    expect(offered('earshot', 'call', 'users.me', '--js')).toEqual(['--json'])
    expect(offered('earshot', 'simulate', '--clock', '')).toEqual(['real', 'frozen', 'jump'])
    expect(offered('earshot', 'completion', '')).toEqual([...shells])
  })

  it.each(shells)('names every endpoint and its parameters in %s', (shell) => {
    const script = scripts.get(shell) ?? ''
    for (const { name, params } of endpoints) {
      expect(script).toContain(name)
      for (const parameter of Object.keys(params)) expect(script).toContain(`${parameter}=`)
    }
  })

  for (const shell of shells) {
    const found = findShell(shell)
    it.skipIf(!found)(`is a script that ${shell} can read, which would refuse a broken one`, () => {
      const read = (script: string) => {
        const file = join(folder, `script.${shell}`)
        writeFileSync(file, script)
        return spawnSync(found?.command ?? shell, ['-n', file], {
          encoding: 'utf8',
          env: { ...process.env, ...found?.env },
        })
      }
      const { status, stderr } = read(scripts.get(shell) ?? '')
      expect([status, stderr]).toEqual([0, ''])
      expect(read(shell === 'fish' ? 'function f\n  if true\n' : 'f() {\n  if true; then\n').status).not.toBe(0)
    })
  }

  it('says which shells there are', async () => {
    const { code, out, err } = await earshot(['completion', 'tcsh'])
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('Allowed choices are bash, zsh, fish.')
  })
})
