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
  it('give one bot with its token', () => {
    expect(credentialsFromEnvironment(needed)).toMatchObject({ site, email, apiKey, token: [echoToken] })
  })

  it('may include several tokens, an owner, a dialect and plain HTTP', () => {
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

  it.each([{}, { EARSHOT_SITE: ' ', EARSHOT_TOKEN: '' }])('are undefined if nothing is set: %j', (environment) => {
    expect(credentialsFromEnvironment(environment)).toBeUndefined()
  })

  it.each(Object.keys(needed))('cause an error that names %s if only that is missing', async (missing) => {
    const refusal = await refusalOf(() => credentialsFromEnvironment({ ...needed, [missing]: undefined }))
    expect(refusal.option).toBe(missing)
    expect(refusal.message).toContain(`${missing} is missing`)
  })

  it.each([
    ['EARSHOT_TOKEN', ' , '],
    ['EARSHOT_DIALECT', 'slack'],
    ['EARSHOT_DIALECT', '__proto__'],
    ['EARSHOT_ALLOW_INSECURE', 'yes'],
  ])('cause an error that names %s if it is %j', async (option, value) => {
    expect(await refusalOf(() => credentialsFromEnvironment({ ...needed, [option]: value }))).toMatchObject({ option })
  })

  it.each([
    ['EARSHOT_OWNER_API_KEY', { EARSHOT_OWNER_EMAIL: 'iago@example.com' }],
    ['EARSHOT_OWNER_EMAIL', { EARSHOT_OWNER_API_KEY: 'o'.repeat(32) }],
  ])('cause an error that names %s if only the other half of the owner is given', async (option, half) => {
    expect(await refusalOf(() => credentialsFromEnvironment({ ...needed, ...half }))).toMatchObject({ option })
  })
})

describe('credentials in a file', () => {
  it('are read from the section [api] of a downloaded zuliprc', async () => {
    expect(await credentialsFromFile(file(zuliprc))).toMatchObject({ site, email, apiKey, token: [echoToken] })
  })

  it('are read from the given section', async () => {
    const two = `${zuliprc}[timer.night]\nemail=timer-bot@example.com\nkey=${apiKey}\nsite=${site}\ntoken=${echoToken}\n`
    expect(await credentialsFromFile(file(two), { section: 'timer.night' })).toMatchObject({
      email: 'timer-bot@example.com',
    })
    expect(await credentialsFromFile(file(two), { section: 'api' })).toMatchObject({ email })
  })

  it('are read from the only section, whatever its name', async () => {
    expect(await credentialsFromFile(file(zuliprc.replace('[api]', '[echo]')))).toMatchObject({ email })
  })

  it('may be written in several notations', async () => {
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

  it.each(['email', 'key', 'site', 'token'])(
    'cause an error with file, section and option if %s is missing',
    async (option) => {
      const path = file(zuliprc.replace(new RegExp(`^${option}=.*\n`, 'm'), ''))
      const refusal = await refusalOf(() => credentialsFromFile(path))
      expect(refusal).toMatchObject({ file: path, section: 'api', option })
      for (const part of [path, '[api]', option]) expect(refusal.message).toContain(part)
    },
  )

  it('cause an error that names an empty option', async () => {
    const path = file(zuliprc.replace(/^token=.*$/m, 'token='))
    expect(await refusalOf(() => credentialsFromFile(path))).toMatchObject({ option: 'token' })
  })

  it('cause an error that names an invalid option', async () => {
    expect(await refusalOf(() => credentialsFromFile(file(`${zuliprc}dialect=slack\n`)))).toMatchObject({
      option: 'dialect',
    })
    expect(await refusalOf(() => credentialsFromFile(file(`${zuliprc}insecure=1\n`)))).toMatchObject({
      option: 'insecure',
    })
  })

  it('cause an error that lists the existing sections if the given one is missing', async () => {
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
  ])('cause an error if the file %s', async (problem, text) => {
    expect((await refusalOf(() => credentialsFromFile(file(text)))).message).toContain(problem)
  })

  it('may be in a section named __proto__', async () => {
    expect(await credentialsFromFile(file(zuliprc.replace('[api]', '[__proto__]')))).toMatchObject({ email })
    expect(Reflect.get({}, 'email')).toBeUndefined()
  })

  it('cause an error if the file is missing or a folder', async () => {
    const missing = join(folder(), 'nowhere')
    expect(await refusalOf(() => credentialsFromFile(missing))).toMatchObject({ file: missing })
    const path = folder()
    expect(await refusalOf(() => credentialsFromFile(path))).toMatchObject({ file: path })
  })

  it.each([
    ['', "the file's path is empty. Give one, such as 'earshotrc'."],
    [undefined, "the file's path is undefined. Give one, such as 'earshotrc'."],
    ['/', "/ can't be read: it is a directory. Give the path of the file in it, such as /earshotrc."],
  ])('cause an error that says what to give instead of the path %j', async (path, says) => {
    const { message } = await refusalOf(() => credentialsFromFile(path as string))
    expect(message).toBe(`The configuration can't be used: ${says}`)
  })

  it.each([
    [0o600, 0],
    [0o400, 0],
    [0o640, 1],
    [0o644, 1],
  ])('cause a warning if others can read them: mode %o', async (mode, warnings) => {
    const { log, lines } = recordingLog()
    const path = file(zuliprc, mode)
    await credentialsFromFile(path, { log })
    expect(lines.filter(({ level }) => level === 'warn')).toHaveLength(warnings)
    expect(JSON.stringify(lines)).not.toContain(apiKey)
  })
})

describe('serve takes credentials', () => {
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

  it('from its options, then the environment, then the file', async () => {
    const environment = { ...needed, EARSHOT_CONFIG: fileOf('in-file') }
    const credentials = { ...echoBot, email: 'given@example.com', token: echoToken }
    expect(await servedBy({ credentials, environment })).toEqual(['given@example.com'])
    expect(await servedBy({ environment })).toEqual([email])
    expect(await servedBy({ environment: { EARSHOT_CONFIG: environment.EARSHOT_CONFIG } })).toEqual([
      'in-file@example.com',
    ])
  })

  it('from the given file before the environment', async () => {
    const environment = { ...needed, EARSHOT_CONFIG: fileOf('in-environment') }
    expect(await servedBy({ configFile: fileOf('given'), environment })).toEqual(['given@example.com'])
  })

  it('from the file earshotrc in the working directory', async () => {
    const before = process.cwd()
    process.chdir(join(fileOf('here'), '..'))
    onTestFinished(() => process.chdir(before))
    expect(await servedBy({})).toEqual(['here@example.com'])
  })

  it('from nowhere else, and the error names the variables and the file', async () => {
    const before = process.cwd()
    process.chdir(folder())
    onTestFinished(() => process.chdir(before))
    const refusal = await refusalOf(() => serve(bot, { ...common, environment: {} }))
    for (const variable of Object.keys(needed)) expect(refusal.message).toContain(variable)
    expect(refusal.file).toBe(join(process.cwd(), 'earshotrc'))
  })

  it('from one section per bot, regardless of the environment', async () => {
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
