import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { inRoot } from './paths.mjs'

/** What is imported together; none of them finds other files by where its own file lies. */
const rooms = ['protocol', 'text', 'storage', 'client', 'bot', 'receiver', 'queue', 'opentelemetry', 'node']
const doors = ['index.js', 'linkify.js', 'node/client.js', ...rooms.map((room) => `${room}/index.js`)]

const dist = inRoot('dist')

/**
 * Gathers the modules of the rooms in a few files, since Node takes longer to find and link hundreds of small ones than to
 * run them. Every module stays one module, whichever way it is come to. What is imported from outside these rooms
 * keeps its place, and so does every file of types.
 *
 * @param {readonly string[]} emitted The files in dist, by their whole paths.
 * @returns {Promise<readonly string[]>} Those that there are now.
 */
export async function gather(emitted) {
  const { build } = await import('esbuild')
  const scripts = emitted.filter((path) => path.endsWith('.js'))
  const entries = new Set([...doors.map((path) => resolve(dist, path)), ...scripts.flatMap(enteredBy)])
  const { outputFiles, metafile } = await build({
    absWorkingDir: inRoot('.'),
    entryPoints: [...entries],
    outdir: dist,
    outbase: dist,
    chunkNames: 'shared/[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2023',
    packages: 'external',
    external: ['node:*'],
    sourcemap: true,
    metafile: true,
    write: false,
    allowOverwrite: true,
    logLevel: 'error',
  })
  const strays = Object.keys(metafile.inputs).filter((path) => !isGathered(inRoot(path)))
  if (strays.length > 0) throw new Error(`What is gathered leads out of its rooms, to ${strays.join(', ')}.`)
  for (const { path, text } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, path.endsWith('.js') ? mended(text) : text)
  }
  const untouched = emitted.filter((path) => !isGathered(path.replace(/\.map$/, '')))
  return [...untouched, ...outputFiles.map(({ path }) => path)]
}

function isGathered(path) {
  const place = relative(dist, path).split(sep)
  return path.endsWith('.js') && (place.length === 1 || rooms.includes(place[0]))
}

/** The files in the rooms that a file outside them imports. */
function enteredBy(path) {
  if (isGathered(path)) return []
  const imported = [...readFileSync(path, 'utf8').matchAll(/(?:\bfrom |\bimport |\bimport\()'(\.[^']+\.js)'/g)]
  return imported.map(([, specifier]) => resolve(dirname(path), specifier)).filter(isGathered)
}

/**
 * Without imports that look as if they were there for their effects, of which a bundler warns that they have none; and
 * with the names of classes, which errors are shown by, where esbuild has put `_` before them, or a number behind.
 */
function mended(text) {
  const classes = [...text.matchAll(/^var (\w+) = class _\1\b/gm)].map(([, name]) => name)
  const renamed = classes.reduce((changed, name) => changed.replace(new RegExp(`\\b_${name}\\b`, 'g'), name), text)
  const named = [...renamed.matchAll(/^var (\w*[a-z])(\d+) = class\b/gm)].map(
    ([, name, number]) => `Object.defineProperty(${name}${number}, 'name', { value: '${name}' })\n`,
  )
  return renamed.replace(/^import "\.[^"]+";$/gm, '').replace(/^export \{/m, `${named.join('')}export {`)
}
