import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { targets } from '../targets.mjs'
import { barChart } from './charts.mjs'
import { rounded, rowsOf } from './rows.mjs'

/**
 * Writes `results.json`, `results.md` and the charts. What was measured before and not this time stays, with its own date.
 *
 * @param parts `{ [name]: { size, circumstances, rows, tables, charts } }`
 */
export function writeResults(folder, parts) {
  mkdirSync(join(folder, 'charts'), { recursive: true })
  const file = join(folder, 'results.json')
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).parts : {}
  const all = Object.fromEntries(
    Object.keys(targets).flatMap((name) => {
      const part = parts[name] ?? before[name]
      return part ? [[name, part]] : []
    }),
  )
  const rows = Object.values(all).flatMap(({ size, circumstances, rows: own }) =>
    own.map((row) => ({ ...row, size, date: circumstances.date })),
  )
  writeFileSync(file, `${JSON.stringify({ rows, parts: all }, undefined, 2)}\n`)
  writeFileSync(join(folder, 'results.md'), markdown(rows, all))
  for (const { charts } of Object.values(all)) {
    for (const chart of charts) writeFileSync(join(folder, 'charts', `${chart.file}.svg`), barChart(chart))
  }
}

/** The README, with a few of the ratios: nothing that has to be explained. */
export function withFigures(readme, folder) {
  const rows = rowsIn(folder).filter(({ part, name }) => targets[part][name].readme)
  const lines = rows.map((row) => [
    row.name,
    row.value === null ? 'not measured' : `${rounded(row.value)}${unitOf(row)}`,
  ])
  return betweenMarks(readme, markdownTable(['what', 'measured'], lines))
}

/** The page of benchmarks, with all figures and their targets. */
export function withTargets(page, folder) {
  const lines = rowsIn(folder).map((row) => [row.name, sized(row), targetOf(row), row.met ? 'yes' : 'no'])
  return betweenMarks(page, markdownTable(['what', 'measured', 'target', 'reached'], lines))
}

/** A row for each target, so that none is left out because it wasn't measured. */
function rowsIn(folder) {
  const { parts } = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8'))
  return Object.keys(targets).flatMap((part) => {
    const { rows = [], size = 'full' } = parts[part] ?? {}
    return rowsOf(part, {}, 'not run yet').map((row) => ({
      ...(rows.find(({ name }) => name === row.name) ?? row),
      size,
    }))
  })
}

/** Figures of a shorter run are coarse, so they say so. */
const sized = (row) => (row.size === 'full' || row.value === null ? figure(row) : `${figure(row)}, size ${row.size}`)

const betweenMarks = (text, table) =>
  text.replace(/(<!-- measured -->\n).*?(\n<!-- \/measured -->)/s, (_, before, after) => `${before}${table}${after}`)

/** The rows as lines for a terminal. */
export const rowsText = (rows) => aligned([['', 'measured', 'target', 'reached'], ...rows.map(cells)])

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
  return `${[
    '# What was measured',
    'Made by `npm run bench`; [how to read it](../docs/reference/benchmarks.md). A figure is the median of all rounds; the minimum and the maximum are in brackets.',
    markdownTable(
      ['what', 'measured', 'target', 'reached', 'size'],
      rows.map((row) => [...cells(row), row.size]),
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

const cells = (row) => [row.name, figure(row), targetOf(row), row.met ? 'yes' : 'no']

/** `1.2× grammY (1.1–1.3)`, `28 KB`. */
function figure({ value, spread, note, ...row }) {
  if (value === null) return `not measured: ${note}`
  const [least, most] = spread.map(rounded)
  return `${rounded(value)}${unitOf(row)}${row.beside ? ` ${row.beside}` : ''}${least === most ? '' : ` (${least}–${most})`}`
}

const targetOf = ({ target, ...row }) => `${target.replace('>=', '≥').replace('<=', '≤')}${unitOf(row)}`

const unitOf = ({ unit, beside }) => (beside ? '×' : unit ? ` ${unit}` : '')

const markdownTable = (head, lines) =>
  [head, head.map(() => '---'), ...lines].map((line) => `| ${line.map(cell).join(' | ')} |`).join('\n')

const cell = (text) => text.replaceAll('|', '\\|')

function aligned(lines) {
  const widths = lines[0].map((_, at) => Math.max(...lines.map((line) => line[at].length)))
  return lines
    .map((line) => `  ${line.map((text, at) => text.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd())
    .join('\n')
}
