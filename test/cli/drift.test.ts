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
  it('reports no differences and what was skipped', async () => {
    const { code, out, err } = await asked('Desdemona', '--write')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/\d\d confirmed, 0 differ, \d\d not asked\.\n$/)
    expect(out).toMatch(/^not asked {2}\d+× +Can't be asked with an account alone/m)
    expect(out).not.toContain('Needs an outgoing webhook')
    expect(out.split('\n').length).toBeLessThan(12)
  })

  it('says in a few lines what it skipped, and how to ask it, on an old server too', async () => {
    const { out } = await asked('Desdemona', '--all')
    expect(out).toContain('Needs an outgoing webhook at an address that the server can reach.')
    const { url, user } = await bakery({ featureLevel: 200 })
    const { email, api_key: key } = user('Desdemona')
    const config = file(`[api]\nemail=${email}\nkey=${key}\nsite=${url}\n`, 'person.rc')
    const older = await earshot(['drift', '--config', config, '--quick'])
    expect(older).toMatchObject({ code: 0, err: '' })
    expect(older.out).toMatch(/^not asked {2}\d+× +Needs `--write`\.$/m)
    expect(older.out.split('\n').length).toBeLessThan(12)
  })

  it('prints a JSON report', async () => {
    const { code, out } = await asked('Desdemona', '--json')
    const { site, findings } = JSON.parse(out)
    expect({ code, site }).toEqual({ code: 0, site: expect.stringContaining('http://127.0.0.1:') })
    expect(findings).toContainEqual(expect.objectContaining({ id: 'messageLength', outcome: 'confirmed' }))
  })

  it('checks the access of a bot with its credentials', async () => {
    const { url, user, bot } = await bakery()
    const rc = ({ email, api_key: key }: { email: string; api_key: string }, name: string) => {
      return file(`[api]\nemail=${email}\nkey=${key}\nsite=${url}\n`, name)
    }
    const config = rc(user('Desdemona'), 'owner.rc')
    const { code, out } = await earshot([
      'drift',
      '--config',
      config,
      '--bot',
      rc(bot('Echo'), 'echo.rc'),
      '--quick',
      '--all',
    ])
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/confirmed +access +GET \/bots, as a bot/) })
  })

  it('fails for a bot account, a missing server and a wrong key', async () => {
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
