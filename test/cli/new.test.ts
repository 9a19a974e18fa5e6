import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { askPerson } from '../../src/cli/new/ask.js'
import { type NewFlags, newBot, packageNameOf } from '../../src/cli/new/new.js'
import { copyTemplate, ownEarshot } from '../../src/cli/new/template.js'
import { templates } from '../../src/cli/new/templates.js'
import { createOutput } from '../../src/cli/shared/output.js'
import { manifest } from '../package/consumer.js'
import { pretendTerminal } from './inProcess.js'
import { earshot } from './process.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-new-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** Makes a bot in a folder below the test's own, and gives what was printed. */
async function make(name: string, flags: NewFlags = {}, typed?: string) {
  const { terminal, printed } = pretendTerminal()
  const input = new PassThrough()
  const questions = typed === undefined ? undefined : askPerson(input, new PassThrough())
  if (typed !== undefined) input.end(typed)
  const code = await newBot(join(folder, name), flags, createOutput(terminal, flags.json === true), questions)
  return { code, printed: printed.out + printed.err }
}

const readJson = (...path: string[]) => JSON.parse(readFileSync(join(folder, ...path), 'utf8'))

describe('a new bot', () => {
  it.each(Object.keys(templates))('is created from the template %s and depends on this version', async (template) => {
    const { code, printed } = await make('My Bot', { template })
    expect(code).toBe(0)
    expect(printed).toMatch(
      new RegExp(
        `my-bot created from the template ${template}.*(npm|bun|deno) install.*(npm run|bun run|deno task) dev`,
        's',
      ),
    )
    const made = readJson('My Bot', 'package.json')
    expect(made).toMatchObject({ name: 'my-bot', private: true, dependencies: { earshot: `^${manifest.version}` } })
    const { start, dev, test } = made.scripts ?? readJson('My Bot', 'deno.json').tasks
    expect({ start, dev, test }).toEqual({
      start: expect.stringMatching(/^earshot serve \w+\.ts|^(bun|tsx|deno run .*) main\.ts$|^wrangler dev$/),
      dev: expect.stringMatching(/\bearshot dev \w+\.ts$|^tsx watch dev\.ts$/),
      test: expect.stringMatching(/^vitest run( && earshot test)?$|^(bun|deno) test /),
    })
    for (const [file = ''] of `${start} ${dev}`.matchAll(/\w+\.ts\b/g)) {
      expect(existsSync(join(folder, 'My Bot', file))).toBe(true)
    }
  })

  it.each([
    ['deno', 'deno install', 'deno task test', 'deno task dev', 'deno task start'],
    ['bun', 'bun install', 'bun run test', 'bun run dev', 'bun run start'],
    ['vercel', 'npm install', 'npm test', 'npm run dev', 'npm start'],
  ])('is created with the next steps of the template: %s', async (template, ...commands) => {
    const { printed } = await make('bot', { template })
    const [, , ...steps] = printed
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/)[0])
    expect(steps).toEqual(expect.arrayContaining(commands))
  })

  it.each(Object.keys(templates))('excludes secrets from version control: %s', async (template) => {
    await make('bot', { template })
    const ignored = readFileSync(join(folder, 'bot', '.gitignore'), 'utf8').split('\n')
    expect(ignored).toEqual(expect.arrayContaining(['node_modules/', 'earshotrc']))
    expect(readdirSync(join(folder, 'bot'))).not.toContain('gitignore')
    expect(readFileSync(join(folder, 'bot', 'AGENTS.md'), 'utf8')).toContain('Never print, log or commit them.')
    const example = readdirSync(join(folder, 'bot')).find((name) => /^(earshotrc\.|env\.)example$/.test(name)) ?? ''
    expect(ignored).toContain(example.startsWith('env') ? '.env' : 'earshotrc')
    expect(readFileSync(join(folder, 'bot', example), 'utf8')).toMatch(/^(ZULIP_API_)?key=\n(.*\n)?(ZULIP_)?token=$/im)
  })

  it.each(['minimal', 'commands', 'conversation', 'assistant', 'multi-bot', 'node-docker'])(
    'stores data in a file excluded from version control: %s',
    async (template) => {
      await make('bot', { template })
      const { scripts, dependencies, devDependencies } = readJson('bot', 'package.json') as Record<string, object>
      expect(scripts).toMatchObject({ start: expect.stringMatching(/ --(storage|queue) sqlite:bots?\.db$/) })
      expect({ ...dependencies, ...devDependencies }).toHaveProperty('@photostructure/sqlite')
      expect(readFileSync(join(folder, 'bot', '.gitignore'), 'utf8').split('\n')).toContain('*.db')
    },
  )

  it('can have a given name and Earshot version', async () => {
    await make('bot', { name: '@bakery/bread', earshot: 'file:../earshot.tgz' })
    expect(readJson('bot', 'package.json')).toMatchObject({
      name: '@bakery/bread',
      dependencies: { earshot: 'file:../earshot.tgz' },
    })
  })

  it.each(['node-docker', 'kubernetes'] as const)(
    'includes the packed file that Earshot was installed from: %s',
    async (template) => {
      const root = join(folder, 'node_modules', 'earshot')
      mkdirSync(root, { recursive: true })
      writeFileSync(join(folder, 'earshot-1.2.3.tgz'), 'packed')
      writeFileSync(join(root, 'package.json'), '{ "version": "1.2.3" }')
      const list = (resolved: string) =>
        writeFileSync(
          join(folder, 'node_modules', '.package-lock.json'),
          JSON.stringify({ packages: { 'node_modules/earshot': { resolved } } }),
        )
      list('file:gone-1.2.3.tgz')
      expect(ownEarshot(root)).toEqual({ earshot: '^1.2.3' })
      list('https://registry.npmjs.org/earshot/-/earshot-1.2.3.tgz')
      expect(ownEarshot(root)).toEqual({ earshot: '^1.2.3' })
      list('file:earshot-1.2.3.tgz')

      const bot = join(folder, 'bot')
      const dockerfile = () => readFileSync(join(bot, 'Dockerfile'), 'utf8')
      await make('bot', { template })
      expect(dockerfile()).not.toContain('vendor')
      rmSync(bot, { recursive: true })
      await copyTemplate({ template, folder: bot, name: 'bot', dependency: ownEarshot(root) })
      expect(readJson('bot', 'package.json').dependencies.earshot).toBe('file:vendor/earshot-1.2.3.tgz')
      expect(readFileSync(join(bot, 'vendor', 'earshot-1.2.3.tgz'), 'utf8')).toBe('packed')
      expect(dockerfile()).toContain('\nCOPY vendor ./vendor\nRUN npm ci\n')
    },
  )

  it('uses npm to install a packed file with the Deno template', async () => {
    const { printed } = await make('bot', { template: 'deno', earshot: 'file:../earshot.tgz' })
    expect(printed).toContain('npm install')
    expect(printed).not.toContain('deno install')
    expect(printed).toContain('deno task test')
  })

  it('is described in JSON', async () => {
    const { printed } = await make('bot', { template: 'minimal', json: true })
    expect(JSON.parse(printed)).toEqual({
      folder: join(folder, 'bot'),
      name: 'bot',
      template: 'minimal',
      earshot: `^${manifest.version}`,
      installed: false,
    })
  })

  it('is created after asking for missing options', async () => {
    const { printed } = await make('bot', {}, 'nonsense\ncommands\nno\n')
    expect(printed).toContain('created from the template commands')
  })

  it('is not created without an answer', async () => {
    await expect(make('bot', {}, '')).rejects.toThrow(/Nothing was created/)
    expect(existsSync(join(folder, 'bot'))).toBe(false)
  })
})

describe('the folder of a new bot', () => {
  it('may contain only a repository', async () => {
    writeFileSync(join(folder, '.git'), '')
    expect((await make('.')).code).toBe(0)
    await expect(make('.')).rejects.toThrow(/is not empty: it holds .* and \d+ more/)
  })

  it('must not be a file', async () => {
    writeFileSync(join(folder, 'file'), '')
    await expect(make('file')).rejects.toThrow(/it is a file/)
    await expect(make('file/below')).rejects.toThrow(/it is a file/)
  })

  it('may be a link to an empty folder', async () => {
    mkdirSync(join(folder, 'real'))
    symlinkSync(join(folder, 'real'), join(folder, 'link'))
    expect((await make('link')).code).toBe(0)
    expect(existsSync(join(folder, 'real', 'package.json'))).toBe(true)
    expect(lstatSync(join(folder, 'link')).isSymbolicLink()).toBe(true)
    await expect(make('link')).rejects.toThrow(/is not empty/)
  })

  it('may be inside a linked folder', async () => {
    mkdirSync(join(folder, 'real'))
    symlinkSync(join(folder, 'real'), join(folder, 'link'))
    expect((await make('link/bot')).code).toBe(0)
    expect(existsSync(join(folder, 'real', 'bot', 'package.json'))).toBe(true)
  })

  it('must not be a broken link', async () => {
    symlinkSync(join(folder, 'nowhere'), join(folder, 'link'))
    await expect(make('link')).rejects.toThrow(/link can't be the new folder: it is a link to nothing\./)
  })

  it.each([
    ['My Bot', 'my-bot'],
    ['Bäckerei №1', 'backerei-no1'],
    ['🍞', 'my-bot'],
    ['_hidden.', 'hidden.'],
    ['earshot', 'earshot-bot'],
    ['node_modules', 'node_modules-bot'],
  ])('named "%s" gives the package name %s', (name, expected) => {
    expect(packageNameOf(join(folder, name))).toBe(expected)
  })

  it.each(['Bread', 'a b', '', '../up', '@bakery/'])('doesn\'t get the invalid package name "%s"', async (name) => {
    await expect(make('bot', { name })).rejects.toThrow(/not a valid package name/)
    expect(existsSync(join(folder, 'bot'))).toBe(false)
  })
})

describe('earshot new', () => {
  it('asks nothing without a terminal', async () => {
    const made = join(folder, 'hello')
    const [missing, unknown, there] = await Promise.all(
      [['new'], ['new', made, '--template', 'cake'], ['new', made]].map((args) => earshot(args)),
    )
    expect(missing).toMatchObject({ code: 2, err: expect.stringContaining('The folder is missing') })
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('Allowed choices are minimal') })
    expect(there).toMatchObject({ code: 0, err: '', out: expect.stringContaining('the template minimal') })
  })
})
