import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Bot } from 'earshot'
import { createSimulator, readSeed } from 'earshot/simulator'
import { describe, expect, it } from 'vitest'
import { earshot } from '../cli/inProcess.js'
import { root } from './blocks.js'
import { optionsPage } from './optionsPage.js'
import { refusalsPage } from './refusalsPage.js'
import { serverApiPage } from './serverApiPage.js'

const pageFile = (page: string) => join(root, 'docs', page)
const textOf = (page: string) => readFileSync(pageFile(page), 'utf8')
const wordsIn = (text: string, words: RegExp) =>
  [...new Set([...text.matchAll(words)].map(([, word = '']) => word))].sort()

// `npx vitest run test/docs/reference.test.ts -u` writes them anew.
describe('the generated reference pages', () => {
  it('list all options with a description', async () => {
    const page = optionsPage()
    expect(page.split('\n').filter((line) => line.endsWith('|  |'))).toEqual([])
    await expect(page).toMatchFileSnapshot(pageFile('reference/options.md'))
  })

  it('list the assumptions of the simulator', async () => {
    await expect(assumptionsPage(await assumptions())).toMatchFileSnapshot(pageFile('reference/assumptions.md'))
  })

  it("list the server's endpoints, errors and feature levels", async () => {
    await expect(serverApiPage()).toMatchFileSnapshot(pageFile('reference/server-api.md'))
  })

  it('list what a server refuses because of bots, roles and levels', async () => {
    await expect(refusalsPage()).toMatchFileSnapshot(pageFile('reference/refusals.md'))
  })

  it('list the options of each command', async () => {
    await expect(await commandsPage()).toMatchFileSnapshot(pageFile('reference/command-options.md'))
  })
})

describe('the written reference pages', () => {
  it('have exactly one section for each command', async () => {
    const sections = wordsIn(textOf('reference/cli.md'), /^## `earshot (\w+)/gm)
    expect(sections).toEqual([...(await commands())].sort())
  })

  it('list exactly the event handlers', () => {
    const byWebhook = ['onMention', 'onDirectMessage', 'onTrigger']
    const there = methodsOf(Bot).filter((name) => /^on[A-Z]/.test(name) && !byWebhook.includes(name))
    expect(wordsIn(textOf('guides/listening.md'), /^\| `(on\w+)/gm)).toEqual(there.sort())
  })

  it('list exactly the environment variables that Earshot reads', () => {
    const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    )
    const read = sources.map((name) => readFileSync(join(root, 'src', name), 'utf8')).join('\n')
    const variable = /\b(EARSHOT_[A-Z_]+[A-Z])\b/g
    const told = wordsIn(textOf('reference/configuration.md'), variable).filter(
      (name) => !/(KEY|TOKEN)_FILE$/.test(name),
    )
    expect(told).toEqual(wordsIn(read, variable))
  })
})

it('docs/guides/seed-files.md shows a valid seed file', () => {
  const [, seed = ''] = /```yaml\n([\s\S]*?)```/.exec(textOf('guides/seed-files.md')) ?? []
  expect(readSeed(seed)).toMatchObject({ name: 'Verona Theatre', users: { length: 3 }, channels: { length: 2 } })
})

interface Assumption {
  readonly id: string
  readonly says: string
  readonly otherwise: string
  readonly option: string | null
  readonly default?: unknown
}

async function assumptions(): Promise<readonly Assumption[]> {
  const { fetch } = createSimulator()
  const response = await fetch('http://localhost/sim/assumptions')
  const { assumptions }: { assumptions: readonly Assumption[] } = JSON.parse(await response.text())
  return assumptions
}

function assumptionsPage(rows: readonly Assumption[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
  const table = (those: readonly Assumption[]) => [
    '| id | assumed | what a real server might do instead | option | default |',
    '|---|---|---|---|---|',
    ...those.map((row) => {
      const standard = row.default === undefined ? '' : `\`${cell(JSON.stringify(row.default))}\``
      const option = row.option === null ? '' : `\`${row.option}\``
      return `| \`${row.id}\` | ${cell(row.says)} | ${cell(row.otherwise)} | ${option} | ${standard} |`
    }),
  ]
  const head = `# Assumptions of the simulator

Where the server's documentation leaves something open, the simulator assumes something. [An option](simulator.md#assumptions)
changes most of it, and [\`earshot drift\`](../guides/drift.md) asks a real server whether it holds.`
  const fixed = rows.filter(({ option }) => !option?.startsWith('assumptions.'))
  const changeable = rows.filter((row) => !fixed.includes(row))
  return [
    head,
    '',
    '## Changed by `assumptions`',
    '',
    ...table(changeable),
    '',
    '## Others',
    '',
    ...table(fixed),
    '',
  ].join('\n')
}

async function commands(): Promise<readonly string[]> {
  const { out } = await earshot(['--help'])
  return wordsIn(out, /^ {2}([a-z]+) {2,}/gm)
}

async function commandsPage(): Promise<string> {
  const helps = (await commands()).map(async (name) => {
    const { out } = await earshot([name, '--help'])
    return `## \`earshot ${name}\`\n\n\`\`\`text\n${out.trim()}\n\`\`\`\n`
  })
  const head = `# Commands and their options

What \`npx earshot <command> --help\` prints. [The command line](cli.md) explains the commands, with examples.
`
  return [head, ...(await Promise.all(helps))].join('\n')
}

function methodsOf(type: { readonly prototype: object }): string[] {
  const names = new Set<string>()
  for (let at = type.prototype; at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const name of Object.getOwnPropertyNames(at)) names.add(name)
  }
  return [...names]
}
