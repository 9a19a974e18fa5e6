import { describe, expect, it } from 'vitest'
import config from '../../vitest.config.js'
import { longest } from '../longestFirst.js'
import { sourcesIn } from './sources.js'

interface Project {
  readonly test: { readonly name: string; readonly include: readonly string[]; readonly exclude?: readonly string[] }
}

const { projects = [] } = config.test as { readonly projects?: readonly Project[] }
const files = [...sourcesIn('src', 'bots', 'templates', 'test', 'docs', 'scripts', 'bench').keys()]
const tests = files.filter((path) => path.includes('.test.'))

/** Whether a path fits a pattern of vitest.config.ts: `**`, `*` and `{a,b}`. */
function fits(path: string, glob: string): boolean {
  const signs: Readonly<Record<string, string>> = {
    '**/': '(.*/)?',
    '**': '.*',
    '*': '[^/]*',
    '.': '\\.',
    '{': '(',
    '}': ')',
  }
  return new RegExp(
    `^${glob.replaceAll(/\*\*\/|\*\*|[*.{}]/g, (sign) => signs[sign] ?? sign).replaceAll(',', '|')}$`,
  ).test(path)
}

const isIn = (path: string, { test: { include, exclude = [] } }: Project) =>
  include.some((glob) => fits(path, glob)) && !exclude.some((glob) => fits(path, glob))

describe('the projects of vitest.config.ts', () => {
  it('name only tests that exist', () => {
    const globs = projects.flatMap(({ test: { include, exclude = [] } }) => [...include, ...exclude])
    expect(globs.length).toBeGreaterThan(10)
    expect(globs.filter((glob) => !files.some((path) => fits(path, glob)))).toEqual([])
    expect(longest.filter((path) => !tests.includes(path))).toEqual([])
  })

  it('have each test exactly once', () => {
    expect(tests.length).toBeGreaterThan(400)
    const elsewhere = /^templates\/(bun|deno)\//
    const wrong = tests.filter((path) => projects.filter((project) => isIn(path, project)).length !== 1)
    expect(wrong.filter((path) => !elsewhere.test(path))).toEqual([])
  })
})
