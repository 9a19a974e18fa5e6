import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { credentialsFromFile } from 'earshot/node'
import { describe, expect, it } from 'vitest'
import { askOwner } from '../../src/cli/setup/askOwner.js'
import { unknownCertificate } from '../client/certificate.js'
import { bakery, file, folder } from './doctoring.js'
import { changeInto, earshot, startEarshot } from './inProcess.js'

changeInto()

/** The bakery, in which Iago sets bots up. */
async function workshop() {
  const world = await bakery()
  const { simulator, url, user } = world
  const { email, api_key: key } = user('Iago')
  const ownerFile = file(`[api]\nemail=${email}\nkey=${key}\nsite=${url}\n`, 'owner.rc')
  const config = join(folder(), 'earshotrc')
  const run = (name: string, ...args: string[]) =>
    earshot(['setup', name, '--owner-file', ownerFile, '--config', config, ...args])
  const bots = () =>
    simulator.realm
      .accounts()
      .filter(({ bot_type }) => bot_type !== null)
      .map(({ full_name }) => full_name)
  return { ...world, ownerFile, config, run, bots, key }
}

describe('earshot setup', () => {
  it('creates a bot with subscriptions and a private credentials file', async () => {
    const { run, config, simulator, key } = await workshop()
    const { code, out, err } = await run('Help Desk', '--channel', 'kitchen')
    expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining('subscribed to kitchen') })
    expect(out).toContain('can listen')
    expect(out).toContain('Start it: earshot listen bot.ts')
    expect(statSync(config).mode & 0o777).toBe(0o600)
    const text = readFileSync(config, 'utf8')
    expect(text).toMatch(/^\[api\]\nemail=help-desk-bot@\S+\nkey=\w{32}\nsite=http:\S+\n$/)
    const account = simulator.realm.account('Help Desk')
    expect(account).toMatchObject({ bot_type: 1 })
    for (const secret of [key, account.api_key]) expect(out + err).not.toContain(secret)
  })

  it('creates an outgoing webhook whose file can be served', async () => {
    const { run, config, simulator } = await workshop()
    const { code, out } = await run('Oracle', '--url', 'http://127.0.0.1:5999/')
    expect(code).toBe(0)
    expect(out).toContain('Start it: earshot serve bot.ts')
    const { token } = simulator.credentials('Oracle')
    expect(await credentialsFromFile(config)).toMatchObject({ token: [token], email: 'oracle-bot@example.com' })
  })

  it("copies the owner's connection options to the bot's file", async () => {
    const { run, config, ownerFile } = await workshop()
    const certBundle = join(dirname(ownerFile), 'ca.pem')
    writeFileSync(certBundle, unknownCertificate().cert)
    appendFileSync(ownerFile, 'cert_bundle=ca.pem\ninsecure=true\nallow_insecure=true\n')
    expect((await run('Oracle')).code).toBe(0)
    expect(readFileSync(config, 'utf8')).toContain(`allow_insecure=true\ncert_bundle=${certBundle}\ninsecure=true\n`)
  })

  it('reuses an existing bot, and adds another to the file', async () => {
    const { run, config, bots } = await workshop()
    await run('Oracle')
    const [before, names] = [readFileSync(config, 'utf8'), bots()]
    const again = await run('Oracle')
    expect([again.code, readFileSync(config, 'utf8'), bots()]).toEqual([0, before, names])
    expect(again.err).toContain('Oracle already exists')
    expect((await run('Scribe')).code).toBe(0)
    expect(readFileSync(config, 'utf8')).toContain(`${before}\n[scribe]\nemail=scribe-bot@`)
  })

  it.each([
    ['an unknown channel', ['Oracle', '--channel', 'kitchn'], 'Did you mean kitchen?'],
    ['an existing bot of another type', ['Echo'], "a bot's type can't be changed"],
    ['a name without letters', ['!!!'], 'no Latin letter or digit'],
  ])('rejects %s and changes nothing', async (_, [name = '', ...args], problem) => {
    const { run, bots } = await workshop()
    const names = bots()
    const { code, err } = await run(name, ...args)
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining(problem) })
    expect(bots()).toEqual(names)
  })

  it('rejects a bot as owner, a wrong key and a missing owner', async () => {
    const { url, bot, config } = await workshop()
    const yeast = bot('Yeast Counter')
    const as = (email: string, key: string) => file(`[api]\nemail=${email}\nkey=${key}\nsite=${url}\n`, 'owner.rc')
    const run = (path: string) => earshot(['setup', 'Oracle', '--owner-file', path, '--config', config])
    expect(await run(as(yeast.email, yeast.api_key))).toMatchObject({
      code: 2,
      err: expect.stringContaining('is a bot'),
    })
    expect(await run(as('iago@example.com', 'x'.repeat(32)))).toMatchObject({ code: 1 })
    expect(await run('nowhere.rc')).toMatchObject({ code: 2, err: expect.stringContaining('there is no such file') })
    expect(await earshot(['setup', 'Oracle'])).toMatchObject({ code: 2, err: expect.stringContaining('--owner-file') })
  })

  it("asks for the owner's account without showing the key", async () => {
    const [input, output] = [new PassThrough(), new PassThrough()]
    let shown = ''
    output.on('data', (chunk) => {
      shown += String(chunk)
    })
    input.end('chat.example.com\niago@example.com\nsecret-key\n')
    expect(await askOwner(input, output)).toEqual({
      site: 'https://chat.example.com',
      email: 'iago@example.com',
      apiKey: 'secret-key',
    })
    expect(shown).toContain('API key')
    expect(shown).not.toContain('secret-key')
    const nobody = new PassThrough()
    nobody.end()
    await expect(askOwner(nobody, output)).rejects.toThrow('was not given')
  })
})

describe('earshot simulate --write-credentials', () => {
  it("prints a bot's credentials file to standard output and the rest to standard error", async () => {
    const running = startEarshot(['simulate', '--write-credentials', 'echo'])
    const printed = await running.until('token=')
    const { err } = await running.end('SIGINT')
    expect(printed).toMatch(/^\[api\]\nemail=echo-bot@example.com\nkey=\w{32}\nsite=http:\S+\ntoken=\w{32}\n$/)
    expect(err).toContain('a simulated team chat')
    expect((await credentialsFromFile(file(printed))).email).toBe('echo-bot@example.com')
    expect(await earshot(['simulate', '--write-credentials', 'nobody'])).toMatchObject({ code: 2 })
  })
})
