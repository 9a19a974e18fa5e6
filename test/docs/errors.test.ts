import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EarshotError } from 'earshot'
import { describe, expect, it } from 'vitest'
import { root } from './blocks.js'
import { entries } from './entries.js'

const page = readFileSync(join(root, 'docs/reference/errors.md'), 'utf8')
const modules: Record<string, unknown>[] = await Promise.all(
  [...entries.keys()].map((file) => import(/* @vite-ignore */ join(root, file))),
)
const exported = modules
  .flatMap((entry) => Object.entries(entry))
  .flatMap(([name, value]) =>
    typeof value === 'function' && value.prototype instanceof Error ? [[name, value] as const] : [],
  )
const classes = new Set(exported.map(([name]) => name))
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.startsWith('playground'))
  .map((name) => readFileSync(join(root, 'src', name), 'utf8'))

describe('docs/reference/errors.md', () => {
  it('lists exactly the exported error classes', () => {
    expect([...page.matchAll(/^### `(\w+)`/gm)].map(([, name]) => name).sort()).toEqual([...classes].sort())
  })

  it('lists only classes that extend EarshotError', () => {
    const others = exported.filter(([, value]) => value !== EarshotError && !(value.prototype instanceof EarshotError))
    expect(others.map(([name]) => name)).toEqual([])
  })

  it('lists only codes in snake_case', () => {
    const codes = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, code = '']) => code)
    expect(codes.filter((code) => !/^[a-z]+(_[a-z\d]+)*$/.test(code))).toEqual([])
  })

  it.each([...classes])('lists exactly the codes of %s', (name) => {
    expect(codesUnder(`### \`${name}\``)).toEqual(codesOf(name))
  })

  it.each([
    ['## Answers of a receiver', /const texts = \{\n {2}not_found:[\s\S]*?\n\}/g, /^ {2}([a-z_\d]+):/gm],
    ['## Answers of a receiver', /Response\.json\(\{ error: \{ code: '[a-z_]+'/g, /'([a-z_]+)'/g],
    ['## Answers of the control API', /new ControlError\(\s*\d+,\s*'[a-z_]+'/g, /'([a-z_]+)'/g],
    ['## Answers of the control API', /(?:status: \d+, code: '[a-z_]+'|code: 'foreign_[^\n]+)/g, /'([a-z_]+)'/g],
    ['## Tools for coding agents', /new EarshotError\(\s*'[a-z_]+'/g, /'([a-z_]+)'/g],
    [
      '## The command line',
      /type BotModuleErrorCode = .*|super\('(usage|no_simulator)'|code: 'no_dead_letter'/g,
      /'([a-z_]+)'/g,
    ],
  ])('lists under "%s" the codes in the sources: %s', (heading, place, code) => {
    const given = sources.flatMap((text) => [...text.matchAll(place)].flatMap(([found]) => [...found.matchAll(code)]))
    const codes = [...new Set(given.map(([, name = '']) => name))]
    expect(codes.length).toBeGreaterThan(0)
    const told = codesUnder(heading)
    expect(codes.filter((name) => !told.includes(name))).toEqual([])
  })

  it("lists no code that isn't in the sources", () => {
    const told = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => `'${code}'`)
    const quoted = (code: string) =>
      sources.some((text) => text.includes(code) || text.includes(`\n  ${code.slice(1, -1)}:`))
    const named = (code: string) => code.startsWith("'foreign_") || quoted(code)
    expect(told.filter((code) => !named(code))).toEqual([])
  })
})

/** What stands first in the rows below a heading, sorted. */
function codesUnder(heading: string): string[] {
  const [, after = ''] = page.split(`${heading}\n`)
  const [section = ''] = after.split(/^#/m)
  return [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, code = '']) => code).sort()
}

/** The codes of a class, as its declaration names them; none for what only has codes of others. */
function codesOf(name: string): string[] {
  const [, parent = '', body = ''] =
    sources
      .map((text) => new RegExp(`class ${name} extends ([^{]*)\\{([\\s\\S]*?)(?:\\n)?\\}\\n`).exec(text))
      .find(Boolean) ?? []
  const [, type] = /CodedError<(\w+)>/.exec(parent) ?? /readonly code: (\w+Code)$/m.exec(body) ?? []
  if (name !== 'EarshotError' && type !== undefined) return quotedIn(declaration(type))
  const own = body.matchAll(/super\(\s*'(\w+)'|readonly code = '(\w+)'|code: ('\w+' \| '\w+')|code = '(\w+)'/g)
  const codes = [...own].flatMap(([, ...groups]) => groups.flatMap((group) => group?.match(/\w+/g) ?? []))
  return [...new Set([...codes, ...(others[name] ?? [])])].sort()
}

/** Codes that a class is given elsewhere. */
const others: Readonly<Record<string, readonly string[]>> = { UserError: ['nobody_to_answer', 'rate_limited'] }

const declaration = (type: string) =>
  sources.map((text) => new RegExp(`type ${type} =([\\s\\S]*?)(?:\\n\\n|$)`).exec(text)?.[1]).find(Boolean) ?? ''

const quotedIn = (text: string) =>
  [...text.replaceAll(/\/\*\*.*?\*\//g, '').matchAll(/'(\w+)'/g)].map(([, code = '']) => code).sort()
