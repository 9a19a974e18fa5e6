import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'

const script = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url))

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

function start(...options: string[]) {
  const child = spawn(process.execPath, [script, ...options], { stdio: ['ignore', 'pipe', 'pipe'] })
  started.push(child)
  let output = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text
      for (const listener of listeners) listener()
    })
  }
  const exit = once(child, 'exit').then(([code]) => ({ code: code as number, output }))
  return {
    child,
    exit,
    /** Resolves with the output once it holds this text. */
    until: (text: string) =>
      new Promise<string>((resolve, reject) => {
        const look = () => output.includes(text) && resolve(output)
        listeners.add(look)
        exit.then(() => reject(new Error(`It ended without "${text}":\n${output}`)))
        look()
      }),
  }
}

describe('npm start', () => {
  it('plays a conversation with bots and exits with --once', async () => {
    const { code, output } = await start('--once').exit
    expect(code, output).toBe(0)
    expect(output).toMatch(/Hamlet +@\*\*Echo\*\* good morning, bakers\n +Echo +good morning, bakers +[\d.]+ ms\n/)
    expect(output).toMatch(/Whois +\*\*Iago\*\*, administrator\n/)
    expect(output).toMatch(/Othello +@\*\*Topics\*\* delete topic lunch\n +Topics +Only organization administrators/)
    expect(output).toMatch(/Topics +Every message in `lunch` is deleted\. +[\d.]+ ms\n/)
    expect(output).not.toContain('Failure!')
    expect(output).not.toContain('in a browser')
  })

  it('prints its address, bots and people in a few lines of 80 columns, without keys', async () => {
    const lines = (await start().until('until Ctrl-C')).split('\n').filter((line) => line.startsWith('  '))
    expect(lines.length).toBeLessThanOrEqual(10)
    expect(lines.filter((line) => line.length > 80)).toEqual([])
    expect(lines.join('\n')).toMatch(/Bots +Echo, Whois, .*\n.*\n.*Write as +Desdemona \(owner\), Iago/)
    expect(lines.join('\n')).not.toMatch(/\w{32}|curl/)
  })

  it('keeps running, accepts the printed credentials, and exits on Ctrl-C', async () => {
    const running = start('--keys')
    const output = await running.until('until Ctrl-C')
    const page = /Open (http:\S+) in a browser/.exec(output)?.[1] ?? ''
    // The first that a reader is told.
    expect(output.slice(0, output.indexOf('Oberon Bakery'))).toContain(page)
    const shown = await fetch(page, { headers: { accept: 'text/html' } })
    expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining('/playground/main.js')])
    const site = page.replace(/\/$/, '')
    const [, email, key] = /(hamlet@\S+) +(\S+)/.exec(output) ?? []
    expect(output).toContain(`-u desdemona@example.com:`)
    const response = await fetch(`${site}/api/v1/users/me`, {
      headers: { authorization: `Basic ${btoa(`${email}:${key}`)}` },
    })
    expect(await response.json()).toMatchObject({ result: 'success', full_name: 'Hamlet' })

    const ask = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`${site}/sim/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return (await answer.json()) as { text: string; bot: string; organisation: object | null }
    }
    const where = { channel: 'general', topic: 'greetings' }
    const { text, bot, organisation } = await ask('transcript', { bot: 'Echo', where })
    const seed = organisation && { organisation }
    expect(await ask('transcript/run', { text, bot, ...seed })).toEqual({
      ...{ passed: true, says: 'The bot does what it says.' },
    })
    expect(await ask('transcript/run', { text: text.replace('Echo: good', 'Echo: bad'), bot, ...seed })).toEqual({
      ...{ passed: false, says: expect.stringContaining('+ Echo: good morning, bakers') },
    })
    expect(await ask('transcript/run', { text, bot: 'Nobody' })).toMatchObject({ passed: null })

    running.child.kill('SIGINT')
    expect((await running.exit).code).toBe(0)
  })

  it.each([
    [['--port', 'eighty'], /option '--port <n>' argument 'eighty' is invalid\. Give a whole number\./],
    [['--twice'], /unknown option '--twice'/],
  ])('exits with 1 and the usage for %j', async (options, complaint) => {
    const { code, output } = await start(...options).exit
    expect(code).toBe(1)
    expect(output).toMatch(complaint)
    expect(output).toContain('npm start [-- options]')
  })

  it('reports a port that is in use', async () => {
    const first = start()
    const site = /Open (http:\S+) in a browser/.exec(await first.until('until Ctrl-C'))?.[1] ?? ''
    const { port } = new URL(site)
    const { code, output } = await start('--once', '--port', port).exit
    expect(code).toBe(1)
    expect(output).toContain(`Port ${port} of`)
  })
})
