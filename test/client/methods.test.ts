import { type Endpoint, endpoints, featureRow } from 'earshot/protocol'
import { expect, it } from 'vitest'
import { summaryOf, whoMayCall } from '../../src/protocol/index.js'

it('src/client/methods.ts documents every method (update: `npx vitest run test/client/methods.test.ts -u`)', async () => {
  await expect(methodsFile()).toMatchFileSnapshot('../../src/client/methods.ts')
})

it('src/client/namespaces.ts links each namespace to its reference (updated with the methods)', async () => {
  await expect(namespacesFile()).toMatchFileSnapshot('../../src/client/namespaces.ts')
})

const namespaces = new Map<string, Endpoint[]>()
for (const endpoint of endpoints as readonly Endpoint[]) {
  const namespace = endpoint.name.slice(0, endpoint.name.indexOf('.'))
  namespaces.set(namespace, [...(namespaces.get(namespace) ?? []), endpoint])
}

function namespacesFile(): string {
  const names = [...namespaces.keys()]
  return [
    "import type * as methods from './methods.js'",
    '',
    '/** The namespaces of the client, each with its reference. Written as the methods are. */',
    'export interface Namespaces {',
    ...names.flatMap((name) => [
      `  /** @see docs/reference/server-api.md#${name.toLowerCase()} */`,
      // With a name of its own, an error of the compiler can be read.
      `  readonly ${name}: methods.${capitalised(name)}`,
    ]),
    '}',
    '',
  ].join('\n')
}

function methodsFile(): string {
  return [
    "import type { Method } from './options.js'",
    '',
    "// Written with its documentation from the endpoints' declarations by `npx vitest run test/client/methods.test.ts -u`.",
    ...[...namespaces].flatMap(([namespace, members]) => [
      '',
      `export interface ${capitalised(namespace)} {`,
      ...members.flatMap((endpoint) => [
        ...documentation(endpoint),
        `  readonly ${endpoint.name.slice(namespace.length + 1)}: Method<'${endpoint.name}'>`,
      ]),
      '}',
    ]),
    '',
  ].join('\n')
}

function documentation(endpoint: Endpoint): string[] {
  const { name, access, since, until, deprecated } = endpoint
  const isForAll = ['public', 'account', 'any account'].includes(access)
  const level = [
    since === undefined ? '' : ` From level ${featureRow(since).level}.`,
    until === undefined ? '' : ` Below level ${featureRow(until).level} only.`,
  ].join('')
  const tags = deprecated === undefined ? [] : [`@deprecated ${deprecated}`]
  const lines = [
    ...wrapped(`${summaryOf({ name })}${isForAll ? '' : ` ${whoMayCall(endpoint)}`}${level}`),
    ...tags.flatMap(wrapped),
  ]
  const single = `  /** ${lines.join(' ')} */`
  // A tag has to begin a line.
  if (tags.length === 0 && single.length <= 150) return [single]
  return `  /** ${lines.join('\n   * ')} */`.split('\n')
}

/** The text in lines that fit into a comment. */
function wrapped(text: string): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim()
    if (longer.length <= 145) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function capitalised(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}
