import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { instance } from '@viz-js/viz'
import { inRoot } from './paths.mjs'

/** What all diagrams share; colours are those of the reader's theme. */
const defaults = {
  graphAttributes: { fontname: 'Helvetica', fontsize: 13, labeljust: 'l', nodesep: 0.3, ranksep: 0.5, pad: 0.2 },
  nodeAttributes: { shape: 'box', style: 'rounded', fontname: 'Helvetica', fontsize: 13, margin: '0.18,0.1' },
  edgeAttributes: { fontname: 'Helvetica', fontsize: 11, arrowsize: 0.7 },
}

const style = `<style>
  text { font-family: Helvetica, Arial, 'Liberation Sans', system-ui, sans-serif; fill: #1c2330 }
  .graph > polygon { fill: #ffffff; stroke: none }
  .cluster polygon { fill: #f4f6f9; stroke: #d5dae2 }
  .node path, .node polygon { fill: #e8effb; stroke: #5b7fb9 }
  .store path { fill: #eef3e6; stroke: #7d9a4f }
  .edge path { stroke: #6b7484 } .edge polygon { fill: #6b7484; stroke: #6b7484 } .edge text { fill: #4d5666 }
  .spare path { stroke-dasharray: 4 3 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e3e7ee }
    .graph > polygon { fill: #17191e }
    .cluster polygon { fill: #1f2229; stroke: #3a404c }
    .node path, .node polygon { fill: #24344f; stroke: #7ea3df }
    .store path { fill: #2b3722; stroke: #a3c274 }
    .edge path { stroke: #98a2b3 } .edge polygon { fill: #98a2b3; stroke: #98a2b3 } .edge text { fill: #b6bfcd }
  }
</style>`

/** Each diagram of `docs/diagrams` as SVG, by its name. */
export async function diagrams() {
  const viz = await instance()
  const folder = inRoot('docs', 'diagrams')
  return Object.fromEntries(
    readdirSync(folder).map((file) => {
      const svg = viz.renderString(readFileSync(join(folder, file), 'utf8'), { format: 'svg', ...defaults })
      // Graphviz names the version that drew it, and each part by its number.
      const drawn = svg.slice(svg.indexOf('<svg')).replace(/<!--.*?-->\n|<title>.*?<\/title>\n?/gs, '')
      return [file.replace(/\.dot$/, '.svg'), drawn.replace(/(<svg[^>]*>)/, `$1\n${style}`)]
    }),
  )
}

export async function drawDiagrams(folder) {
  const drawn = Object.entries(await diagrams())
  for (const [name, svg] of drawn) writeFileSync(join(folder, name), svg)
  return { ok: true, note: `${drawn.length} diagrams in ${folder}` }
}
