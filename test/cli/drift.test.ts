import { describe, expect, it } from 'vitest'
import { bakery, file } from './doctoring.js'
import { changeInto, earshot } from './inProcess.js'

changeInto()

async function asked(who: string, ...args: string[]) {
  const { url, simulator, user } = await bakery()
  const { email, api_key: key } = user(who)
  const config = file(`[api]\nemail=${email}\nkey=${key}\nsite=${url}\n`, 'person.rc')
  const ended = await earshot(['drift', '--config', config, '--quick', ...args])
  expect(ended.out + ended.err).not.toContain(key)
  return { ...ended, simulator }
}

describe('earshot drift', () => {
  it('says that nothing differs, and what could not be asked', async () => {
    const { code, out, err } = await asked('Desdemona', '--write')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/\d\d confirmed, 0 differ, \d\d not asked\.\n$/)
    expect(out).toContain('It takes an outgoing webhook at an address that the server reaches.')
  })

  it('prints a report', async () => {
    const { code, out } = await asked('Desdemona', '--json')
    const { site, findings } = JSON.parse(out)
    expect({ code, site }).toEqual({ code: 0, site: expect.stringContaining('http://127.0.0.1:') })
    expect(findings).toContainEqual(expect.objectContaining({ id: 'messageLength', outcome: 'confirmed' }))
  })

  it('asks nothing as a bot, of no server, or with a wrong key', async () => {
    const { url, user } = await bakery()
    const { email } = user('Desdemona')
    const config = file(`[api]\nemail=${email}\nkey=${'k'.repeat(32)}\nsite=${url}\n`, 'person.rc')
    expect(await earshot(['drift', '--config', config])).toMatchObject({
      code: 2,
      err: expect.stringContaining('Invalid API key'),
    })
    const nowhere = file(`[api]\nemail=${email}\nkey=${'k'.repeat(32)}\nsite=http://127.0.0.1:9\n`, 'nowhere.rc')
    expect(await earshot(['drift', '--config', nowhere])).toMatchObject({
      code: 2,
      err: expect.stringContaining('got no answer'),
    })
    const bot = await earshot(['drift', '--simulator', url, '--as', 'Echo'])
    expect(bot).toMatchObject({ code: 2, err: expect.stringContaining('is a bot') })
  })
})
