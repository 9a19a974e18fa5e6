// Writes src/simulator/realm/markdown/topLevelDomains.ts: the endings of names that are links without `https://`.
//   node scripts/topLevelDomains.mjs
// Run it after the package `tlds` has changed.
import { readFileSync, writeFileSync } from 'node:fs'

const root = new URL('../', import.meta.url)
const domains = JSON.parse(readFileSync(new URL('node_modules/tlds/index.json', root), 'utf8'))

const lines = ['']
for (const domain of domains) {
  const line = lines.at(-1)
  if (line.length + domain.length > 125) lines.push(domain)
  else lines[lines.length - 1] = line === '' ? domain : `${line} ${domain}`
}

writeFileSync(
  new URL('src/simulator/realm/markdown/topLevelDomains.ts', root),
  `/** All top-level domains. Written by \`node scripts/topLevelDomains.mjs\`. */
export const topLevelDomains = \`
${lines.join('\n')}
\`
`,
)
