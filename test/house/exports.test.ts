import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { describe, expect, it } from 'vitest'
import { root, typescriptIn } from './sources.js'

/** How many names the package may export, summed over its entries. Each is a promise: export one only if somebody has to write it. */
const most = 420

const sources = typescriptIn('src')
const { exports } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>
}
const entries = Object.entries(exports).flatMap(([entry, target]) =>
  typeof target === 'string' ? [] : [[entry.replace('.', 'earshot'), sourceOf(target.default)] as const],
)
const exported = entries.flatMap(([entry, file]) =>
  [...exportsOf(file)].map(([name, declared]) => ({ entry, name, declared })),
)

function sourceOf(target: string): string {
  return target.replace('./dist/', 'src/').replace(/\.js$/, '.ts')
}

/** What a module exports, each name with the file that declares it and its name there. */
function exportsOf(file: string): ReadonlyMap<string, string> {
  const text = sources.get(file) ?? ''
  const found = new Map<string, string>()
  for (const [, names = '', path = ''] of text.matchAll(/^export (?:type )?\{([^}]*)\} from '(.*)'/gm)) {
    const target = join(dirname(file), path.replace(/\.js$/, '.ts'))
    for (const part of names.split(',').map((one) => one.trim().replace(/^type /, ''))) {
      const [name = '', alias = name] = part.split(' as ')
      if (name !== '') found.set(alias, exportsOf(target).get(name) ?? `${target} ${name}`)
    }
  }
  const declarations = /^export (?:abstract |async )?(?:interface|type|class|function\*?|const) (\w+)/gm
  for (const [, name = ''] of text.matchAll(declarations)) found.set(name, `${file} ${name}`)
  return found
}

describe('the entries of the package', () => {
  it('have the same types under every condition', () => {
    const targets = Object.entries(exports).filter(([, target]) => typeof target !== 'string')
    expect(targets.length).toBeGreaterThan(10)
    const ways = targets.map(([entry, target]) => [entry, Object.keys(target).join()])
    expect(ways.filter(([, conditions]) => conditions !== 'types,default')).toEqual([])
  })

  it('name every export, so that each can be counted', () => {
    expect(entries.filter(([, file]) => /^export \*/m.test(sources.get(file) ?? 'export *'))).toEqual([])
    expect(exported.length).toBeGreaterThan(200)
  })

  it(`export ${most} names at most`, () => {
    expect(exported.length).toBeLessThanOrEqual(most)
  })

  it('mean one thing by each name', () => {
    const others = ({ name, declared }: (typeof exported)[number]) =>
      exported.filter((other) => other.name === name && other.declared !== declared)
    expect(exported.filter((one) => others(one).length > 0)).toEqual([])
  })
})
