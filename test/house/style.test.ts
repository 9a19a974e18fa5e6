import { describe, expect, it } from 'vitest'
import { sourcesIn, typescriptIn } from './sources.js'
import { broken, isIn, styleRules } from './style.js'

const longestFile = 400

// The rules and the examples of what breaks them are the only place that may name what they forbid.
const ours = new Map(
  [
    ...sourcesIn('src', 'bots', 'templates', 'test', 'scripts', 'docs', 'bench', '.ci'),
    ...sourcesIn('README.md', 'CHANGELOG.md', 'package.json', 'biome.json', 'tsconfig.json', 'vitest.config.ts'),
  ].filter(([path]) => !path.startsWith('test/house/style')),
)

describe('the source code', () => {
  it('is found', () => {
    expect(ours.size).toBeGreaterThan(40)
    expect([...ours.keys()].filter((path) => path.startsWith('src/')).length).toBeGreaterThan(20)
  })

  it.each(styleRules)('contains nowhere $name', (rule) => {
    expect(broken(rule, ours)).toEqual([])
  })

  it(`has no file of more than ${longestFile} lines in src`, () => {
    const long = [...typescriptIn('src', 'bots')]
      .map(([path, text]) => ({ path, lines: text.trimEnd().split('\n').length }))
      .filter(({ lines }) => lines > longestFile)
      .map(({ path, lines }) => `${path} has ${lines} lines: find the second idea in it and give that its own file`)
    expect(long).toEqual([])
  })
})

describe('the style rules', () => {
  const key = 'a1'.repeat(16)

  it.each([
    [
      'a character that makes TypeScript take a file for a binary one',
      'src/text/a.ts',
      ['/** \uFFFD */', "const a = '\u0000'"],
    ],
    ['a WeakMap on the way of a delivery', 'src/bot/a.ts', ['const a = new WeakMap<Context, B>()', 'new WeakMap()']],
    [
      'a test that is left out or alone by an option',
      'test/a.test.ts',
      ["it('a', { skip: true }, b)", "it('a', { only: true }, b)", "it.todo('a')", 'it.skip.each(a)', 'it.only.for(a)'],
    ],
    ['work that is put off', 'templates/a.ts', ['// TODO: more', '// FIXME', 'throw new Error("Not implemented")']],
    ['a path of one machine', 'docs/a.md', ['see /home/somebody/x', 'in "/tmp/a"', 'C:\\Users']],
    [
      'a feature level compared',
      'src/client/a.ts',
      [
        'if (featureLevel >= 170) a()',
        'a.featureLevel < b',
        'server.feature_level === 1',
        '170 <= realm.featureLevel',
        'level < 170',
      ],
    ],
    [
      'zod by a name of its own',
      'templates/a.ts',
      ["import { z } from 'zod'", "import type { z } from 'zod'", "import z, { core } from 'zod'"],
    ],
    ['a module as one object', 'src/simulator/a.ts', ["import * as protocol from '../protocol/index.js'"]],
    ['the whole of zod where size counts', 'src/bot/a.ts', ["import * as z from 'zod'"]],
    [
      'an afterEach that hides why beforeEach failed',
      'templates/a.test.ts',
      ['afterEach(() => chat.close())', 'afterEach(async () => simulator.close())'],
    ],
    [
      'a function made where it is assigned to a property',
      'src/bot/a.ts',
      ['this.a = () => 1', 'this.#a ??= async (b) => b', 'a.b = c => c', 'a.b = function () {}'],
    ],
    ['the time of the machine', 'src/simulator/a.ts', ['Date.now()', 'new Date()', 'setTimeout(a, 1)']],
    ['chance without a seed', 'src/simulator/realm/a.ts', ['Math.random()', 'crypto.randomUUID()']],
    ['what looks like an API key or a token', 'docs/a.md', [`api_key=${key}`, `"${key}"`]],
  ])('find %s', (name, path, lines) => {
    const rule = styleRules.find((one) => one.name === name)
    expect(rule).toBeDefined()
    for (const line of lines) {
      const found = rule ? broken(rule, new Map([[path, `const a = 1\n${line}\n`]])) : []
      expect(found, line).toEqual([expect.stringContaining(`${path}:2: ${line}`)])
    }
  })

  it('accept similar but innocent code', () => {
    const innocent = `// Is there any other? Set a default, and skip the rest: Date.now() is for clocks.
const a = AbortSignal.any([signal])
const b = hasFeature(level, 'topicMuting')
const c: readonly number[] = clock.now() > 1 ? levels.filter(isFeatureLevel) : []
export const features = new Map<string, FeatureLevelRow>()
const d = 'https://chat.example.com/api/v1/users/me/subscriptions/muted_topics'
const e = it.skipIf(process.platform === 'win32')
const f = clock.setTimeout(action)
this.g = list.map((one) => one.f)
this.h = f
import * as z from 'zod'
import type * as core from 'zod'
`
    for (const rule of styleRules) {
      expect(broken(rule, new Map([['src/simulator/a.ts', innocent]])), rule.name).toEqual([])
    }
  })

  it('are all tested', () => {
    expect(new Set(styleRules.map(({ name }) => name)).size).toBe(styleRules.length)
    expect(styleRules).toHaveLength(14)
  })

  it.each(styleRules)('apply to existing files, and except only what breaks them: $name', (rule) => {
    const { except = [], ...strict } = rule
    const unknown = [...rule.places, ...except].filter((place) => ![...ours.keys()].some((path) => isIn([place], path)))
    expect(unknown).toEqual([])
    const found = broken(strict, ours)
    expect(except.filter((place) => !found.some((one) => isIn([place], one)))).toEqual([])
  })
})
