import { describe, expect, it } from 'vitest'
import { start } from './npmStart.js'

describe('npm start', () => {
  it('prints its address, bots and people in a few lines of 80 columns, without keys', async () => {
    const lines = (await start().until('until Ctrl-C')).split('\n').filter((line) => line.startsWith('  '))
    expect(lines.length).toBeLessThanOrEqual(10)
    expect(lines.filter((line) => line.length > 80)).toEqual([])
    expect(lines.join('\n')).toMatch(/Bots +Echo, Whois, .*\n.*\n.*Write as +Desdemona \(owner\), Iago/)
    expect(lines.join('\n')).not.toMatch(/\w{32}|curl/)
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
