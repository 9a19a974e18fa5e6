import { describe, expect, it } from 'vitest'
import { earshot } from './inProcess.js'

const helpOf = async (command: string) => (await earshot([command, '--help'])).out.replaceAll(/\s+/g, ' ')

describe('the help of a command', () => {
  it('gives what is taken unless given in the unit of the option', async () => {
    expect(await helpOf('send')).toContain(
      "--wait <seconds> how long to wait for an answer; 0 doesn't wait (default: 10)",
    )
  })

  it('says nothing of a default that is none, or an empty list', async () => {
    expect(await helpOf('send')).toContain('who to mention in the channel (repeatable) --channel')
    expect(await helpOf('call')).toContain('how long the call may take, including retries -h')
  })

  it.each(['replay', 'completion'])('of %s, a command that is gone, says what to use instead', async (command) => {
    const { code, err } = await earshot([command, 'lunch.json', '--bot', 'bot.ts'])
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(`error: earshot ${command} is gone. `) })
    expect(err).toMatch(/POST \/sim\/deliveries|earshot call --list/)
  })

  it('names choices, and which is taken', async () => {
    expect(await helpOf('serve')).toContain('(choices: "both", "receiver", "worker", default: "both")')
  })
})
