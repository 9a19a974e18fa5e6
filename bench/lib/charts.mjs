import { rounded } from './rows.mjs'

const colors = { own: '#0f766e', other: '#94a3b8', spread: '#334155' }
const layout = { width: 760, label: 190, bar: 22, step: 34, top: 48, right: 90 }

/** Bars from the shortest to the longest, with the spread of the rounds as a line on each. */
export function barChart({ title, bars }) {
  const sorted = bars.toSorted((a, b) => a.median - b.median)
  const most = Math.max(...sorted.map(({ max }) => max))
  const height = layout.top + sorted.length * layout.step + 8
  const along = (value) => ((layout.width - layout.label - layout.right) * value) / most
  const lines = sorted.map(({ label, median, min, max, own }, at) => {
    const y = layout.top + at * layout.step
    const middle = y + layout.bar / 2
    const [from, to] = [min, max].map((value) => (layout.label + along(value)).toFixed(1))
    return `  <text x="${layout.label - 10}" y="${middle + 5}" text-anchor="end"${own ? ' font-weight="bold"' : ''}>${escaped(label)}</text>
  <rect x="${layout.label}" y="${y}" width="${along(median).toFixed(1)}" height="${layout.bar}" rx="2" fill="${own ? colors.own : colors.other}"/>
  <path d="M${from} ${middle}H${to}" stroke="${colors.spread}" stroke-width="2"/>
  <text x="${Number(to) + 8}" y="${middle + 5}">${rounded(median).toLocaleString('en')}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${layout.width}" height="${height}" viewBox="0 0 ${layout.width} ${height}" font-family="system-ui, sans-serif" font-size="14" role="img" aria-label="${escaped(title)}">
  <rect width="100%" height="100%" fill="#ffffff"/>
  <g fill="#0f172a">
  <text x="16" y="28" font-size="16" font-weight="bold">${escaped(title)}</text>
${lines.join('\n')}
  </g>
</svg>
`
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
