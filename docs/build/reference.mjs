import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import {
  accessErrors,
  changeOf,
  endpoints,
  errors,
  exampleCalls,
  featureLevels,
  featureRow,
  isInPath,
  isOptional,
  summaryOf,
  whoMayCall,
} from '../../dist/protocol/index.js'
import { readDocstrings } from './docstrings.mjs'
import { defaultOf, entities, entityOf, words, wordsOf } from './words.mjs'
import { writePage } from './writePage.mjs'

const folder = fileURLToPath(new URL('../reference/endpoints/', import.meta.url))

/** Writes the reference of the service into `docs/reference/endpoints`: all of it is made from the contract and its docstrings. */
export function writeReference() {
  const docstrings = readDocstrings()
  rmSync(folder, { recursive: true, force: true })
  const write = (name, lines) => writePage(join(folder, `${name}.md`), lines)
  const namespaces = [...new Set(endpoints.map(namespaceOf))].sort()
  const of = (namespace) => endpoints.filter((endpoint) => namespaceOf(endpoint) === namespace)
  for (const namespace of namespaces) write(namespace, namespacePage(namespace, of(namespace)))
  for (const endpoint of endpoints) {
    // In a folder of its own, one further down.
    const lines = endpointPage(endpoint, docstrings).map((line) => line.replaceAll('](entities.md', '](../entities.md'))
    write(pathOf(endpoint), lines)
  }
  write('entities', entityPage(docstrings))
  return { namespaces, endpoints: endpoints.length }
}

const namespaceOf = ({ name }) => name.split('.')[0]

/** `users/get`, for `users.get`. */
const pathOf = ({ name }) => name.replace('.', '/')

const methodTable = (declared) =>
  table(
    ['method', 'request', 'summary'],
    declared.map((endpoint) => [
      `[\`${endpoint.name}\`](${pathOf(endpoint)}.md)`,
      `\`${endpoint.method} ${endpoint.path}\``,
      summaryOf(endpoint),
    ]),
  )

const namespacePage = (namespace, declared) => [
  `# ${namespace}`,
  '',
  `The methods of \`client.${namespace}\`.`,
  ...methodTable(declared),
]

function endpointPage(endpoint, { parameters, answers }) {
  const { name, method, path, deprecated, rules = [], takesUpTo } = endpoint
  return [
    `# ${name}`,
    '',
    paragraph(summaryOf(endpoint)),
    ...(deprecated === undefined ? [] : ['', `**Deprecated.** ${paragraph(deprecated)}`]),
    '',
    '```ts',
    exampleOf(endpoint),
    '```',
    '',
    `\`${method} ${path}\`. ${whoMayCall(endpoint)} ${sinceWords(endpoint)}`,
    ...table(
      ['parameter', 'type', 'meaning'],
      parameterRows(endpoint, parameters.get(name)),
      'It takes no parameters.',
    ),
    ...(rules.length === 0 ? [] : ['', ...rules.map(({ says }) => `- ${sentence(paragraph(says))}`)]),
    ...table(['in the answer', 'type', 'meaning'], answerRows(endpoint, answers.get(name)), 'The answer is empty.'),
    ...table(['refused with', 'message'], refusalRows(endpoint)),
    '',
    'Like any call, it can also be refused because of its credentials, parameters, permissions or the rate limit: see',
    '[refusals](../../server-api.md#what-the-server-refuses).',
    '',
    `${repeatWords(endpoint)}${takesUpTo === undefined ? '' : ` It may take ${takesUpTo} seconds.`}`,
    ...list(changesOf({ endpoint: name })),
  ]
}

/** A call that succeeds in the simulator's bakery, and the first fields of its answer. */
function exampleOf({ name, response }) {
  const fields = Object.keys(response).slice(0, 3)
  const { params } = exampleCalls[name]
  const given = Object.keys(params).length === 0 ? '' : literal(params)
  return `${fields.length === 0 ? '' : `const { ${fields.join(', ')} } = `}await client.${name}(${given})`
}

/** Parameters as they stand in a program. */
function literal(params) {
  const withFiles = Object.entries(params).map(([name, value]) => [
    name,
    value instanceof File ? fileInCode(value) : value,
  ])
  return inspect(Object.fromEntries(withFiles), { depth: null, breakLength: 100, maxStringLength: null })
}

const fileInCode = ({ name }) => ({ [inspect.custom]: () => `new File(['…'], '${name}')` })

const sinceWords = ({ since }) =>
  since === undefined
    ? 'Every server has it.'
    : `There since level ${featureRow(since).level} ([\`${since}\`](../../server-api.md#feature-levels)).`

function repeatWords({ repeatable }) {
  if (repeatable === 'always') return 'Twice is the same as once: where no answer came, the client sends it again.'
  if (repeatable === 'never')
    return 'Twice is not the same as once: the client never sends it again when it may have arrived.'
  return `From level ${featureRow(repeatable).level} on twice is the same as once, and the client sends it again where no answer came.`
}

function parameterRows({ name, params, path, aliases = {} }, says) {
  return Object.entries(params).map(([parameter, schema]) => [
    `\`${parameter}\``,
    [
      wordsOf(schema, 'input'),
      ...(isOptional(schema) ? [] : ['needed']),
      ...(isInPath({ path }, parameter) ? ['in the path'] : []),
    ].join('; '),
    meaning([
      says?.get(parameter),
      ...defaultWords(schema),
      ...(aliases[parameter] ?? []).map((alias) => `Once called \`${alias}\`.`),
      ...changesOf({ endpoint: name, parameter }),
    ]),
  ])
}

function defaultWords(schema) {
  const given = defaultOf(schema)
  return given === undefined ? [] : [`\`${JSON.stringify(given)}\` unless given.`]
}

const answerRows = ({ name, response }, says) =>
  Object.entries(response).map(([field, schema]) => [
    `\`${field}\``,
    wordsOf(schema, 'output'),
    meaning([says?.get(field), ...changesOf({ endpoint: name, field })]),
  ])

function refusalRows(endpoint) {
  return [...new Set([...accessErrors(endpoint), ...endpoint.errors])].map((id) => [
    `\`${errors[id].code ?? `HTTP_${errors[id].status}`}\``,
    `\`${errors[id].msg}\``,
  ])
}

function entityPage({ entities: purposes, fields }) {
  return [
    '# What the service speaks of',
    '',
    'As the client gives it, whatever the level of the server. `z.infer` of the schemas in `earshot/protocol` are the types.',
    ...Object.entries(entities).flatMap(([name, schema]) => {
      const { properties, anyOf, oneOf = anyOf, required = [] } = entityOf(schema)
      return [
        '',
        `## ${name}`,
        '',
        paragraph(purposes.get(name) || ''),
        ...(oneOf === undefined ? [] : ['', `Is ${oneOf.map(words).join(', or ')}.`]),
        ...list(changesOf({ entity: name })),
        ...table(
          ['field', 'type', 'meaning'],
          Object.entries(properties ?? {}).map(([field, json]) => [
            `\`${field}\``,
            `${words(json)}${required.includes(field) ? '' : '; may be missing'}`,
            meaning([fields.get(name)?.get(field), ...changesOf({ entity: name, field })]),
          ]),
        ),
      ]
    }),
  ]
}

/** What the level table says of a place, and of it alone. That an endpoint is there is said by its being there. */
function changesOf(place) {
  const isSame = (one) => ['endpoint', 'parameter', 'entity', 'field'].every((part) => one[part] === place[part])
  return featureLevels
    .filter(({ appliesTo, alsoAppliesTo = [] }) => [appliesTo, ...alsoAppliesTo].some(isSame))
    .filter(({ kind, appliesTo }) => kind !== 'endpoint' || !isSame(appliesTo))
    .map((row) => `From level ${row.level} on: ${changeOf(row)}`)
}

/** A column in which no row has anything is left out. */
function table(head, rows, otherwise) {
  if (rows.length === 0) return otherwise === undefined ? [] : ['', otherwise]
  const columns = head.map((_, column) => column).filter((column) => rows.some((row) => row[column] !== ''))
  const line = (cells) => `| ${columns.map((column) => cells[column]).join(' | ')} |`
  return ['', line(head), line(head.map(() => '---')), ...rows.map((row) => line(row.map(cell)))]
}

const list = (items) => (items.length === 0 ? [] : ['', ...items.map((item) => `- ${paragraph(item)}`)])

const meaning = (sentences) => sentences.filter(Boolean).map(sentence).join('\n')

const sentence = (text) => {
  const begun = /^[a-z]/.test(text) ? text[0].toUpperCase() + text.slice(1) : text
  return /[.!?]$/.test(begun) ? begun : `${begun}.`
}

/** A text that stays in its cell. */
const cell = (text) => paragraph(text).replaceAll('|', '\\|').replaceAll(/\n+/g, '<br>')

/** A text in which nothing is taken for HTML or for a template of the site's. */
const paragraph = (text) =>
  text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;')))
    .join('')
