import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { checkers } from './checks.mjs'
import { runNode } from './child.mjs'
import { gather } from './gather.mjs'
import { buildPage } from './page.mjs'
import { inRoot, root, tools } from './paths.mjs'

const sources = ['src', 'bots']
const settings = ['package.json', 'tsconfig.json', 'tsconfig.build.json', 'tsconfig.bots.json']
const stamp = inRoot('dist', '.built-from')

/** Whether dist was built from other sources than those here now. */
export const isStale = () => !existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint()

export async function buildIfStale(options) {
  return isStale() ? build(options) : { ok: true, note: 'dist is up to date' }
}

/**
 * Compiles src to dist, in few files, with the page of the playground, and bots to dist/bots, and removes what no source stands
 * behind any more. dist is never empty meanwhile, and a failed build leaves the old files but is seen as stale. Where types are known to
 * agree they are not looked at a second time.
 */
export async function build({ typesAgree = false } = {}) {
  const before = fingerprint()
  rmSync(stamp, { force: true })

  const library = await compile('tsconfig.build.json', typesAgree ? ['--noCheck'] : [])
  if (!library.ok) return library
  if (!existsSync(inRoot('dist', 'index.js'))) {
    return { ok: false, output: '', advice: 'src/index.ts is missing, so there is nothing to build.' }
  }
  const page = await buildPage()
  if (!page.ok) return page
  const files = [...(await gather(library.files)), ...page.files]
  removeAllBut(files)

  // The bots are compiled against the types that were just written, as somebody else's bot would be.
  const bots = hasTypeScript(inRoot('bots')) ? await compile('tsconfig.bots.json') : { ok: true, files: [] }
  if (!bots.ok) return bots

  writeFileSync(stamp, before)
  return { ok: true, note: `${files.length + bots.files.length} files in dist` }
}

async function compile(project, options = []) {
  const asked = ['--project', project, '--listEmittedFiles', '--pretty', 'false', ...checkers, ...options]
  const tsc = await runNode(tools.typescript, asked)
  if (tsc.code !== 0) {
    return { ok: false, output: tsc.output, advice: `fix the type errors above (\`npx tsc -p ${project}\`).` }
  }
  const files = [...tsc.output.matchAll(/^TSFILE: +(.+?)\r?$/gm)].map(([, path]) => resolve(root, path))
  return { ok: true, files }
}

function removeAllBut(files) {
  const kept = new Set(files)
  for (const path of filesIn(inRoot('dist'))) {
    if (kept.has(path)) continue
    rmSync(path)
    removeIfEmpty(dirname(path))
  }
}

function removeIfEmpty(folder) {
  if (readdirSync(folder).length > 0) return
  rmdirSync(folder)
  removeIfEmpty(dirname(folder))
}

/** A hash of every source file's path and text: the same sources give the same hash, whatever their times. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const path of [...settings.map((name) => inRoot(name)), ...sources.flatMap((name) => filesIn(inRoot(name)))]) {
    if (!existsSync(path)) continue
    const text = readFileSync(path)
    hash.update(`${relative(root, path).split(sep).join('/')}\0${text.length}\0`).update(text)
  }
  return hash.digest('hex')
}

const hasTypeScript = (folder) => filesIn(folder).some((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))

function filesIn(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesIn(path)
      return [path]
    })
}
