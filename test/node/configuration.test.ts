import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  ConfigurationError,
  credentialsFromEnvironment,
  credentialsFromFile,
  type ServeOptions,
  serve,
} from 'earshot/node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { recordingLog } from '../receiver/kit.js'

const key = 'K'.repeat(32)
const token = 'T'.repeat(32)
const email = 'echo-bot@chat.example.com'
const site = 'https://chat.example.com'

/** What a chat server offers for download: for one outgoing-webhook bot, and for all of a person's. */
const zuliprc = `[api]\nemail=${email}\nkey=${key}\nsite=${site}\ntoken=${token}\n`
const botserverrc = `[]\nemail=${email}\nkey=${key}\nsite=${site}\ntoken=${token}\n[]\nemail=timer-bot@chat.example.com\nkey=${'k'.repeat(32)}\nsite=${site}\ntoken=${'t'.repeat(32)}\n`

function file(content: string | Uint8Array, name = 'earshotrc'): string {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, name)
  writeFileSync(path, content)
  chmodSync(path, 0o600)
  return path
}

/** What was refused, line by line, without where the file is; no secret is ever in it. */
async function refused(read: () => unknown, path?: string): Promise<string[]> {
  const error: unknown = await Promise.resolve()
    .then(read)
    .catch((error: unknown) => error)
  if (!(error instanceof ConfigurationError)) throw new Error(`It was not refused: ${JSON.stringify(error)}`)
  for (const secret of [key, token, 'hunter2']) expect(error.message).not.toContain(secret)
  const lines = error.message.replaceAll(path ?? '\0', 'earshotrc').split('\n')
  expect(error.problems).toHaveLength(Math.max(1, lines.length - 1))
  return lines.map((line) => line.replace(/^(The configuration can't be used: |- )/, ''))
}

const without = (option: string) => zuliprc.replace(new RegExp(`^${option}=.*\n`, 'm'), '')
const give = {
  site: "the chat server's address, such as https://chat.example.com.",
  email: "the bot's own address, as the chat server shows it, such as echo-bot@chat.example.com.",
  key: "the bot's API key, from the chat server's list of your bots.",
  token: "the token of the bot's notifications, from the file that the chat server offers for an outgoing-webhook bot.",
}

describe('an earshotrc with each possible mistake', () => {
  it.each<[mistake: string, content: string | Uint8Array, ...says: string[]]>([
    ['no site', without('site'), `earshotrc, [api]: site is missing. Write a line site=... below [api]: ${give.site}`],
    [
      'no e-mail',
      without('email'),
      `earshotrc, [api]: email is missing. Write a line email=... below [api]: ${give.email}`,
    ],
    ['no key', without('key'), `earshotrc, [api]: key is missing. Write a line key=... below [api]: ${give.key}`],
    [
      'no token',
      without('token'),
      `earshotrc, [api]: token is missing. Write a line token=... below [api]: ${give.token}`,
    ],
    [
      'an empty token',
      zuliprc.replace(token, ''),
      `earshotrc, [api], line 5: token is empty. Write a line token=... below [api]: ${give.token}`,
    ],
    [
      'a token of commas',
      zuliprc.replace(token, ' , '),
      `earshotrc, [api], line 5: token contains no token. Give ${give.token}`,
    ],
    [
      'an option written wrongly',
      zuliprc.replace('token=', 'tokn='),
      "The configuration can't be used, for 2 reasons:",
      `earshotrc, [api]: token is missing. Write a line token=... below [api]: ${give.token}`,
      'earshotrc, [api], line 5: tokn is not an option of Earshot, so it is not read. Did you mean token?',
    ],
    [
      'no section',
      zuliprc.replace('[api]\n', ''),
      "earshotrc, line 1 has an option above the first section. Write a line [api] above the bot's options.",
    ],
    [
      'a section that is not closed',
      zuliprc.replace('[api]', '[api'),
      'earshotrc, line 1 has a section that is not closed. Write it as [name], on a line of its own.',
    ],
    [
      'something after its section',
      zuliprc.replace('[api]', '[api] echo'),
      'earshotrc, line 1 has something after its section. Put it on a line of its own.',
    ],
    [
      'a line of something else',
      `${zuliprc}hunter2\n`,
      'earshotrc, line 6 is neither a section, nor an option, nor a comment. Write it as option=value, or put a # before it.',
    ],
    [
      'a section twice',
      zuliprc + zuliprc,
      'earshotrc has the section [api] twice, in lines 1 and 6. Give each bot a section of its own, and its own name.',
    ],
    [
      'an option twice',
      `${zuliprc}site=https://other.example.com\n`,
      'earshotrc, [api], line 6: site is there twice, with different values (first in line 4). Remove one of them.',
    ],
    [
      'a name for an e-mail',
      zuliprc.replace(email, 'Echo'),
      `earshotrc, [api], line 2: email is "Echo", which is not an e-mail address. Give ${give.email}`,
    ],
    [
      'an e-mail for a key',
      zuliprc.replace(key, email),
      `earshotrc, [api], line 3: key looks like an e-mail address. Copy it again. Give ${give.key}`,
    ],
    [
      'a site over plain HTTP',
      zuliprc.replace('https:', 'http:'),
      'earshotrc, [api], line 4: site begins with http://, so the API key would be sent unencrypted to another machine. Write it with https://, or allow it (EARSHOT_ALLOW_INSECURE=true, or allow_insecure = true in a file) where the network can be trusted.',
    ],
    [
      'the address of a page',
      zuliprc.replace(site, `${site}/#narrow`),
      `earshotrc, [api], line 4: site is "${site}/#narrow", which contains a query or a fragment. Give ${give.site}`,
    ],
    [
      'a site with a password',
      zuliprc.replace('https://', 'https://me:hunter2@'),
      `earshotrc, [api], line 4: site contains credentials. Give ${give.site}`,
    ],
    [
      'a site of another scheme',
      zuliprc.replace('https:', 'ftp:'),
      `earshotrc, [api], line 4: site is "ftp://chat.example.com", which has the scheme ftp:. Give ${give.site}`,
    ],
    [
      'the key as token',
      zuliprc.replace(token, key),
      expect.stringMatching(
        /^earshotrc, \[api\], line 5: token is the same as the API key \(key in earshotrc, \[api\], line 3\)\. They are two secrets/,
      ),
    ],
    [
      'a key with blanks',
      zuliprc.replace(key, 'hunter2 hunter2'),
      `earshotrc, [api], line 3: key contains a space. Copy it again. Give ${give.key}`,
    ],
    [
      'a key that can be guessed',
      zuliprc.replace(key, 'hunter2hunter2-'),
      `earshotrc, [api], line 3: key has fewer than 16 characters, which can be guessed. Copy it again. Give ${give.key}`,
    ],
    [
      'a token that can be guessed beside a longer one',
      zuliprc.replace(token, `${token},hunter2hunter2-`),
      `earshotrc, [api], line 5: token has fewer than 16 characters, which can be guessed. Copy it again. Give ${give.token}`,
    ],
    [
      "an owner's key that can be guessed",
      `${zuliprc}owner_email=iago@example.com\nowner_key=hunter2hunter2-\n`,
      expect.stringMatching(
        /^earshotrc, \[api\], line 7: owner_key has fewer than 16 characters, which can be guessed\./,
      ),
    ],
    [
      'a quote left open',
      zuliprc.replace(key, `"${key}`),
      'earshotrc, line 3 has a quote that does not end. Close it, or remove the quotes.',
    ],
    [
      'typographic quotes',
      zuliprc.replace(key, `“${key}”`),
      `earshotrc, [api], line 3: key contains a character that no key has. Copy it again. Give ${give.key}`,
    ],
    [
      'a placeholder',
      zuliprc.replace(key, '<your key>'),
      `earshotrc, [api], line 3: key is still the placeholder of an example. Give ${give.key}`,
    ],
    [
      'a dialect that there is not',
      `${zuliprc}dialect=zullip\n`,
      'earshotrc, [api], line 6: dialect is "zullip", which is not one of svc, zulip. Did you mean zulip?',
    ],
    [
      'neither yes nor no',
      `${zuliprc}insecure=1\n`,
      'earshotrc, [api], line 6: insecure is "1", which is neither true nor false. Give true only where the network can be trusted, else false.',
    ],
    [
      'half an owner',
      `${zuliprc}owner_email=iago@example.com\n`,
      "earshotrc, [api]: owner_key is missing. Write a line owner_key=... below [api]: the API key of the bot's owner, or leave out the owner's address too.",
    ],
    [
      'the bot as its owner',
      `${zuliprc}owner_email=${email}\nowner_key=${'o'.repeat(32)}\n`,
      "earshotrc, [api], line 6: owner_email is the bot's own address. Give the address of the bot's owner, or leave out both.",
    ],
    [
      'nothing in it',
      '',
      "earshotrc is empty: it has no section. Write a line [api] above the bot's options; the file that the chat server offers for the bot has it.",
    ],
    [
      'UTF-16',
      Buffer.from(`\ufeff${zuliprc}`, 'utf16le'),
      'earshotrc is not UTF-8 text. Save it as UTF-8, or download it again.',
    ],
    [
      'several bots',
      botserverrc,
      'earshotrc has several bots, and none is chosen: [] of echo-bot@chat.example.com, [] of timer-bot@chat.example.com. Choose one with the option `section`: its name, or the address of the bot.',
    ],
    [
      'several mistakes',
      without('site').replace(email, 'Echo').replace(token, 'two words'),
      "The configuration can't be used, for 3 reasons:",
      `earshotrc, [api]: site is missing. Write a line site=... below [api]: ${give.site}`,
      `earshotrc, [api], line 2: email is "Echo", which is not an e-mail address. Give ${give.email}`,
      `earshotrc, [api], line 4: token contains a space. Copy it again. Give ${give.token}`,
    ],
  ])('is refused for %s', async (_, content, ...says) => {
    const path = file(content)
    expect(await refused(() => credentialsFromFile(path), path)).toEqual(says)
  })

  it('suggests the section that was meant', async () => {
    const path = file(zuliprc)
    expect(await refused(() => credentialsFromFile(path, { section: 'apy' }), path)).toEqual([
      'earshotrc has no section [apy]. Did you mean [api]?',
    ])
  })
})

describe('an earshotrc that is fine', () => {
  it.each([
    ['as downloaded', zuliprc],
    ['with a byte order mark and the line ends of Windows', `\ufeff${zuliprc.replaceAll('\n', '\r\n')}`],
    ['with tabs, blanks and colons', zuliprc.replaceAll('=', '\t:  ')],
    ['with quotes', zuliprc.replace(key, `"${key}"`).replace(token, `'${token}' # new`)],
    ['with comments', `# mine\n; too\n${zuliprc.replace(site, `${site} ; ours`)}`],
    ['with a site without its scheme', zuliprc.replace('https://', '')],
    ['with an option twice that says the same', `${zuliprc}site=${site}\n`],
    ['of a section that nobody named', zuliprc.replace('[api]', '[]')],
  ])('is read %s', async (_, content) => {
    const found = await credentialsFromFile(file(content))
    expect({ ...found, site: found.site.replace('https://', '') }).toMatchObject({
      email,
      apiKey: key,
      token: [token],
      site: 'chat.example.com',
    })
  })

  it('has its bots found by their addresses where nobody named the sections', async () => {
    const path = file(botserverrc)
    expect(await credentialsFromFile(path, { section: 'Timer-bot@chat.example.com' })).toMatchObject({
      email: 'timer-bot@chat.example.com',
    })
  })

  it('may say the tokens of a rotation in one line, or in several', async () => {
    const next = 'n'.repeat(32)
    for (const content of [zuliprc.replace(token, `${token}, ${next}`), `${zuliprc}token=${next}\n`]) {
      expect(await credentialsFromFile(file(content))).toMatchObject({ token: [token, next] })
    }
  })

  it('may have options that nobody reads, which is worth a warning', async () => {
    const { log, lines } = recordingLog()
    await credentialsFromFile(file(`${zuliprc}client_cert=me.pem\ncolour=red\n`), { log })
    expect(lines.map(({ level, message }) => [level, message.replace(/^.*line/, 'line')])).toEqual([
      [
        'warn',
        'line 6: client_cert is not read by Earshot. Create a client with the option `connections: { cert, key }` where the server wants a certificate.',
      ],
      [
        'warn',
        'line 7: colour is not an option of Earshot, so it is not read. Options are: site, email, key, token, owner_email, owner_key, dialect, allow_insecure, cert_bundle, insecure.',
      ],
    ])
  })
})

describe('secrets in files of their own', () => {
  const rest = { EARSHOT_SITE: site, EARSHOT_EMAIL: email }

  it('are read, without what is around them; a token on each line', () => {
    const environment = {
      ...rest,
      EARSHOT_API_KEY_FILE: file(`\ufeff ${key}\r\n`),
      EARSHOT_TOKEN_FILE: file(`${token}\n${'n'.repeat(32)}\n`),
    }
    expect(credentialsFromEnvironment(environment)).toMatchObject({ apiKey: key, token: [token, 'n'.repeat(32)] })
  })

  it('are named, with all else, when they are missing, empty, or said twice', async () => {
    const environment = {
      EARSHOT_SITE: site,
      EARSHOT_API_KEY: key,
      EARSHOT_API_KEY_FILE: file(key),
      EARSHOT_TOKEN_FILE: file(' \n', 'token'),
      EARSHOT_OWNER_EMAIL: 'iago@example.com',
      EARSHOT_OWNER_API_KEY_FILE: '/run/secrets/nobody',
    }
    expect(await refused(() => credentialsFromEnvironment(environment), environment.EARSHOT_TOKEN_FILE)).toEqual([
      "The configuration can't be used, for 4 reasons:",
      'the environment: EARSHOT_API_KEY_FILE and EARSHOT_API_KEY are both set. Unset one of them.',
      `the environment: EARSHOT_TOKEN_FILE names earshotrc, which is empty. Write into it ${give.token}`,
      "the environment: EARSHOT_OWNER_API_KEY_FILE names /run/secrets/nobody, which can't be read: there is no such file. Check its path, and that this user may read it; a container has only the secrets it was given.",
      `the environment: EARSHOT_EMAIL is missing. Set EARSHOT_EMAIL: ${give.email}`,
    ])
  })
})

describe('what serve is configured with', () => {
  const bot = { handle: async () => {} }
  const { log } = recordingLog()
  const quietly: ServeOptions = { port: 0, handleSignals: false, log }
  const environment = { EARSHOT_SITE: site, EARSHOT_EMAIL: email, EARSHOT_API_KEY: key, EARSHOT_TOKEN: token }

  it('is refused at once, bots and server together', async () => {
    const path = file(
      `[one]\nsite=${site}\nemail=${email}\nkey=${key}\ntoken=${token}\n[two]\nemail=${email}\nkey=${key}\nsite=${site}\ntoken=${token}\n[serve]\nstorage=redis:hunter2\n`,
    )
    const bots = [
      { bot, section: 'one' },
      { bot, section: 'two' },
      { bot, section: 'thre' },
    ]
    const options = { ...quietly, bots, configFile: path, environment: { HOST: 'http://0.0.0.0', PORT: '5002x' } }
    const { port: _, ...unsaid } = options
    expect(await refused(() => serve(unsaid), path)).toEqual([
      "The configuration can't be used, for 5 reasons:",
      'earshotrc has no section [thre]. Choose one of [one], [two], or add it.',
      expect.stringContaining(
        'earshotrc, [two], line 7: email is the address of another bot too (email in earshotrc, [one], line 3).',
      ),
      expect.stringContaining('the environment: HOST is "http://0.0.0.0", which is not a host name.'),
      'the environment: PORT is "5002x", which is not a port. Give a number from 0 to 65535; 0 takes a free one.',
      'earshotrc, [serve], line 12: storage is not a known kind of storage. Give memory, a path such as sqlite:bot.sqlite, or an address such as redis://localhost:6379.',
    ])
  })

  it('names a file that is passed over, since the environment speaks of a bot by half', async () => {
    const path = file(zuliprc)
    const half = { EARSHOT_SITE: site, EARSHOT_CONFIG: path }
    expect((await refused(() => serve(bot, { ...quietly, environment: half }), path)).at(-1)).toBe(
      'earshotrc is not read, since the environment has settings of a bot. To use the file, unset them.',
    )
  })

  it('may have the storage in the environment or the file, made when it is not there', async () => {
    const path = file(zuliprc)
    const inEnvironment = join(path, '..', 'environment.sqlite')
    const inFile = join(path, '..', 'file.db')
    writeFileSync(path, `${zuliprc}[serve]\nport = 0\nstorage = sqlite:${inFile}\n`)
    const { port: _, ...unsaid } = quietly
    const first = await serve(bot, { ...quietly, environment: { ...environment, EARSHOT_STORAGE: inEnvironment } })
    await first.close()
    const second = await serve(bot, { ...unsaid, configFile: path, environment: {} })
    await second.close()
    expect([existsSync(inEnvironment), existsSync(inFile)]).toEqual([true, true])
  })

  it('has its variables read by name, so that a slip is worth a warning', async () => {
    const { log, lines } = recordingLog()
    const served = await serve(bot, { ...quietly, log, environment: { ...environment, EARSHOT_DIALEKT: 'zulip' } })
    await served.close()
    expect(lines[0]).toMatchObject({ level: 'warn', message: expect.stringContaining('Did you mean EARSHOT_DIALECT?') })
  })
})
