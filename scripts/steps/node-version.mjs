import { readFileSync } from 'node:fs'

/**
 * Ends the process with one sentence when this Node is older than `engines.node` in package.json. It runs before
 * anything else, so it uses nothing that an old Node could not read.
 */
export function requireNode() {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const needed = manifest.engines.node.replace(/^>=/, '')
  if (!isOlder(process.versions.node, needed)) return
  console.error(
    `Earshot needs Node ${needed} or newer, and this is Node ${process.versions.node}: install a newer one (https://nodejs.org) and run the command again.`,
  )
  process.exit(1)
}

function isOlder(version, needed) {
  const [have, want] = [version, needed].map((text) => text.split('.').map(Number))
  const differing = want.findIndex((number, place) => number !== have[place])
  return differing !== -1 && have[differing] < want[differing]
}
