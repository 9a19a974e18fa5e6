import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { inRoot } from './paths.mjs'

/** What is imported together. */
const rooms = [
  ...[
    'protocol',
    'text',
    'storage',
    'client',
    'bot',
    'receiver',
    'queue',
    'listener',
    'assistant',
    'opentelemetry',
    'chatSdk',
    'node',
  ],
  ...['simulator', 'playground', 'testing'],
]
/** The same, for a room that others alone go into. */
const innerRooms = ['transcript']
const doors = [
  ...['index', 'client', 'emoji', 'linkify', 'observe', 'protocol', 'queue', 'receiver', 'sentences', 'storage'].map(
    (door) => `${door}.js`,
  ),
  'testing/vitest.js',
  'testing/testChat.js',
  ...rooms.filter((room) => room !== 'playground').map((room) => `${room}/index.js`),
]
/** What finds other files by where its own file lies: the page of the playground. */
const staying = ['playground/files.js']

const dist = inRoot('dist')
const command = resolve(dist, 'cli', 'earshot.js')

/**
 * Gathers the modules of the rooms in a few files, since Node takes longer to find and link hundreds of small ones than to
 * run them: those of the rooms above, and what the command loads before it knows what it is to do. Every module stays one
 * module, whichever way it is come to. What is imported from outside keeps its place, and so does what finds other files by
 * it, and every file of types.
 *
 * @param {readonly string[]} emitted The files in dist, by their whole paths.
 * @returns {Promise<readonly string[]>} Those that there are now.
 */
export async function gather(emitted) {
  const { build } = await import('esbuild')
  const scripts = emitted.filter((path) => path.endsWith('.js'))
  const data = emitted.filter((path) => path.endsWith('.json'))
  const gathered = new Set([...scripts.filter(isInRooms), ...data, ...startOf(command)])
  const entered = scripts.filter((path) => !gathered.has(path)).flatMap((path) => importsOf(path, anyImport))
  const entries = [
    ...doors.map((path) => resolve(dist, path)),
    command,
    ...entered.filter((path) => gathered.has(path)),
  ]
  const { outputFiles, metafile } = await build({
    absWorkingDir: inRoot('.'),
    entryPoints: [...new Set(entries)],
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
    metafile: true,
    write: false,
    allowOverwrite: true,
    logLevel: 'error',
    plugins: [{ name: 'what keeps its place', setup: ({ onResolve }) => onResolve({ filter: /^\./ }, keptInPlace) }],
  })
  const strays = Object.keys(metafile.inputs).filter((path) => !gathered.has(inRoot(path)))
  if (strays.length > 0) throw new Error(`What is gathered leads out of its rooms, to ${strays.join(', ')}.`)
  for (const { path, text } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, mended(text))
  }
  const untouched = emitted.filter((path) => !gathered.has(path))
  return [...untouched, ...outputFiles.map(({ path }) => path)]

  /** Only the command leads out of what is gathered, or to what stays, from files that all come to lie one folder deep. */
  function keptInPlace({ path, resolveDir, importer }) {
    const target = resolve(resolveDir, path)
    if (gathered.has(target) || (isInRooms(importer) && !isStaying(target))) return undefined
    return { path: `../${relative(dist, target).split(sep).join('/')}`, external: true }
  }
}

function isInRooms(path) {
  const place = relative(dist, path).split(sep)
  return (
    path.endsWith('.js') && (place.length === 1 || [...rooms, ...innerRooms].includes(place[0])) && !isStaying(path)
  )
}

const isStaying = (path) => staying.includes(relative(dist, path).split(sep).join('/'))

/** A file with all that it imports at once, but for what finds other files by where its own lies. */
function startOf(path, found = new Set([path])) {
  for (const imported of importsOf(path, importAtOnce)) {
    if (found.has(imported) || isInRooms(imported) || readFileSync(imported, 'utf8').includes('import.meta')) continue
    startOf(imported, found.add(imported))
  }
  return found
}

const importAtOnce = /(?:\bfrom |\bimport )'(\.[^']+\.js)'/g
const anyImport = /(?:\bfrom |\bimport |\bimport\()'(\.[^']+\.js)'/g

const importsOf = (path, pattern) =>
  [...readFileSync(path, 'utf8').matchAll(pattern)].map(([, specifier]) => resolve(dirname(path), specifier))

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
