import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createProject } from './project.js'

const project = createProject()
const { folder } = project
let running: ChildProcess
let answers: AsyncIterator<string>
beforeAll(() => {
  running = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  if (running.stdout === null) throw new Error('A process without output was started.')
  answers = createInterface({ input: running.stdout })[Symbol.asyncIterator]()
})
afterAll(() => {
  running.kill()
  project.remove()
})

/** Loads files in a process of its own, as the commands do; the test runner reads TypeScript in its own way. */
const program = `
  import { createInterface } from 'node:readline'
  import { loadBotModule } from ${JSON.stringify(pathToFileURL(join(inject('installed'), 'earshot/dist/cli/botModule.js')).href)}
  for await (const file of createInterface({ input: process.stdin })) {
    const found = await loadBotModule(file, { fresh: true }).then(
      ({ bots }) => bots.map(({ name, section, bot }) => [name, section ?? null, bot.name ?? null]),
      ({ code, message, file, line, column }) => ({ code, message, file, line, column }),
    )
    console.log(JSON.stringify(found))
  }`

/** What becomes of loading the first of these files, or the one that is named; several times, if that is wanted. */
async function load(files: Readonly<Record<string, string>>, { times = 1, name = Object.keys(files)[0] ?? '' } = {}) {
  for (const [file, text] of Object.entries(files)) project.write(file, text)
  const found = []
  for (let time = 0; time < times; time += 1) {
    running.stdin?.write(`${join(folder, name)}\n`)
    found.push(JSON.parse((await answers.next()).value))
  }
  return found
}

const bot = (name: string) => `new Bot({ name: '${name}' })`
const imported = "import { Bot } from 'earshot'\n"

describe('the bots of a module', () => {
  it('are its exports that are bots, under any name', async () => {
    expect(await load({ 'one.ts': `${imported}export const bot: Bot = ${bot('a')}` })).toEqual([[['bot', null, 'a']]])
    expect(await load({ 'named.mjs': `${imported}export const rota = ${bot('a')}` })).toEqual([[['rota', null, 'a']]])
    expect(await load({ 'default.mjs': `${imported}export default ${bot('a')}` })).toEqual([[['bot', null, 'a']]])
    const two = `${imported}export const rota = ${bot('a')}\nexport const bread = ${bot('b')}`
    expect(await load({ 'two.mts': two })).toEqual([
      [
        ['bread', 'bread', 'b'],
        ['rota', 'rota', 'a'],
      ],
    ])
  })

  it('are found in CommonJS modules and TypeScript compiled to CommonJS', async () => {
    const common = `const { Bot } = require('earshot')\nmodule.exports = { rota: ${bot('a')} }`
    expect(await load({ 'common.cjs': common })).toEqual([[['rota', null, 'a']]])
    expect(await load({ 'common.cts': `${imported}export const rota = ${bot('a')}` })).toEqual([[['rota', null, 'a']]])
    const two = `${imported}export const bots = { rota: ${bot('a')}, bread: ${bot('b')} }`
    expect(await load({ 'bots.cts': two })).toEqual([
      [
        ['rota', 'rota', 'a'],
        ['bread', 'bread', 'b'],
      ],
    ])
    const [none] = await load({ 'none.cjs': 'exports.rota = 1' })
    expect(none).toMatchObject({ code: 'no_bot', message: expect.stringContaining('`rota`, which is a number') })
  })

  it('include a bot with several names once', async () => {
    const text = `${imported}const b = ${bot('a')}\nexport { b, b as bot, b as default }`
    expect(await load({ 'names.mjs': text })).toEqual([[['bot', null, 'a']]])
  })

  it('are keyed by section in an exported object', async () => {
    const text = `${imported}export const other = ${bot('c')}\nexport const bots = { 'night-shift': ${bot('a')} }`
    expect(await load({ 'bots.mjs': text })).toEqual([[['night-shift', 'night-shift', 'a']]])
  })

  it('are created anew for each load, together with imported modules', async () => {
    const files = {
      'fresh.ts': `${imported}import { state } from './state.js'\nstate.count += 1\nexport const bot = new Bot({ name: String(state.count) })`,
      'state.ts': 'export const state: { count: number } = { count: 0 }',
    }
    expect(await load(files, { times: 3 })).toEqual([[['bot', null, '1']], [['bot', null, '1']], [['bot', null, '1']]])
  })
})

describe('the error for a bot module', () => {
  it.each([
    ['of syntax, in TypeScript', { 'a.ts': '\nexport const x: number = ;' }, 'a.ts', 2, /Unexpected ";"/],
    ['of syntax, in JavaScript', { 'a.mjs': 'const a = 1\nexport const x = ;' }, 'a.mjs', 2, /Unexpected token ';'/],
    ['in what it imports', { 'a.mjs': "import './b.mjs'", 'b.mjs': '\n\nlet let = 1' }, 'b.mjs', 3, /SyntaxError/],
    ['that shows as it runs', { 'a.ts': 'interface A {}\n\nthrow new Error("no tea")' }, 'a.ts', 3, /no tea/],
    ['of setting up', { 'a.ts': `${imported}new Bot().command('', { description: '' }, () => '')` }, 'a.ts', 2, /./],
    ['in an import', { 'a.mjs': "import './nowhere.mjs'" }, 'a.mjs', undefined, /Cannot find module/],
  ])('%s, has the file and line', async (_, files, file, line, problem) => {
    const [error] = await load(files as Record<string, string>)
    expect(error).toMatchObject({ code: 'bot_not_loadable', message: expect.stringMatching(problem) })
    expect([error.file, error.line]).toEqual([join(folder, file), line])
  })

  it.each([
    ['nothing', 'const bot = 1', /exports no bot, but nothing\. Export your bot: export const bot = /],
    ['a class', 'export class Bot {}', /`Bot`, which is a class/],
    ['a function', 'export function createBot() {}', /`createBot`, which is a function \(call it/],
    ['a promise', 'export const bot = Promise.resolve()', /`bot`, which is a promise \(`await` it\)/],
    [
      'something else',
      'export const bot = { hello: 1 }, x = null',
      /`bot`, .* without a method `handle`; `x`, which is null/,
    ],
    [
      'a list of bots',
      'export const bots = []',
      /none\.mjs exports `bots`, which is a list\. Export an object of bots/,
    ],
    ['no bots', 'export const bots = {}', /none\.mjs exports `bots`, which is empty\./],
    [
      'a bot of the Chat SDK',
      'export const bot = { webhooks: {}, getAdapter() {} }',
      /exports `bot`, a bot of the Chat SDK, .*`npx earshot simulate --keys`.* use `testChat`\.$/,
    ],
    ['a bad bot among bots', 'export const bots = { a: 7 }', /bots\.a, which is a number/],
  ])('that exports %s lists its exports', async (_, text, message) => {
    const [error] = await load({ 'none.mjs': text })
    expect(error).toMatchObject({ code: 'no_bot', message: expect.stringMatching(message) })
  })

  it("that doesn't exist names the file", async () => {
    const [error] = await load({}, { name: 'nowhere.ts' })
    expect(error).toMatchObject({ code: 'bot_file_not_found', file: join(folder, 'nowhere.ts') })
    expect((await load({}, { name: '.' }))[0]).toMatchObject({ code: 'bot_file_not_found' })
  })
})
