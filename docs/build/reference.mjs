import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endpoints, summaryOf } from '../../dist/protocol/index.js'
import { readDocstrings } from './docstrings.mjs'
import { endpointPage } from './endpointPage.mjs'
import { entityPage } from './entityPage.mjs'
import { playExamples } from './exampleCalls.mjs'
import { escapeText, table } from './markdown.mjs'
import { writePage } from './writePage.mjs'

const folder = fileURLToPath(new URL('../reference/endpoints/', import.meta.url))

/** Writes the reference of the server's API into `docs/reference/endpoints`, from the declarations in `src/protocol`. */
export async function writeReference() {
  const docstrings = readDocstrings()
  const examples = await playExamples()
  rmSync(folder, { recursive: true, force: true })
  const write = (name, lines) => writePage(join(folder, `${name}.md`), lines)
  const namespaces = [...new Set(endpoints.map(namespaceOf))].sort()
  const of = (namespace) => endpoints.filter((endpoint) => namespaceOf(endpoint) === namespace)
  for (const namespace of namespaces) write(namespace, namespacePage(namespace, of(namespace)))
  for (const endpoint of endpoints) {
    write(pathOf(endpoint), endpointPage(endpoint, docstrings, examples.get(endpoint.name)))
  }
  write('entities', entityPage(docstrings))
  return { namespaces, endpoints: endpoints.length }
}

const namespaceOf = ({ name }) => name.split('.')[0]

/** `users/get`, for `users.get`. */
const pathOf = ({ name }) => name.replace('.', '/')

const namespacePage = (namespace, declared) => [
  `# ${namespace}`,
  '',
  `The methods of \`client.${namespace}\`.`,
  ...table(
    ['method', 'request', 'what it does'],
    declared.map((endpoint) => [
      `[\`${endpoint.name}\`](${pathOf(endpoint)}.md)`,
      `\`${endpoint.method} ${endpoint.path}\``,
      escapeText(summaryOf(endpoint)),
    ]),
  ),
]
