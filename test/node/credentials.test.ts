import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type BotCredentials,
  ConfigurationError,
  credentialsFromEnvironment,
  credentialsFromFile,
  type ServeOptions,
  serve,
} from 'earshot/node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { recordingLog } from '../receiver/kit.js'
import { echoBot, echoToken, mention } from '../receiver/notifications.js'
import { fetchOnce } from './serving.js'

const { site, email, apiKey } = echoBot

const needed = {
  EARSHOT_SITE: site,
  EARSHOT_EMAIL: email,
  EARSHOT_API_KEY: apiKey,
  EARSHOT_TOKEN: echoToken,
}

/** The file that a chat server offers for a bot. */
const zuliprc = `[api]\nemail=${email}\nkey=${apiKey}\nsite=${site}\ntoken=${echoToken}\n`

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'earshot-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

function file(text: string, mode = 0o600): string {
  const path = join(folder(), 'earshotrc')
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

/** What a configuration was refused with; it never shows a secret. */
async function refusalOf(read: () => unknown): Promise<ConfigurationError> {
  const error: unknown = await Promise.resolve()
    .then(read)
    .catch((error: unknown) => error)
  expect(error).toBeInstanceOf(ConfigurationError)
  const refusal = error as ConfigurationError
  expect(refusal.code).toBe('configuration')
  const [first = '', ...lines] = refusal.message.split('\n')
  expect(first).toMatch(/^The configuration can't be used(: .+ .+\. [A-Z].+[.?]|, for \d+ reasons:)$/)
  for (const line of lines) expect(line).toMatch(/^- .+ .+\. [A-Z].+[.?]$/)
  for (const secret of [apiKey, echoToken]) expect(refusal.message).not.toContain(secret)
  return refusal
}

describe('credentials in the environment', () => {
  it('are one bot with its token', () => {
    expect(credentialsFromEnvironment(needed)).toMatchObject({ site, email, apiKey, token: [echoToken] })
  })

  it('may have several tokens, an owner, a dialect, and leave for plain HTTP', () => {
    const found = credentialsFromEnvironment({
      ...needed,
      EARSHOT_TOKEN: `${echoToken}, ${'n'.repeat(32)},`,
      EARSHOT_OWNER_EMAIL: 'iago@example.com',
      EARSHOT_OWNER_API_KEY: 'o'.repeat(32),
      EARSHOT_DIALECT: 'zulip',
      EARSHOT_ALLOW_INSECURE: 'true',
    })
    expect(found).toMatchObject({
      token: [echoToken, 'n'.repeat(32)],
      owner: { email: 'iago@example.com', apiKey: 'o'.repeat(32) },
      dialect: 'zulip',
      allowInsecure: true,
    })
  })

  it.each([{}, { EARSHOT_SITE: ' ', EARSHOT_TOKEN: '' }])('are none when nothing is set: %j', (environment) => {
    expect(credentialsFromEnvironment(environment)).toBeUndefined()
  })

  it.each(Object.keys(needed))('name %s when only that is missing', async (missing) => {
    const refusal = await refusalOf(() => credentialsFromEnvironment({ ...needed, [missing]: undefined }))
    expect(refusal.option).toBe(missing)
    expect(refusal.message).toContain(`${missing} is missing`)
  })

  it.each([
    ['EARSHOT_TOKEN', ' , '],
    ['EARSHOT_DIALECT', 'slack'],
    ['EARSHOT_DIALECT', '__proto__'],
    ['EARSHOT_ALLOW_INSECURE', 'yes'],
  ])('name %s when it is %j', async (option, value) => {
    expect(await refusalOf(() => credentialsFromEnvironment({ ...needed, [option]: value }))).toMatchObject({ option })
  })

  it.each([
    ['EARSHOT_OWNER_API_KEY', { EARSHOT_OWNER_EMAIL: 'iago@example.com' }],
    ['EARSHOT_OWNER_EMAIL', { EARSHOT_OWNER_API_KEY: 'o'.repeat(32) }],
  ])('name %s when the owner is known by half', async (option, half) => {
    expect(await refusalOf(() => credentialsFromEnvironment({ ...needed, ...half }))).toMatchObject({ option })
  })
})

describe('credentials in a file', () => {
  it('are those of the section [api] in the file that a chat server offers', async () => {
    expect(await credentialsFromFile(file(zuliprc))).toMatchObject({ site, email, apiKey, token: [echoToken] })
  })

  it('are those of the section that is asked for', async () => {
    const two = `${zuliprc}[timer.night]\nemail=timer-bot@example.com\nkey=${apiKey}\nsite=${site}\ntoken=${echoToken}\n`
    expect(await credentialsFromFile(file(two), { section: 'timer.night' })).toMatchObject({
      email: 'timer-bot@example.com',
    })
    expect(await credentialsFromFile(file(two), { section: 'api' })).toMatchObject({ email })
  })

  it('are those of the only section, whatever it is called', async () => {
    expect(await credentialsFromFile(file(zuliprc.replace('[api]', '[echo]')))).toMatchObject({ email })
  })

  it('may be written loosely', async () => {
    const loose = [
      '# the bot of the bakery',
      '[API]'.toLowerCase(),
      `  Email = ${email}  `,
      `API-Key = "${apiKey}"`,
      `site=${site}/ ; with a slash`,
      `tokens = ${echoToken}, ${'n'.repeat(32)}`,
      'owner_email=iago@example.com',
      `owner_key=${'o'.repeat(32)}`,
      'dialect = zulip',
      'allow_insecure = true',
      'insecure = True',
    ]
    expect(await credentialsFromFile(file(loose.join('\r\n')))).toEqual({
      site: `${site}/`,
      email,
      apiKey,
      token: [echoToken, 'n'.repeat(32)],
      owner: { email: 'iago@example.com', apiKey: 'o'.repeat(32) },
      dialect: 'zulip',
      allowInsecure: true,
      insecure: true,
    })
  })

  it.each(['email', 'key', 'site', 'token'])('name file, section and option when %s is missing', async (option) => {
    const path = file(zuliprc.replace(new RegExp(`^${option}=.*\n`, 'm'), ''))
    const refusal = await refusalOf(() => credentialsFromFile(path))
    expect(refusal).toMatchObject({ file: path, section: 'api', option })
    for (const part of [path, '[api]', option]) expect(refusal.message).toContain(part)
  })

  it('name the option when it is empty', async () => {
    const path = file(zuliprc.replace(/^token=.*$/m, 'token='))
    expect(await refusalOf(() => credentialsFromFile(path))).toMatchObject({ option: 'token' })
  })

  it('name the option when it can not be read', async () => {
    expect(await refusalOf(() => credentialsFromFile(file(`${zuliprc}dialect=slack\n`)))).toMatchObject({
      option: 'dialect',
    })
    expect(await refusalOf(() => credentialsFromFile(file(`${zuliprc}insecure=1\n`)))).toMatchObject({
      option: 'insecure',
    })
  })

  it('name the section that is not there, and those that are', async () => {
    const path = file(zuliprc)
    const refusal = await refusalOf(() => credentialsFromFile(path, { section: 'timer' }))
    expect(refusal).toMatchObject({ file: path, section: 'timer' })
    expect(refusal.message).toContain('Choose one of [api]')
  })

  it.each([
    ['line 1 has an option above the first section', zuliprc.replace('[api]\n', '')],
    ['is empty: it has no section', ''],
    ['is not UTF-8 text', '\0\u0001 not an ini file'],
    ['has several bots', zuliprc.replace('[api]', '[one]') + zuliprc.replace('[api]', '[two]')],
  ])('say that the file %s', async (problem, text) => {
    expect((await refusalOf(() => credentialsFromFile(file(text)))).message).toContain(problem)
  })

  it('take a section named __proto__ for one like others', async () => {
    expect(await credentialsFromFile(file(zuliprc.replace('[api]', '[__proto__]')))).toMatchObject({ email })
    expect(Reflect.get({}, 'email')).toBeUndefined()
  })

  it('say that there is no such file, or that it is none', async () => {
    const missing = join(folder(), 'nowhere')
    expect(await refusalOf(() => credentialsFromFile(missing))).toMatchObject({ file: missing })
    const path = folder()
    expect(await refusalOf(() => credentialsFromFile(path))).toMatchObject({ file: path })
  })

  it.each([
    [0o600, 0],
    [0o400, 0],
    [0o640, 1],
    [0o644, 1],
  ])('warn when others may read them: mode %o', async (mode, warnings) => {
    const { log, lines } = recordingLog()
    const path = file(zuliprc, mode)
    await credentialsFromFile(path, { log })
    expect(lines.filter(({ level }) => level === 'warn')).toHaveLength(warnings)
    expect(JSON.stringify(lines)).not.toContain(apiKey)
  })
})

describe('where serve looks for credentials', () => {
  const bot = { handle: async () => {} }
  const { log } = recordingLog()
  const common = { port: 0, handleSignals: false, log }

  /** The address of the bot that is served with these. */
  async function servedBy(options: ServeOptions & { readonly credentials?: BotCredentials }): Promise<unknown> {
    const { lines, log } = recordingLog()
    const serving = await serve(bot, { ...common, environment: {}, ...options, log })
    await serving.close()
    return lines.find(({ message }) => message === 'Serving')?.fields.bots
  }

  const fileOf = (name: string) => file(zuliprc.replace(email, `${name}@example.com`))

  it('is what it was given, then the environment, then the file', async () => {
    const environment = { ...needed, EARSHOT_CONFIG: fileOf('in-file') }
    const credentials = { ...echoBot, email: 'given@example.com', token: echoToken }
    expect(await servedBy({ credentials, environment })).toEqual(['given@example.com'])
    expect(await servedBy({ environment })).toEqual([email])
    expect(await servedBy({ environment: { EARSHOT_CONFIG: environment.EARSHOT_CONFIG } })).toEqual([
      'in-file@example.com',
    ])
  })

  it('is the file that it was given, before the environment', async () => {
    const environment = { ...needed, EARSHOT_CONFIG: fileOf('in-environment') }
    expect(await servedBy({ configFile: fileOf('given'), environment })).toEqual(['given@example.com'])
  })

  it('is the file earshotrc in the working directory at last', async () => {
    const before = process.cwd()
    process.chdir(join(fileOf('here'), '..'))
    onTestFinished(() => process.chdir(before))
    expect(await servedBy({})).toEqual(['here@example.com'])
  })

  it('is nowhere: it says what to set, and where the file would be', async () => {
    const before = process.cwd()
    process.chdir(folder())
    onTestFinished(() => process.chdir(before))
    const refusal = await refusalOf(() => serve(bot, { ...common, environment: {} }))
    for (const variable of Object.keys(needed)) expect(refusal.message).toContain(variable)
    expect(refusal.file).toBe(join(process.cwd(), 'earshotrc'))
  })

  it('is a section each for several bots, whatever the environment says', async () => {
    const path = file(zuliprc + zuliprc.replace('[api]', '[timer]').replace(email, 'timer-bot@example.com'))
    const seen: string[] = []
    const serving = await serve({
      ...common,
      environment: { ...needed, EARSHOT_CONFIG: path },
      bots: [
        { bot: { handle: async () => void seen.push('echo') }, section: 'api' },
        { bot: { handle: async () => void seen.push('timer') }, section: 'timer' },
      ],
    })
    onTestFinished(() => serving.close())
    for (const bot_email of ['timer-bot@example.com', email]) {
      await fetchOnce(serving.url, { method: 'POST', body: JSON.stringify(mention({}, { bot_email })) })
    }
    expect(seen).toEqual(['timer', 'echo'])
  })
})
