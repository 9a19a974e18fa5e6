import { describe, expect, it } from 'vitest'
import { earshot } from './inProcess.js'

const helpOf = async (command: string) => (await earshot([command, '--help'])).out.replaceAll(/\s+/g, ' ')

describe('the help of a command', () => {
  it('shows defaults in the unit of the option', async () => {
    expect(await helpOf('send')).toContain(
      "--wait <seconds> how long to wait for an answer; 0 doesn't wait (default: 10)",
    )
  })

  it('omits a missing default or an empty list', async () => {
    expect(await helpOf('send')).toContain('who to mention in the channel (repeatable) --channel')
    expect(await helpOf('call')).toContain('how long the call may take, including retries -h')
  })

  it('lists choices and the default', async () => {
    expect(await helpOf('serve')).toContain('(choices: "both", "receiver", "worker", default: "both")')
  })

  it.each([40, 80, 120])('fits a terminal of %i columns, but for commands to copy', async (columns) => {
    const environment = { NO_COLOR: '1' }
    for (const command of ['', ...(await commandNames())]) {
      const { out } = await earshot([...(command === '' ? [] : [command]), '--help'], { columns, environment })
      const wide = out.split('\n').filter((line) => line.length > columns && !/^( +\$|Usage:) /.test(line))
      expect(wide, command).toEqual([])
      expect(out).not.toContain('[options]')
    }
  })

  it('ends with examples that fit 80 columns', async () => {
    for (const command of await commandNames()) {
      const { out } = await earshot([command, '--help'])
      const [, examples = ''] = out.split('Examples:\n')
      expect(examples, command).toMatch(/^ {2}\$ earshot /)
      expect(out.split('\n').filter((line) => line.length > 80)).toEqual([])
    }
  })

  it('has colours only where they are wanted', async () => {
    const coloured = async (environment: Readonly<Record<string, string>>, columns?: number) =>
      (await earshot(['dev', '--help'], { environment, ...(columns && { columns }) })).out.includes('\u001b[')
    expect(await coloured({}, 80)).toBe(true)
    expect(await coloured({ NO_COLOR: '1' }, 80)).toBe(false)
    expect(await coloured({ TERM: 'dumb' }, 80)).toBe(false)
    expect(await coloured({})).toBe(false)
  })
})

const commandNames = async () =>
  [...(await earshot(['--help'])).out.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name = '']) => name)

describe('the list of commands', () => {
  it('has groups, with a line for each command', async () => {
    const { out } = await earshot(['--help'])
    const groups = [...out.matchAll(/^(\w+):\n((?: {2}[a-z]+ .*\n)+)/gm)].map(([, heading, lines = '']) => [
      heading,
      ...lines
        .trimEnd()
        .split('\n')
        .map((line) => line.trim().split(' ')[0]),
    ])
    expect(groups).toEqual([
      ['Write', 'new', 'dev', 'simulate', 'send', 'mcp'],
      ['Test', 'test', 'explore', 'matrix', 'record'],
      ['Run', 'setup', 'serve', 'listen'],
      ['Inspect', 'doctor', 'queue', 'call', 'drift'],
    ])
  })
})

describe('wrong usage', () => {
  it.each([
    [['tset'], 'Did you mean test?'],
    [['serve', 'bot.ts', '--rolle', 'worker'], 'Did you mean --role?'],
    [['serve', 'bot.ts', '--role', 'wroker'], 'Did you mean worker?'],
    [['queue', 'lst'], 'Did you mean list?'],
    [['new', 'x', '--template', 'comands'], 'Did you mean commands?'],
    [['simulate', '--clock', 'frozn'], 'Did you mean frozen?'],
    [['test', '--by', 'event'], 'Did you mean events?'],
    [['dev', 'bot.ts', '--log-level', 'wran'], 'Did you mean warn?'],
    [['simulate', '--dialect', 'klingon'], 'Allowed choices are svc, zulip.\n'],
  ])('proposes the nearest for %j', async (args, advice) => {
    const { code, err } = await earshot(args)
    expect([code, err]).toEqual([2, expect.stringContaining(advice)])
  })
})
