import { Client, type ClientOptions, InvalidOptionError } from 'earshot/client'
import { describe, expect, it } from 'vitest'

const good: ClientOptions = {
  site: 'https://chat.example.com',
  email: 'iago@example.com',
  apiKey: 'any key that is long',
}

function made(options: Record<string, unknown>): unknown {
  try {
    return new Client({ ...good, ...options })
  } catch (error) {
    return error
  }
}

describe('making a client', () => {
  it.each([
    ['site', { site: '' }],
    ['site', { site: undefined }],
    ['site', { site: 'https://' }],
    ['site', { site: 'ftp://chat.example.com' }],
    ['site', { site: 'https://chat.example.com/?realm=a' }],
    ['site', { site: 'https://chat.example.com/#a' }],
    ['email', { email: '' }],
    ['email', { email: undefined }],
    ['email', { email: 'a:b@example.com' }],
    ['apiKey', { apiKey: ' ' }],
    ['apiKey', { apiKey: null }],
    ['apiKey', { apiKey: 'a\r\nb' }],
    ['apiKey', { apiKey: 'fifteen letters' }],
    ['timeout', { timeout: 0 }],
    ['timeout', { timeout: Number.NaN }],
    ['timeout', { timeout: '5' }],
    ['retry.attempts', { retry: { attempts: 0 } }],
    ['retry.firstWait', { retry: { firstWait: -1 } }],
    ['maxAnswerBytes', { maxAnswerBytes: 0 }],
    ['featureLevel', { featureLevel: -1 }],
    ['userAgent', { userAgent: 'a\nb' }],
  ])('names %s when it is %o', (option, options) => {
    const error = made(options)
    expect(error).toBeInstanceOf(InvalidOptionError)
    expect(error).toMatchObject({ option, code: 'invalid_option', name: 'InvalidOptionError' })
    expect((error as Error).message).toMatch(
      new RegExp(`^The option \`${option}\` .+, so it can't be used\\. [A-Z].+\\.$`),
    )
  })

  it('refuses a dialect that nobody knows', () => {
    expect(made({ dialect: 'klingon' })).toMatchObject({ message: expect.stringContaining('choose one of svc, zulip') })
  })

  it.each([
    'http://chat.example.com',
    'http://192.168.1.5',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
  ])('keeps the key off the plain wire to %s unless told otherwise', (site) => {
    expect(made({ site })).toMatchObject({
      option: 'site',
      message: expect.stringMatching(/plain http.*allowInsecure/),
    })
    expect(made({ site, allowInsecure: true })).toBeInstanceOf(Client)
  })

  it('does not repeat credentials that somebody put into the address', () => {
    const error = made({ site: 'https://iago:topsecret@chat.example.com' }) as Error
    expect(error).toMatchObject({ option: 'site' })
    expect(error.message).not.toContain('topsecret')
  })

  it('takes spaces off what was copied', () => {
    expect(made({ email: ' iago@example.com\n', apiKey: ' a key of 16 char ' })).toMatchObject({
      email: 'iago@example.com',
    })
  })

  it('shows where it speaks to and as whom, and not the key', async () => {
    const client = new Client({ ...good, site: 'https://chat.example.com/api/', apiKey: 'topsecret topsecret' })
    expect([client.site, client.email]).toEqual(['https://chat.example.com', 'iago@example.com'])
    const { inspect } = await import('node:util')
    for (const shown of [JSON.stringify(client), inspect(client, { depth: 9, showHidden: true }), String(client)]) {
      expect(shown).not.toContain('topsecret')
      expect(shown).not.toContain(btoa('iago@example.com:topsecret topsecret'))
    }
  })

  it.each(['certBundle', 'insecure', 'connections', 'limiter'])('names the client that has the option %s', (option) => {
    const message = expect.stringContaining('Use `NodeClient` from `earshot/node`, which has it.')
    expect(made({ [option]: {} })).toMatchObject({ option, message })
  })
})
