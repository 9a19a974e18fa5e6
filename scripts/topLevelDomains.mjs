// Writes src/simulator/realm/markdown/topLevelDomains.json: the endings of names that are links without `https://`.
//   node scripts/topLevelDomains.mjs
// Run it after the package `tlds` has changed.
import { readFileSync, writeFileSync } from 'node:fs'

const root = new URL('../', import.meta.url)
const domains = JSON.parse(readFileSync(new URL('node_modules/tlds/index.json', root), 'utf8'))

writeFileSync(
  new URL('src/simulator/realm/markdown/topLevelDomains.json', root),
  `${JSON.stringify(domains, null, 2)}\n`,
)
