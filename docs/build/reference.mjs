import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { errors, featureLevels } from '../../dist/protocol/index.js'
import { createSimulator } from '../../dist/simulator/index.js'
import { slug } from './slug.mjs'

const folder = fileURLToPath(new URL('../reference/', import.meta.url))

/** Writes the reference of the service into `docs/reference`: all of it is made from the contract, by its OpenAPI description. */
export async function writeReference() {
  const described = await openApi()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const write = (name, lines) => writeFileSync(join(folder, `${name}.md`), `${lines.join('\n').trim()}\n`)
  const operations = Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.operationId !== undefined)
      .map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )
  const namespaces = [...new Set(operations.map(({ tags }) => tags[0]))].sort()
  const of = (namespace) => operations.filter(({ tags }) => tags[0] === namespace)
  write('index', overview(namespaces, of, described))
  for (const namespace of namespaces) write(namespace, namespacePage(namespace, of(namespace), described))
  write('errors', errorPage())
  write('levels', levelPage())
  return { namespaces, endpoints: operations.length }
}

async function openApi() {
  const simulator = createSimulator()
  const answer = await simulator.fetch(new Request('http://localhost/openapi.json'))
  const described = await answer.json()
  await simulator.close()
  return described
}

function overview(namespaces, of, described) {
  return [
    '# The service, endpoint by endpoint',
    '',
    `Made from the contract that client and simulator share, at feature level ${described['x-earshot-feature-level']}. The client has each`,
    'endpoint under its name: `await ctx.client.topics.mute({ … })`. What may be [refused](errors.md), and what changed [at which',
    'level](levels.md), has pages of its own.',
    ...namespaces.flatMap((namespace) => [
      '',
      `## ${namespace}`,
      '',
      '| method of the client | request | what it does |',
      '|---|---|---|',
      ...of(namespace).map(
        ({ operationId, method, path, summary }) =>
          `| [\`${operationId}\`](${namespace}.md#${slug(operationId)}) | \`${method} ${path}\` | ${cell(summary)} |`,
      ),
    ]),
  ]
}

function namespacePage(namespace, operations, described) {
  return [`# ${namespace}`, ...operations.flatMap((operation) => ['', ...endpoint(operation, described)])]
}

function endpoint(
  { operationId, method, path, summary, description, parameters = [], requestBody, responses, deprecated },
  described,
) {
  const body = schemaOf(requestBody)
  const rows = [
    ...parameters.map(({ name, schema, required, description: says, content }) =>
      parameterRow(name, schema ?? Object.values(content ?? {})[0]?.schema, required, says),
    ),
    ...Object.entries(body?.properties ?? {}).map(([name, schema]) =>
      parameterRow(name, schema, body.required?.includes(name), schema.description),
    ),
  ]
  const fields = (schemaOf(responses['200'])?.allOf ?? []).flatMap((part) => Object.entries(part.properties ?? {}))
  // Wrong credentials and too many calls are refused everywhere, and are said once.
  const refused = Object.entries(responses).filter(([status, answer]) => status !== '200' && answer.description)
  return [
    `## ${operationId}`,
    '',
    `\`${method} ${path}\`${deprecated ? ' (deprecated)' : ''}`,
    '',
    paragraph(summary),
    ...(description ? ['', paragraph(description)] : []),
    ...table(['parameter', 'what', ''], rows, 'It takes no parameters.'),
    ...table(
      ['in the answer', 'what', ''],
      fields.map(([name, schema]) => [`\`${name}\``, words(schema, described), schema.description ?? '']),
      'The answer says no more than that it is done.',
    ),
    ...refused.flatMap(([status, answer]) => ['', `**${status}**: ${paragraph(answer.description)}`]),
  ]

  function parameterRow(name, schema, required, says) {
    return [
      `\`${name}\``,
      words(schema, described),
      [required ? '**needed**' : '', says ?? ''].filter(Boolean).join('. '),
    ]
  }
}

const schemaOf = (holder) => Object.values(holder?.content ?? {})[0]?.schema

function errorPage() {
  return [
    '# What the service refuses',
    '',
    'A refusal is an `ApiError` with `code`, `msg` and the extra fields of its kind. Braces stand for what the message is about.',
    ...table(
      ['name', 'code', 'message', 'HTTP'],
      Object.entries(errors).map(([name, { code, msg, status }]) => [
        `\`${name}\``,
        code === undefined ? '' : `\`${code}\``,
        `\`${msg}\``,
        String(status),
      ]),
    ),
  ]
}

function levelPage() {
  return [
    '# Feature levels',
    '',
    'Every change of the service that has a date. A server says its level in `server.settings`, and the client asks for it once:',
    "`await client.supports('linkifierReordering')`. [Versions](../versions.md) says what that means for a bot.",
    ...table(
      ['level', 'id', 'what changed'],
      featureLevels.map(({ level, id, change }) => [String(level), `\`${id}\``, change]),
    ),
  ]
}

function table(head, rows, otherwise) {
  if (rows.length === 0) return otherwise === undefined ? [] : ['', otherwise]
  return [
    '',
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...rows.map((row) => `| ${row.map(cell).join(' | ')} |`),
  ]
}

/** A text that stays in its cell, and in which nothing is taken for HTML or for a template of the site's. */
const cell = (text) => paragraph(text).replaceAll('|', '\\|').replaceAll(/\n+/g, '<br>')

const paragraph = (text) =>
  text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;')))
    .join('')

/** A JSON schema in a few words. */
function words(schema, described) {
  if (schema === undefined) return 'anything'
  if (schema.$ref !== undefined) return `\`${schema.$ref.split('/').at(-1)}\``
  if (schema.enum !== undefined) return `one of ${schema.enum.map((value) => `\`${value}\``).join(', ')}`
  if (schema.const !== undefined) return `\`${schema.const}\``
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return [...new Set(choices.map((choice) => words(choice, described)))].join(', or ')
  if (schema.allOf !== undefined) return schema.allOf.map((part) => words(part, described)).join(', with ')
  if (schema.type === 'array') return `list of ${words(schema.items, described)}`
  if (schema.format === 'binary') return 'file'
  if (schema.type === 'object') {
    const fields = Object.keys(schema.properties ?? {})
    return fields.length === 0 ? 'object' : `object with ${fields.map((field) => `\`${field}\``).join(', ')}`
  }
  return [schema.type ?? 'anything']
    .flat()
    .map((type) => names[type] ?? type)
    .join(', or ')
}

const names = { integer: 'whole number', number: 'number', string: 'text', boolean: 'true or false', null: '`null`' }
