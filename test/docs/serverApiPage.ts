import {
  changeOf,
  type Endpoint,
  endpoints,
  errors,
  type FeatureId,
  featureLevels,
  featureRow,
  summaryOf,
  whoMayCall,
} from '../../src/protocol/index.js'

/** `docs/reference/server-api.md`: every endpoint, refusal and feature level, as they are declared. */
export function serverApiPage(): string {
  const namespaces = [...new Set(endpoints.map(namespaceOf))].sort()
  const sections = namespaces.map((namespace) => {
    const rows = endpoints.filter((endpoint) => namespaceOf(endpoint) === namespace).map(endpointRow)
    return `### ${namespace}\n\n${table(['method', 'request', 'what it does'], rows)}`
  })
  const refusals = Object.values(errors).map(
    ({ code, msg, status }: { code?: string; msg: string; status: number }) => [
      `\`${msg}\``,
      code === undefined ? 'none' : `\`${code}\``,
      String(status),
    ],
  )
  const levels = featureLevels.map((row) => [String(row.level), `\`${row.id}\``, changeOf(row)])
  return `${[
    head,
    '## Endpoints',
    endpointsHead(),
    ...sections,
    '## What the server refuses',
    refusalsHead,
    table(['message', 'code', 'HTTP'], refusals),
    '## Feature levels',
    levelsHead,
    table(['level', 'id', 'what changed'], levels),
  ].join('\n\n')}\n`
}

const head = `# The server's API

What the client calls and the simulator answers. [The client](../guides/client.md) says how to call it, and
\`npx earshot call messages.send --help\` lists an endpoint's parameters and answer. [What a real server refuses](refusals.md) has the
endpoints by who may call them.`

const endpointsHead = () => `There are ${endpoints.length}, each a method of the client with the same parameters:
\`await ctx.client.users.get({ user_id: 8 })\`.`

const refusalsHead = `A refusal is an \`ApiError\` with \`code\`, \`msg\` and further fields. Braces stand for what the message is about. Where the
server sends no code, the client gives the status, such as \`HTTP_405\`.`

const levelsHead = `Each change of the API has a level. A server says its level in \`server.settings\`, which the client asks once, and
\`await client.supports('linkifierReordering')\` asks for an ID of this table ([server versions](../guides/versions.md)).`

const namespaceOf = ({ name }: Endpoint) => name.split('.')[0] ?? ''

function endpointRow(endpoint: Endpoint): string[] {
  const { name, method, path, since, until } = endpoint
  const who = whoMayCall(endpoint)
  const from = [
    ...(since === undefined ? [] : [`From level ${featureRow(since as FeatureId).level} on.`]),
    ...(until === undefined ? [] : [`Below level ${featureRow(until as FeatureId).level} only.`]),
  ]
  return [
    `\`${name}\``,
    `\`${method} ${path}\``,
    [summaryOf(endpoint), ...(who === forAll ? [] : [who]), ...from].join(' '),
  ]
}

/** What most endpoints say. */
const forAll = 'For every account.'

function table(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(names), `|${'---|'.repeat(names.length)}`, ...rows.map(line)].join('\n')
}

/** A text that stays in its cell, and in which nothing is HTML. */
const cell = (text: string) =>
  text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;')))
    .join('')
    .replaceAll('|', '\\|')
    .replaceAll(/\n+/g, '<br>')
