import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { barChart } from './charts.mjs'
import { rounded } from './rows.mjs'

/**
 * Writes `results.json`, `results.md` and the charts. What was measured before and not this time stays, with its own date.
 *
 * @param parts `{ [name]: { size, circumstances, rows, tables, charts } }`
 */
export function writeResults(folder, order, parts) {
  mkdirSync(join(folder, 'charts'), { recursive: true })
  const file = join(folder, 'results.json')
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).parts : {}
  const all = Object.fromEntries(
    order.flatMap((name) => {
      const part = parts[name] ?? before[name]
      return part ? [[name, part]] : []
    }),
  )
  const rows = Object.entries(all).flatMap(([part, { size, circumstances, rows: own }]) =>
    own.map((row) => ({ part, ...row, size, date: circumstances.date })),
  )
  writeFileSync(file, `${JSON.stringify({ rows, parts: all }, undefined, 2)}\n`)
  writeFileSync(join(folder, 'results.md'), markdown(rows, all))
  for (const { charts } of Object.values(all)) {
    for (const chart of charts) writeFileSync(join(folder, 'charts', `${chart.file}.svg`), barChart(chart))
  }
}

/** The rows that the README shows, in words for people who don't know the benchmarks. */
const inReadme = {
  'receiver beside grammY': 'webhooks answered, compared with grammY',
  'receiver beside Bolt': 'webhooks answered, compared with Bolt',
  'client call beside undici': 'API calls, compared with undici alone',
  'client call beside zulip-js': 'API calls, compared with zulip-js',
  'simulator in process: message in, webhook, bot, reply stored': 'simulator: from a message to the stored reply',
  'durable path, SQLite: accepted deliveries beside inline': 'messages with a queue in SQLite, compared with no queue',
  'durable path, Redis, beside BullMQ with as many lanes': 'messages with a queue in Redis, compared with BullMQ alone',
  'edge bundle of a hello world, gzipped': 'hello world, bundled for the edge, gzipped',
}

/** The README, with its short table of figures. Throws if one of them is missing in the results. */
export function withFigures(readme, folder) {
  const rows = rowsIn(folder)
  const lines = Object.entries(inReadme).map(([name, words]) => {
    const row = rows.find((one) => one.name === name)
    if (row === undefined) throw new Error(`results.json has no row "${name}": name another in bench/lib/report.mjs.`)
    const [, value, spread] = cells(row)
    return [words, sized(value, row), spread]
  })
  return betweenMarks(readme, markdownTable(['what', 'measured', 'spread'], lines))
}

/** The page of benchmarks, with all figures and their targets. */
export function withTargets(page, folder) {
  const lines = rowsIn(folder).map((row) => {
    const [name, value, spread, target, met] = cells(row)
    return [name, sized(value, row), spread, target, met]
  })
  return betweenMarks(page, markdownTable(['what', 'measured', 'spread', 'target', 'reached'], lines))
}

const rowsIn = (folder) => JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')).rows

/** Figures of a shorter run are coarse, so they say so. */
const sized = (value, { size }) => (size === 'full' ? value : `${value} (size ${size})`)

const betweenMarks = (text, table) =>
  text.replace(/(<!-- measured -->\n).*?(\n<!-- \/measured -->)/s, (_, before, after) => `${before}${table}${after}`)

/** The rows as lines for a terminal. */
export const rowsText = (rows) =>
  aligned([['', 'value', 'spread', 'target', 'met'], ...rows.map((row) => [...cells(row), row.note ?? ''])])

/** A table as lines for a terminal. */
export const tableText = ({ title, head, lines, notes }) =>
  [title, aligned([head, ...lines]), ...notes.map((note) => `  ${note}`)].join('\n')

function markdown(rows, parts) {
  const sections = Object.entries(parts).flatMap(([name, { size, circumstances, tables, charts }]) => [
    `## ${name}`,
    circumstancesText(size, circumstances),
    ...charts.map(({ file, title }) => `![${title}](charts/${file}.svg)`),
    ...tables.flatMap(({ title, head, lines, notes }) => [
      `### ${title}`,
      markdownTable(head, lines),
      ...(notes.length > 0 ? [notes.map((note) => `- ${note}`).join('\n')] : []),
    ]),
  ])
  const head = ['what', 'value', 'spread', 'target', 'met', '']
  return `${[
    '# What was measured',
    'Made by `npm run bench`; [how to read it](../docs/reference/benchmarks.md). A figure is the median of all rounds, its spread the least and the most.',
    markdownTable(
      head,
      rows.map((row) => [
        ...cells(row),
        [row.note, row.size === 'full' ? '' : `size: ${row.size}`].filter(Boolean).join('; '),
      ]),
    ),
    ...sections,
  ].join('\n\n')}\n`
}

function circumstancesText(size, { date, commit, node, processor, memory, pinned, load }) {
  const cores = pinned ? 'what is measured on one core, the rest on the other' : 'not pinned to cores'
  const rush =
    load[0] >= 3
      ? ' **The machine was busy with other work: only what was measured side by side can be compared.**'
      : ''
  return `Size \`${size}\`, ${date}${commit ? `, commit ${commit}` : ''}, Node ${node}, ${processor}, ${memory}; ${cores}; load averages before: ${load.join(', ')}.${rush}`
}

const cells = ({ name, value, spread, target, unit, met }) => [
  name,
  value === null ? 'not measured' : `${rounded(value)}${unit ? ` ${unit}` : ''}`,
  spread === null ? '' : `${rounded(spread[0])}–${rounded(spread[1])}`,
  target,
  met ? 'yes' : 'no',
]

const markdownTable = (head, lines) =>
  [head, head.map(() => '---'), ...lines].map((line) => `| ${line.map(cell).join(' | ')} |`).join('\n')

const cell = (text) => text.replaceAll('|', '\\|')

function aligned(lines) {
  const widths = lines[0].map((_, at) => Math.max(...lines.map((line) => line[at].length)))
  return lines
    .map((line) => `  ${line.map((text, at) => text.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd())
    .join('\n')
}
