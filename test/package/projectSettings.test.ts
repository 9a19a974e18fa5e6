import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blocksOf } from '../docs/blocks.js'
import { type Consumer, installElsewhere, output, quietly, root } from './consumer.js'
import { bun, deno, hasPackages, linkPackages } from './runtimes.js'

/** What "Your project's settings" says, tried with the packed package: the files of these projects are the examples of that page. */

const place = 'docs/guides/project-settings.md'
const page = readFileSync(join(root, place), 'utf8')

/** The first example of a section. */
function example(heading: string, language = 'js'): string {
  const text = page.slice(page.indexOf(`\n## ${heading}\n`))
  const block = blocksOf({ place, text }).find((one) => one.language === language)
  if (block === undefined) throw new Error(`The page has no example of ${heading}.`)
  return block.code
}

let consumer: Consumer
let tarball = ''

beforeAll(async () => {
  consumer = await installElsewhere()
  // Newer ones don't know Node10 any more.
  await consumer.npm('.', 'install', '--no-save', ...quietly, 'typescript-5@npm:typescript@5.9.3')
  linkPackages(consumer.folder)
  tarball = join(consumer.folder, readdirSync(consumer.folder).find((name) => name.endsWith('.tgz')) ?? '')
})
afterAll(() => consumer?.remove())

/** Writes a project of these files; packages are found in the folder around it. */
function project(name: string, files: Readonly<Record<string, string | object>>): string {
  const folder = join(consumer.folder, name)
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return folder
}

const inModules = (...path: string[]) => join(consumer.folder, 'node_modules', ...path)
const run = (folder: string, ...args: string[]) => output(process.execPath, args, folder)
const module = { private: true, type: 'module' }
const commonJs = { private: true, type: 'commonjs' }
const conversation = '# Hamlet, Echo\n\nHamlet: hi\nEcho: You said: hi\n'
/** A bot in a module, and what says that it answers. */
const bot = example('CommonJS')
  .replace(/^.*require.*$/m, "import { Bot } from 'earshot'")
  .replace(/module.exports = .*/, 'export { bot }')
const answers = example('Package managers and monorepos')

describe('a project of CommonJS', () => {
  it('requires Earshot, and is tested and tried by the command line', async () => {
    const folder = project('commonjs', {
      'package.json': commonJs,
      'bot.js': example('CommonJS'),
      'hi.chat': conversation,
    })
    expect(await run(folder, inModules('.bin', 'earshot'), 'test')).toContain('1 passed')
    const same = "import('earshot').then(({ Bot }) => console.log(Bot === require('earshot').Bot))"
    expect(await run(folder, '--eval', same)).toBe('true\n')
  })
})

describe('the settings of TypeScript', () => {
  const rows = [...page.matchAll(/^\| (`[A-Z].*|any.*) \| (.*) \| (.*) \|$/gm)].map(
    ([, settings = '', inModule = '', inCommonJs = '']) => {
      const names = [...settings.matchAll(/`(\w+)`/g)].map(([, name]) => name ?? '')
      const resolution = names.find((name) => /Bundler|Node10/.test(name))
      return { modules: names.filter((name) => name !== resolution), resolution, inModule, inCommonJs }
    },
  )
  const settings = rows.flatMap(({ modules, resolution, ...outcomes }) =>
    (modules.length === 0 ? ['CommonJS', 'ESNext'] : modules).map((module) => ({ module, resolution, ...outcomes })),
  )

  it('are all tried', () => {
    expect(settings.map(({ module }) => module)).toEqual([
      'NodeNext',
      'Node20',
      'Node16',
      'Node18',
      'ESNext',
      'Preserve',
      'CommonJS',
      'ESNext',
    ])
  })

  it('of the page compile the bot of a template', async () => {
    const folder = project('typescript', {
      'package.json': module,
      'tsconfig.json': example('TypeScript', 'json'),
      'bot.ts': bot.replace('(ctx) =>', '(ctx): string =>'),
    })
    expect(await run(folder, inModules('typescript', 'bin', 'tsc'), '--noEmit').catch(String)).toBe('')
  })

  it.each(settings)(
    '$module with $resolution do as the page says',
    async ({ module: name, resolution, inModule, inCommonJs }) => {
      for (const [kind, manifest, outcome] of [
        ['module', module, inModule],
        ['commonjs', commonJs, inCommonJs],
      ] as const) {
        const compilerOptions = {
          target: 'ES2023',
          strict: true,
          skipLibCheck: true,
          noEmit: true,
          types: ['node'],
          module: name,
          ...(resolution && { moduleResolution: resolution }),
        }
        const folder = project(`ts-${name}-${resolution}-${kind}`, {
          'package.json': manifest,
          'tsconfig.json': { compilerOptions },
          'bot.ts': bot,
        })
        const compiler = inModules(resolution === 'Node10' ? 'typescript-5' : 'typescript', 'bin', 'tsc')
        const said = await run(folder, compiler).catch(String)
        const [error] = /TS\d+/.exec(outcome) ?? []
        if (error === undefined) expect(said, kind).toBe('')
        else expect(said, kind).toContain(`error ${error}`)
      }
    },
  )
})

describe('tests', () => {
  it('run in node:test', async () => {
    const folder = project('node-test', { 'package.json': module, 'bot.test.js': example('`node:test`') })
    expect(await run(folder, '--test')).toMatch(/pass 1\b/)
  })

  it.skipIf(!hasPackages)('run in Jest with the flag that the page names', async () => {
    const folder = project('jest', {
      'package.json': module,
      'jest.config.js': 'export default {}',
      'bot.test.js': example('Jest'),
    })
    const jest = inModules('jest', 'bin', 'jest.js')
    expect(await run(folder, '--experimental-vm-modules', jest, '--json', '--silent')).toContain('"numPassedTests":1')
    const dynamic = example('Jest').replace(/^import (.*) from (.*)$/gm, 'const $1 = await import($2)')
    const inside = `test('answers', async () => {\n${dynamic.replace(/test\('answers', async \(\) => \{|^\}\)$/gm, '')}\n})`
    const other = project('jest-commonjs', {
      'package.json': commonJs,
      'jest.config.js': 'module.exports = {}',
      'bot.test.js': inside,
    })
    expect(await run(other, '--experimental-vm-modules', jest, '--json', '--silent')).toContain('"numPassedTests":1')
  })
})

describe('other runtimes and package managers', () => {
  const dependencies = () => ({ earshot: `file:${tarball}` })
  const files = () => ({
    'package.json': { ...module, dependencies: dependencies() },
    'bot.js': bot,
    'hi.js': answers.replace('@acme/bot', './bot.js'),
  })

  it.skipIf(bun === undefined)('Bun runs its tests', async () => {
    const test = example('Jest').replace('import { Bot }', "import { expect, test } from 'bun:test'\nimport { Bot }")
    const folder = project('on-bun', { 'package.json': module, 'bot.test.js': test })
    expect(await output(bun ?? '', ['test'], folder, 'both')).toMatch(/1 pass\b/)
  })

  it.skipIf(deno === undefined)('Deno runs its tests', async () => {
    const test = example('`node:test`')
      .replace(/^test\(/m, 'Deno.test(')
      .replace(/^import \{ test.*\n/m, '')
    const devDependencies = { '@types/node': '^20.19.0' }
    const manifest = { ...module, dependencies: dependencies(), devDependencies }
    const folder = project('on-deno', { 'package.json': manifest, 'bot_test.js': test })
    await consumer.npm('on-deno', 'install', ...quietly)
    expect(await output(deno ?? '', ['test', '--allow-env'], folder)).toMatch(/1 passed/)
  })

  it.skipIf(!hasPackages)('pnpm installs Earshot', async () => {
    const folder = project('on-pnpm', files())
    await run(folder, inModules('pnpm', 'bin', 'pnpm.cjs'), 'install', '--prefer-offline')
    expect(await run(folder, '--input-type=module', '--eval', "console.log(import.meta.resolve('earshot'))")).toContain(
      '.pnpm',
    )
    expect(await run(folder, 'hi.js')).toBe('You said: hi\n')
  })

  it.skipIf(!hasPackages)("Yarn's Plug'n'Play installs Earshot", async () => {
    const folder = project('on-yarn', files())
    writeFileSync(join(folder, 'yarn.lock'), '')
    const yarn = inModules('@yarnpkg', 'cli-dist', 'bin', 'yarn.js')
    // In CI it would refuse to write its lock file.
    await run(folder, yarn, 'install', '--no-immutable')
    expect(await run(folder, yarn, 'node', 'hi.js')).toBe('You said: hi\n')
    expect(await run(folder, yarn, 'earshot', '--version')).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it("a monorepo's package uses the bot of another", async () => {
    const folder = project('monorepo', {
      'package.json': { private: true, workspaces: ['packages/*'] },
      'packages/bot/package.json': { name: '@acme/bot', version: '1.0.0', type: 'module', exports: './bot.js' },
      'packages/bot/bot.js': bot,
      'packages/bot/hi.chat': conversation,
      'packages/app/package.json': { name: '@acme/app', ...module, dependencies: { '@acme/bot': '1.0.0' } },
      'packages/app/hi.js': answers,
    })
    await consumer.npm('monorepo', 'install', ...quietly)
    expect(await run(join(folder, 'packages', 'app'), 'hi.js')).toBe('You said: hi\n')
    expect(await run(folder, inModules('.bin', 'earshot'), 'test')).toContain('1 passed')
  })
})
