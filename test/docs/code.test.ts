import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Bot } from 'earshot'
import { testBot } from 'earshot/testing'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { type Block, blocksOf, pages, root } from './blocks.js'
import { nodeModule, provideStandIns } from './running.js'
import { readersBot, standIns } from './standIns.js'

const folder = join(root, '.cache', `docs-${process.pid}`)
/** Examples as they are run. */
const runs = join(folder, 'run')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const blocks = pages().flatMap(blocksOf)
const examples = blocks.filter(({ language }) => language === 'ts')

describe('the examples in the documentation', () => {
  it('are there', () => {
    expect(examples.length).toBeGreaterThan(40)
  })

  it('say with their language only what this test knows', () => {
    const unknown = blocks.filter(({ language, info }) => info !== '' && !(language === 'ts' && info === 'no-run'))
    expect(unknown.map(({ page, line, language, info }) => `${page}:${line}: ${language} ${info}`)).toEqual([])
  })

  it('are right by their types', { timeout: 120_000 }, async () => {
    const fileOf = writeExamples()
    const complaints = await typeCheck()
    const readable = complaints.map((complaint) => {
      const [, file, line, message] = /^(?:.*\/)?([^/(]+)\((\d+),\d+\): (.*)$/.exec(complaint) ?? []
      const block = file === undefined ? undefined : fileOf.get(file)
      return block === undefined ? complaint : `${block.page}:${block.line + Number(line) - 1}: ${message}`
    })
    expect(readable).toEqual([])
  })

  it.each(
    examples.filter(({ info }) => info !== 'no-run').map((block) => [`${block.page}:${block.line}`, block] as const),
  )('run: %s', async (_, block) => {
    writeExamples()
    const { createBot }: { createBot: () => Bot } = await import(/* @vite-ignore */ join(runs, 'bot.ts'))
    const end = await provideStandIns(runs, createBot)
    const said: string[] = []
    const log = vi.spyOn(console, 'log').mockImplementation((...values) => void said.push(values.join(' ')))
    try {
      const { bot } = await import(/* @vite-ignore */ join(runs, nameOf(block)))
      if (bot instanceof Bot) await askForHelp(bot)
    } finally {
      log.mockRestore()
      await end()
    }
    const output = outputAfter(block)
    if (output !== undefined) expect(said.join('\n')).toBe(output)
  })
})

/** A bot of an example is put into a chat, where it has to know what it can do. */
async function askForHelp(bot: Bot) {
  const chat = await testBot(bot)
  await chat.as('hamlet').dm('help')
  await chat.close()
  expect(chat.log.filter(({ level }) => level === 'error')).toEqual([])
}

/** What the page says that an example prints: the block of text after it, if there is one before the next example. */
function outputAfter(block: Block): string | undefined {
  const next = blocks[blocks.indexOf(block) + 1]
  return next?.page === block.page && next.language === 'text' ? next.code.trimEnd() : undefined
}

/** Writes each example into a file of its own, with what examples may take for granted beside them. */
function writeExamples(): ReadonlyMap<string, Block> {
  mkdirSync(folder, { recursive: true })
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  write('standIns.d.ts', standIns)
  write('bot.ts', readersBot)
  write('package.json', JSON.stringify({ type: 'module' }))
  const compilerOptions = { noUnusedLocals: false, noUnusedParameters: false }
  write(
    'tsconfig.json',
    JSON.stringify({ extends: '../../tsconfig.json', compilerOptions, include: ['.'], exclude: ['run'] }),
  )
  for (const block of examples) write(nameOf(block), `${block.code}\nexport {}\n`)
  mkdirSync(runs, { recursive: true })
  write('run/bot.ts', readersBot)
  write('run/node.ts', nodeModule)
  for (const block of examples) {
    write(join('run', nameOf(block)), block.code.replace(/(?<=from )'earshot\/node'/, "'./node.js'"))
  }
  return new Map(examples.map((block) => [nameOf(block), block]))
}

const nameOf = ({ page, line }: Block) => `${page.replaceAll(/[/.]/g, '-')}-${line}.ts`

/** What the compiler says of the examples, a line each. */
async function typeCheck(): Promise<string[]> {
  const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'))
  // Each checker would look anew at the sources, which the examples are few beside.
  const compiler = [join(typescript, 'bin', 'tsc'), '--project', folder, '--pretty', 'false', '--checkers', '1']
  const output = await promisify(execFile)(process.execPath, compiler, { cwd: folder, maxBuffer: 2 ** 24 }).then(
    () => '',
    (error: { stdout?: string }) => error.stdout ?? String(error),
  )
  // What is wrong with Earshot's own sources is said by the type check of the whole project.
  return output.split('\n').filter((line) => line.trim() !== '' && !/^(\s|\.\.\/)/.test(line))
}
