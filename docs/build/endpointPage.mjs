import {
  accessErrors,
  accessRefusal,
  errors,
  errorsOf,
  featureRow,
  hasFeature,
  isInPath,
  isOptional,
  newestFeatureLevel,
  roles,
  summaryOf,
  toWirePath,
  whoMayCall,
  zulipDialect,
} from '../../dist/protocol/index.js'
import { dialectFor } from './exampleCalls.mjs'
import { addedAt, changeRows, levelWords, rowsAbout } from './levelRows.mjs'
import { escapeText, joined, levelTag, requiredTag, sentence, table } from './markdown.mjs'
import { wordsFor } from './parameterWords.mjs'
import { refusalsByCause } from './refusalCauses.mjs'
import { defaultOf, typeOf } from './words.mjs'

/** The page of an endpoint; `example` is what came of calling it. */
export function endpointPage(endpoint, docstrings, example) {
  const { name, method, path, deprecated, rules = [] } = endpoint
  const levels = rowsAbout({ endpoint: name })
  const isInZulip = dialectFor(endpoint) === 'zulip'
  const onWire = isInZulip ? toWirePath(zulipDialect, path) : path
  return [
    `# ${name}`,
    '',
    escapeText(summaryOf(endpoint)),
    ...(deprecated === undefined ? [] : ['', '::: warning Deprecated', escapeText(deprecated), ':::']),
    '',
    ...(dialectFor(endpoint) === 'zulip'
      ? []
      : ["Zulip servers don't have it: only servers of the dialect `svc` do.", '']),
    `<p class="request"><span class="method ${method.toLowerCase()}">${method}</span> <code>/api/v1${onWire}</code></p>`,
    '',
    '::: code-group',
    '',
    '```ts [TypeScript]',
    example.code,
    '```',
    '',
    '```sh [curl]',
    example.curl,
    '```',
    '',
    ':::',
    '',
    '## Parameters',
    ...table(
      ['parameter', 'type', 'meaning'],
      parameterRows(endpoint, docstrings.parameters.get(name), levels),
      'It takes no parameters.',
    ),
    ...(rules.length === 0 ? [] : ['', ...rules.map(({ text }) => `- ${sentence(escapeText(text))}`)]),
    '',
    '## Answer',
    ...table(
      ['field', 'type', 'meaning'],
      answerRows(endpoint, docstrings.answers.get(name), levels),
      'It has no fields of its own.',
    ),
    '',
    'The call above, answered by the simulator:',
    '',
    ...answerBlock(example.answer),
    '',
    ...refusalSection(endpoint),
    '',
    '## Levels',
    '',
    `${sinceWords(endpoint)} ${repeatWords(endpoint)}`,
    ...table(
      ['level', 'about', 'what changed'],
      changeRows(levels).map(([level, about, change]) => [level, about, escapeText(change)]),
    ),
    '',
    '## Who may call',
    '',
    whoMayCall(endpoint),
    ...table(['refused', 'at levels', 'message'], callerRows(endpoint)),
  ]
}

function parameterRows({ name, params, path, aliases = {} }, says, levels) {
  return Object.entries(params).map(([parameter, schema]) => [
    `\`${parameter}\``,
    joined([typeOf(schema, 'input', '../'), !isOptional(schema) && requiredTag, levelTag(addedAt(levels, parameter))]),
    joined([
      isInPath({ path }, parameter) && 'In the path.',
      meaning(says?.get(parameter) || wordsFor(name, parameter)),
      ...defaultWords(schema),
      ...(aliases[parameter] ?? []).map((alias) => `Older name: \`${alias}\`.`),
    ]),
  ])
}

const meaning = (text) => text && sentence(escapeText(text))

function defaultWords(schema) {
  const given = defaultOf(schema)
  return given === undefined ? [] : [`Default: \`${JSON.stringify(given)}\`.`]
}

const answerRows = ({ response }, says, levels) =>
  Object.entries(response).map(([field, schema]) => [
    `\`${field}\``,
    joined([typeOf(schema, 'output', '../'), levelTag(addedAt(levels, field))]),
    joined([
      says?.get(field) && sentence(escapeText(says.get(field))),
      zulipDialect.fields[field] && `Zulip's name: \`${zulipDialect.fields[field]}\`.`,
    ]),
  ])

function refusalSection(endpoint) {
  const ofCallers = accessErrors(endpoint)
  const ids = [...new Set(errorsOf(endpoint))].filter((id) => !ofCallers.includes(id))
  return [
    '## Refusals',
    ...refusalsByCause(ids),
    '',
    `${ids.length === 0 ? 'It has none of its own. ' : ''}Any call can also be refused because of its credentials, its parameters, its caller or the rate`,
    'limit: see [what a real server refuses](../../refusals.md).',
  ]
}

function sinceWords({ since, until }) {
  if (until !== undefined) return `Servers have it below level ${levelWords(featureRow(until).level)} only.`
  return since === undefined
    ? 'Every server has it.'
    : `Servers have it from level ${levelWords(featureRow(since).level)} on.`
}

function repeatWords({ repeatable, takesUpTo }) {
  const time = takesUpTo === undefined ? '' : ` It can take ${takesUpTo} seconds.`
  if (repeatable === 'always') return `It is safe to repeat: the client retries it if no answer came.${time}`
  if (repeatable === 'never')
    return `It isn't safe to repeat: the client never retries a call that may have reached the server.${time}`
  const level = levelWords(featureRow(repeatable).level)
  return `From level ${level} on it is safe to repeat, and the client retries it if no answer came.${time}`
}

/** Accounts that may be refused, each apart from the others: whoever is refused for what a row before says is left out. */
const callers = [
  ['Bots', { role: roles.owner, bot_type: 1 }],
  ['Bots that are incoming webhooks', { role: roles.owner, bot_type: 2 }],
  ['Moderators, members and guests', { role: roles.moderator, bot_type: null }],
  ['Guests', { role: roles.guest, bot_type: null }],
  [
    'Administrators without the permission `can_create_users`',
    { role: roles.owner, bot_type: null, can_create_users: false },
  ],
]

/** Who is refused at the newest level, and who besides was refused before a feature. */
function callerRows(endpoint) {
  const newest = refusedAt(endpoint, (id) => hasFeature(newestFeatureLevel, id))
  const before = Object.keys(endpoint.accessBefore ?? {}).flatMap((feature) =>
    refusedAt(endpoint, (id) => id !== feature)
      .filter(([who, id]) => !newest.some((one) => one[0] === who && one[1] === id))
      .map(([who, id]) => [who, id, `below ${levelWords(featureRow(feature).level)}`]),
  )
  return [...newest, ...before].map(([who, id, at = 'all']) => [who, at, `\`${errors[id].msg}\``])
}

function refusedAt(endpoint, has) {
  const refused = new Map()
  for (const [who, caller] of callers) {
    const id = accessRefusal(endpoint, caller, has)
    if (id !== undefined && ![...refused.values()].includes(id)) refused.set(who, id)
  }
  return [...refused]
}

/** An answer as JSON; what was left out is a comment, for which the highlighter has a language of its own. */
function answerBlock(answer) {
  const lines = answerLines(answer)
  const isShortened = lines.some((line) => line.trim().startsWith('//'))
  return [`\`\`\`${isShortened ? 'jsonc' : 'json'}`, ...lines, '```']
}

/** Shortened where it is long: lists to their first two items, objects to the first fields. */
function answerLines(answer) {
  const lines = (items, fields) => JSON.stringify(shortened(answer, items, fields), null, 2).split('\n')
  const full = [
    [2, 40],
    [1, 25],
    [1, 8],
  ].map(([items, fields]) => lines(items, fields))
  const chosen = full.find(({ length }) => length <= 60) ?? full.at(-1)
  return chosen.map((line) =>
    line.replace(/"…(\d+) more…": 0|"…(\d+) more…"/, (_, fields, items) => `// ${fields ?? items} more`),
  )
}

function shortened(value, items, fields) {
  if (Array.isArray(value)) {
    const rest = value.length - items
    const first = value.slice(0, items).map((item) => shortened(item, items, fields))
    return rest > 0 ? [...first, `…${rest} more…`] : first
  }
  if (typeof value !== 'object' || value === null) return value
  const all = Object.entries(value)
  const first = all.slice(0, fields).map(([name, field]) => [name, shortened(field, items, fields)])
  const rest = all.length - fields
  return Object.fromEntries(rest > 0 ? [...first, [`…${rest} more…`, 0]] : first)
}
