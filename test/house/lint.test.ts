import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { root } from './sources.js'

interface Checks {
  lint(options: { folder: string }): Promise<{ ok: boolean; output?: string }>
}
const { lint }: Checks = await import(new URL('../../scripts/steps/checks.mjs', import.meta.url).href)

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** What `npm test` says of these files under the project's own biome.json: `file rule`, each once. */
async function findings(files: Readonly<Record<string, string>>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-lint-'))
  folders.push(folder)
  const ours = ['biome.json', '.gitignore'].map((name) => [name, readFileSync(join(root, name), 'utf8')] as const)
  for (const [name, text] of [...ours, ...Object.entries(files)]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const { ok, output = '' } = await lint({ folder })
  const found = [...output.matchAll(/^(\S+?)(?::\d+:\d+)? ((?:lint|assist)\/\S+|format) .*━/gm)]
  expect(found.length > 0).toBe(!ok)
  return [...new Set(found.map(([, file, rule]) => `${file} ${rule}`))].sort()
}

/** One file for each rule that biome.json names, and for one rule of each kind that it takes as they are. */
const planted: Readonly<Record<string, string>> = {
  'lint/style/noDefaultExport': 'export default 1\n',
  'lint/style/useImportType': "import { A } from 'a'\n\nexport const b = (a: A) => a\n",
  'lint/style/useNodejsImportProtocol': "import { cwd } from 'process'\n\nexport const a = cwd()\n",
  'lint/style/noNonNullAssertion': 'export const a = (b?: number) => b!\n',
  'lint/suspicious/noExplicitAny': 'export const a = (b: any) => b\n',
  'lint/suspicious/noFocusedTests': "it.only('a', () => {})\n",
  'lint/suspicious/noSkippedTests': "it.skip('a', () => {})\n",
  'lint/correctness/noUnusedImports': "import { a } from 'a'\n\nexport const b = 1\n",
  'lint/correctness/noUnusedVariables': 'const a = 1\n',
  // An error, a warning and an information, as Biome ranks them.
  'lint/suspicious/noDebugger': 'debugger\n',
  'lint/complexity/useOptionalChain': 'export const a = (b?: { c: number }) => b && b.c\n',
  'lint/style/useTemplate': "export const a = (b: string) => 'c' + b\n",
  format: 'export const a = "b";\n',
  'assist/source/organizeImports': "import { b } from './b.js'\nimport { a } from 'a'\n\nexport const c = [a, b]\n",
}

const fileOf = (rule: string) => `src/${rule.split('/').at(-1)}.test.ts`

describe('the lint step', () => {
  it('plants a violation of each rule that biome.json names; cycles follow below', () => {
    const { linter } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))
    const { preset: _, ...groups }: Record<string, Record<string, unknown>> = linter.rules
    const named = Object.entries(groups).flatMap(([group, rules]) =>
      Object.entries(rules).flatMap(([rule, level]) => (level === 'off' ? [] : [`lint/${group}/${rule}`])),
    )
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((rule) => !Object.hasOwn(planted, rule))).toEqual(['lint/suspicious/noImportCycles'])
  })

  it('fails for one violation of each rule', async () => {
    const files = Object.entries(planted).map(([rule, text]) => [fileOf(rule), text])
    expect(await findings(Object.fromEntries(files))).toEqual(
      Object.keys(planted)
        .map((rule) => `${fileOf(rule)} ${rule}`)
        .sort(),
    )
  })

  it('fails for mere information', async () => {
    expect(await findings({ 'src/a.ts': "export const a = (b: string) => 'c' + b\n" })).toEqual([
      'src/a.ts lint/style/useTemplate',
    ])
  })

  it('passes what breaks no rule', async () => {
    const files = {
      'src/a.ts': 'export const a = 1\n',
      'src/b.ts': "import { a } from './a.js'\n\nexport const b = a\n",
      'vitest.config.ts': 'export default 1\n',
    }
    expect(await findings(files)).toEqual([])
  })
})

describe('import cycles', () => {
  const [toB, toA] = ['b', 'a'].map((name) => `import { ${name} } from './${name}.EXT'\n\n`)
  const values = { a: `${toB}export const a = () => b\n`, b: `${toA}export const b = () => a\n` }
  const types = {
    a: "import type { B } from './b.EXT'\n\nexport interface A {\n  readonly b: B\n}\n",
    b: "import type { A } from './a.EXT'\n\nexport interface B {\n  readonly a: A\n}\n",
  }
  const exported = { a: "export { b } from './b.EXT'\n", b: `${toA}export const b = a\n` }
  const called = { a: "export const a = () => import('./b.EXT')\n", b: values.b }
  const filesOf = (place: string, cycle: typeof values, end = 'ts') =>
    Object.entries(cycle).map(([name, text]) => [
      `${place}/${name}.${end}`,
      text.replace('EXT', end.replace('ts', 'js')),
    ])

  const everywhere = ['src', 'bots', 'templates', 'test', 'bench', 'scripts', 'docs', 'docs/.vitepress']
  const files: Readonly<Record<string, string>> = Object.fromEntries([
    ...everywhere.flatMap((place) => filesOf(`${place}/values`, values)),
    ...everywhere.flatMap((place) => filesOf(`${place}/types`, types)),
    ...everywhere.flatMap((place) => filesOf(`${place}/modules`, values, 'mjs')),
    ...filesOf('src/exported', exported),
    ...filesOf('src/called', called),
  ])

  it('are refused in every folder, by values and by types', async () => {
    expect(await findings(files)).toEqual(
      Object.keys(files)
        .map((file) => `${file} lint/suspicious/noImportCycles`)
        .sort(),
    )
  })
})
