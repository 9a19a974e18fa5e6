import { createReceiver } from 'earshot/receiver'
import { describe, expect, it } from 'vitest'
import { readableLog } from '../../src/cli/serve/readableLog.js'
import { createSide } from '../../src/cli/shared/terminal.js'
import { echoBot, echoToken, mention } from '../receiver/notifications.js'

/** What the log for a terminal writes. */
function written(): { log: ReturnType<typeof readableLog>; text: () => string } {
  let text = ''
  const print = (more: string) => {
    text += more
  }
  // A terminal of an unknown width, so that no line is broken.
  const side = createSide(print, { NO_COLOR: '1' }, () => 0)
  return { log: readableLog(side, { least: 'debug', now: () => 0 }), text: () => text }
}

/** Everything that a terminal or a reader could take for something other than a character of the line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it matches
const steering = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/

const hostile = [
  '\u202e',
  '\u2066',
  '\u061c',
  '\u200f',
  '\u2028',
  '\u2029',
  '\u001b[2J',
  '\r',
  '\u0085',
  '\n12:00:00 All is well',
]

describe('the text log', () => {
  it.each(hostile)('escapes %j in an unverified bot address', async (sign) => {
    const { log, text } = written()
    const receiver = createReceiver({
      bots: [{ bot: { handle() {} }, credentials: echoBot, tokens: [echoToken] }],
      log,
    })
    const body = JSON.stringify({ ...mention(), bot_email: `echo${sign}bot@example.com` })
    const { status } = await receiver.request('/', { method: 'POST', body })
    expect(status).toBe(401)
    expect(text()).toContain('unauthorized')
    expect(text()).not.toMatch(steering)
    expect(text().trimEnd()).not.toContain('\n')
  })

  it.each(hostile)('escapes %j in messages, fields and errors', (sign) => {
    const { log, text } = written()
    const error = Object.assign(new Error(`bad${sign}news`), { stack: `Error: bad${sign}news\n    at oven` })
    log.error({ text: sign, list: [sign], [`name${sign}`]: 1, nested: { sign }, error }, `It says${sign}.`)
    expect(text()).not.toMatch(steering)
    // Each line after the first is indented, so that none looks like another entry.
    const [first, ...others] = text().trimEnd().split('\n')
    expect(first).toMatch(/^\d\d:\d\d:\d\d It says/)
    for (const line of others) expect(line).toMatch(/^ {9}/)
  })

  it('keeps ordinary text in any script', () => {
    const { log, text } = written()
    log.info({ name: 'Müller', emoji: '🥖', hebrew: 'לחם' }, 'パン')
    expect(text()).toMatch(/^\d\d:\d\d:\d\d パン {2}name=Müller emoji=🥖 hebrew=לחם\n$/)
  })
})
