import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { type Block, blocksOf, pages, root } from './blocks.js'
import { cells } from './cells.js'
import { hoverStandIns, hovers } from './hovers.js'
import { nodeModule } from './running.js'
import { packages, readersBot, standIns } from './standIns.js'

export const blocks = pages().flatMap(blocksOf)
export const examples = blocks.filter(({ language }) => language === 'ts')
const javascript = blocks.filter(({ language, info }) => language === 'js' && info !== 'other-framework')
const compiled = [...examples, ...javascript, ...cells(), ...hovers().filter(({ language }) => language === 'ts')]

/** A folder for the examples of one test file, which is gone after its tests. */
export function provideFolder(): string {
  const folder = join(root, '.cache', `docs-${process.pid}-${crypto.randomUUID()}`)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Writes each example into a file of its own, with what examples may take for granted beside them. */
export function writeExamples(folder: string): ReadonlyMap<string, Block> {
  mkdirSync(folder, { recursive: true })
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  write('standIns.d.ts', standIns)
  write('hoverStandIns.d.ts', hoverStandIns)
  write('packages.d.ts', packages)
  write('bot.ts', readersBot)
  write('package.json', JSON.stringify({ type: 'module' }))
  const lenient = { allowJs: true, checkJs: true, noImplicitReturns: false, verbatimModuleSyntax: false }
  const compilerOptions = { noUnusedLocals: false, noUnusedParameters: false, ...lenient }
  write('tsconfig.json', JSON.stringify({ extends: '../../tsconfig.json', compilerOptions, include: ['.'] }))
  for (const block of compiled) write(nameOf(block), asModule(block))
  return new Map(compiled.map((block) => [nameOf(block), block]))
}

/** As a module, in the folder of which the reader's bot is. */
function asModule({ language, code }: Block): string {
  if (language === 'ts') return `${code}\nexport {}\n`
  return code.replace(/'(\.\.\/)+bot\.js'/, "'./bot.js'")
}

/** Writes each example as it is run. */
export function writeRuns(folder: string) {
  mkdirSync(folder, { recursive: true })
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  write('bot.ts', readersBot)
  write('node.ts', nodeModule)
  write('package.json', JSON.stringify({ type: 'module' }))
  for (const block of examples) {
    write(nameOf(block), block.code.replace(/(?<=from )'earshot\/node'/, "'./node.js'"))
  }
}

export const nameOf = ({ page, line, language, code }: Block) =>
  `${page.replaceAll(/[/.]/g, '-')}-${line}.${language === 'js' && code.includes('require(') ? 'cjs' : language}`
