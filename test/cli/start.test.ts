import { describe, expect, it } from 'vitest'
import { start } from './npmStart.js'

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
})
