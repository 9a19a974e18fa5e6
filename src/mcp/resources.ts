import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { EarshotError } from '../errors.js'
import { endpoints, summaryOf } from '../protocol/index.js'
import type { Contract } from './contract.js'

/** What a client can read without calling a tool. */
export interface Resources {
  readonly fixed: readonly FixedResource[]
  readonly templates: readonly ResourceKind[]
}

interface FixedResource {
  readonly uri: string
  readonly title: string
  readonly mimeType: string
  read(): Promise<string>
}

/** Resources that differ in the variable `name` of their address. */
interface ResourceKind {
  readonly template: string
  readonly title: string
  readonly mimeType: string
  list(): readonly { readonly name: string; readonly uri: string; readonly about: string }[]
  read(name: string): Promise<string>
}

/** The pages of the documentation, and the endpoints. */
export function documentation(contract: Contract): Resources {
  const pages = pagesOfDocs()
  return {
    fixed: [
      { uri: 'earshot://contract', title: 'All endpoints', mimeType: 'text/plain', read: async () => contract.list() },
    ],
    templates: [
      {
        template: 'earshot://docs/{name}',
        title: 'Documentation',
        mimeType: 'text/markdown',
        list: () => [...pages].map(([name, text]) => ({ name, uri: `earshot://docs/${name}`, about: titleOf(text) })),
        async read(name) {
          const text = pages.get(name)
          if (text !== undefined) return text
          throw new EarshotError('NO_PAGE', `There is no page "${name}". There are ${[...pages.keys()].join(', ')}.`)
        },
      },
      {
        template: 'earshot://contract/{name}',
        title: 'Endpoint',
        mimeType: 'text/plain',
        list: () =>
          endpoints.map(({ name }) => ({ name, uri: `earshot://contract/${name}`, about: summaryOf({ name }) })),
        read: async (name) => contract.describe(name),
      },
    ],
  }
}

/** The pages that come with the package, by name. */
function pagesOfDocs(): ReadonlyMap<string, string> {
  const folder = new URL('../../docs/', import.meta.url)
  if (!existsSync(folder)) return new Map()
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
  return new Map(names.map((name) => [name.slice(0, -3), readFileSync(fileURLToPath(new URL(name, folder)), 'utf8')]))
}

const titleOf = (text: string) => /^# (.+)$/m.exec(text)?.[1] ?? ''
