import { describe, expect, it } from 'vitest'
import { importsOf } from './imports.js'
import { brokenArrows, rooms } from './rooms.js'
import { typescriptIn } from './sources.js'

const src = typescriptIn('src')

describe('imports between the rooms of src', () => {
  it('are found', () => {
    expect(src.size).toBeGreaterThan(20)
    expect([...src.keys()].flatMap((path) => importsOf(path, src)).length).toBeGreaterThan(src.size)
  })

  it('point only to earlier rooms', () => {
    expect(brokenArrows(src)).toEqual([])
  })

  it('are not re-exported in bulk by an index.ts', () => {
    const deep = [...src].filter(
      ([path, text]) => path.endsWith('/index.ts') && /^export \* from '.*\/.*\//m.test(text),
    )
    expect(deep.map(([path]) => path)).toEqual([])
  })
})

describe('bots and templates', () => {
  it('import only the public package', () => {
    expect(importsThatLeave(['bots', 'templates'])).toEqual([])
  })
})

describe('the cases written from the spec', () => {
  it('import nothing from src', () => {
    expect(importsThatLeave(['test/spec'], ['earshot/protocol'])).toEqual([])
  })
})

/** The imports of files outside of these folders, and of entries of the package that they may not use. */
function importsThatLeave(folders: string[], forbidden: readonly string[] = []): string[] {
  const sources = typescriptIn(...folders)
  const imports = [...sources.keys()].flatMap((path) => importsOf(path, sources))
  expect(imports.length).toBeGreaterThan(50)
  return imports
    .filter(({ specifier, to }) => forbidden.includes(specifier) || (to !== undefined && !sources.has(to)))
    .map(({ from, line, specifier }) => `${from}:${line} imports ${specifier}`)
}

describe('the check of imports', () => {
  const inSrc = (files: Record<string, string>) => new Map(Object.entries(files))
  const everyRoom = Object.fromEntries(
    [...rooms, { places: ['src/simulator/a.ts'] }]
      .flatMap<string>(({ places }) => places)
      .map((place) => [place.endsWith('/') ? `${place}index.ts` : place, 'export const here = 1\n']),
  )

  it.each([
    ['a later room', 'src/protocol/a.ts', "import { b } from '../client/index.js'", 'protocol may not know client'],
    [
      'a type of a later room',
      'src/client/a.ts',
      "import type { B } from '../bot/index.js'",
      'client may not know bot',
    ],
    [
      'an import over lines',
      'src/bot/a.ts',
      "import {\n  b,\n} from '../receiver/index.js'",
      'bot may not know receiver',
    ],
    ['an export', 'src/text/a.ts', "export * from '../client/index.js'", 'text may not know client'],
    ['an import when called', 'src/bot/a.ts', "const b = await import('../node/index.js')", 'bot may not know node'],
    ['a type in place', 'src/bot/a.ts', "let b: import('../node/index.js').B", 'bot may not know node'],
    ['an import for its effect', 'src/node/a.ts', "import '../cli/index.js'", 'node may not know cli'],
    ['the client in the simulator', 'src/simulator/a.ts', "import '../client/index.js'", 'shares the code it checks'],
    ['the bot in the simulator', 'src/simulator/api/a.ts', "import '../../bot/index.js'", 'shares the code it checks'],
    [
      'the receiver in the realm',
      'src/simulator/realm/a.ts',
      "import '../../receiver/index.js'",
      'may not know receiver',
    ],
    ['text in the realm', 'src/simulator/realm/a.ts', "import '../../text/index.js'", 'realm may not know text'],
    ['text in the linkifiers', 'src/text/linkify/a.ts', "import '../index.js'", 'linkify may not know text'],
    ['a front door of the package', 'src/bot/a.ts', "import '../linkify.js'", 'bot may not know earshot'],
    ['the simulator in its realm', 'src/simulator/realm/a.ts', "import '../a.js'", 'may not know simulator,'],
    ['the playground in the simulator', 'src/simulator/a.ts', "import '../playground/index.js'", 'know playground,'],
    ['the entry of the simulator', 'src/simulator/a.ts', "import './index.js'", 'may not know simulator entry'],
    ['the front door', 'src/cli/a.ts', "import '../index.js'", 'cli may not know earshot'],
    ['the package by its name', 'src/cli/a.ts', "import 'earshot/client'", 'a relative path is used'],
    ['Node in a room of the web', 'src/receiver/a.ts', "import 'node:fs'", 'must run where there is no Node'],
    ['Node without its prefix', 'src/text/a.ts', "import 'fs'", 'must run where there is no Node'],
    ['undici in the client', 'src/client/a.ts', "import { fetch } from 'undici'", 'must run where there is no Node'],
    ['a later folder of the bot', 'src/bot/people/a.ts', "import '../routes/a.js'", 'bot/people may not know routes'],
    [
      'a type of a later folder of the bot',
      'src/bot/delivery/a.ts',
      "import type { B } from '../outgoing/b.js'",
      'bot/delivery may not know outgoing',
    ],
    ['the bot in its folders', 'src/bot/routes/a.ts', "import '../index.js'", 'may not know what is beside it'],
    [
      'a later folder of the realm',
      'src/simulator/realm/shapes/a.ts',
      "import '../operations/b.js'",
      'simulator/realm/shapes may not know operations',
    ],
    [
      'a later folder of the simulator',
      'src/simulator/api/a.ts',
      "import type { B } from '../control/b.js'",
      'simulator/api may not know control',
    ],
    ['the simulator in what it stands on', 'src/simulator/base/a.ts', "import '../realm/b.js'", 'may not know'],
    ['what is outside src', 'src/bot/a.ts', "import '../../bots/echo/bot.js'", 'nothing outside src is published'],
  ])('rejects %s', (_, path, text, rule) => {
    const found = brokenArrows(inSrc({ ...everyRoom, [path]: `// A first line.\n${text}\n` }))
    expect(found).toEqual([expect.stringContaining(rule)])
    expect(found[0]).toMatch(new RegExp(`^${path}:[2-4] imports `))
  })

  it.each(['src/misc/a.ts', 'src/bot/misc/a.ts', 'src/simulator/realm/misc/a.ts'])(
    'rejects %s, whose folder has no place',
    (path) => {
      const found = brokenArrows(inSrc({ ...everyRoom, [path]: 'export const a = 1\n' }))
      expect(found).toEqual([expect.stringContaining(`${path} is in no room`)])
    },
  )

  it.each(['src/simulator/a.ts', 'src/simulator/realm/a.ts', 'src/text/a.ts', 'src/bot/a.ts'])(
    'allows the linkifiers in %s',
    (path) => {
      const up = '../'.repeat(path.split('/').length - 2)
      const text = `import { createLinkifier } from '${up}text/linkify/index.js'`
      expect(brokenArrows(inSrc({ ...everyRoom, [path]: text }))).toEqual([])
    },
  )

  it('allows earlier rooms, packages and imports inside comments or strings', () => {
    const text = `import { z } from 'zod'
import { a } from '../protocol/index.js'
/** As in \`import { b } from '../node/index.js'\`. */
const example = "import { b } from '../node/index.js'"
`
    expect(brokenArrows(inSrc({ ...everyRoom, 'src/client/a.ts': text }))).toEqual([])
  })
})
