import { newestFeatureLevel } from '../../protocol/index.js'
import type { Matrix } from './matrix.js'

/** A badge for a README, as SVG: the server's feature levels at which the bot works. */
export function matrixBadge(matrix: Matrix): string {
  const label = 'server level'
  const [message, colour] = verdict(matrix)
  const left = widthOf(label)
  const right = widthOf(message)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${label}: ${message}">
  <title>${label}: ${message}</title>
  <clipPath id="r"><rect width="${left + right}" height="20" rx="3" fill="#fff"/></clipPath>
  <g clip-path="url(#r)">
    <rect width="${left}" height="20" fill="#444"/>
    <rect x="${left}" width="${right}" height="20" fill="${colour}"/>
  </g>
  <g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
    <text x="${left / 2}" y="14">${label}</text>
    <text x="${left + right / 2}" y="14">${message}</text>
  </g>
</svg>
`
}

const green = '#2f7d32'
const red = '#b3261e'

function verdict({ worksFrom, results }: Matrix): readonly [message: string, colour: string] {
  if (worksFrom === undefined) return [`breaks at ${results.at(-1)?.until ?? newestFeatureLevel}`, red]
  return [worksFrom === newestFeatureLevel ? `${worksFrom}` : `${worksFrom}–${newestFeatureLevel}`, green]
}

/** Approximate width in pixels. */
function widthOf(text: string): number {
  return Math.round(text.length * 7) + 10
}
