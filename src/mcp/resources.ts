import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { EarshotError } from '../errors.js'
import { endpoints, summaryOf } from '../protocol/index.js'
import type { Contract } from './contract.js'

/** What a client can read without calling a tool. */
export interface Resource {
  /** A template for several resources if it contains `{name}`, or `{+name}` for names with slashes. */
  readonly uri: string
  readonly title: string
  readonly mimeType: string
  /** The names of those resources, with descriptions. */
  readonly names?: ReadonlyMap<string, string>
  read(name: string): Promise<string>
}

/** The pages of the documentation, and the endpoints. */
export function documentation(contract: Contract): readonly Resource[] {
  const pages = pagesOfDocs()
  return [
    {
      uri: 'earshot://docs/{+name}',
      title: 'Documentation',
      mimeType: 'text/markdown',
      names: new Map([...pages].map(([name, text]) => [name, /^# (.+)$/m.exec(text)?.[1] ?? ''])),
      async read(name) {
        const text = pages.get(name)
        if (text !== undefined) return text
        throw new EarshotError('no_page', `There is no page "${name}". The pages are ${[...pages.keys()].join(', ')}.`)
      },
    },
    {
      uri: 'earshot://contract',
      title: 'All endpoints',
      mimeType: 'text/plain',
      read: async () => contract.list(),
    },
    {
      uri: 'earshot://contract/{name}',
      title: 'Endpoint',
      mimeType: 'text/plain',
      names: new Map(endpoints.map(({ name }) => [name, summaryOf({ name })])),
      read: async (name) => contract.describe(name),
    },
  ]
}

/** The pages that come with the package, by folder and name. */
function pagesOfDocs(): ReadonlyMap<string, string> {
  const docs = new URL('../../docs/', import.meta.url)
  const pages = ['guides', 'reference'].flatMap((folder) => {
    const files = existsSync(new URL(folder, docs)) ? readdirSync(new URL(folder, docs)).sort() : []
    return files
      .filter((file) => file.endsWith('.md'))
      .map(
        (file) => [`${folder}/${file.slice(0, -3)}`, readFileSync(new URL(`${folder}/${file}`, docs), 'utf8')] as const,
      )
  })
  return new Map(pages)
}
