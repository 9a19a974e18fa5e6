import { builtinModules } from 'node:module'
import { isAbsolute, join, relative, sep } from 'node:path'
import { build, type Metafile } from 'esbuild'
import { root } from './sources.js'

export interface Bundle {
  /** A script that leaves the entry's exports in the global `room`. */
  readonly text: string
  /** For everything of Node that is reached, the way that leads there from the entry. */
  readonly waysToNode: readonly string[]
}

/** Bundles a file for the browser with every package in it. What only Node has is left out and reported. */
export async function bundleForBrowser(entry: string): Promise<Bundle> {
  const toNode: { from: string; name: string }[] = []
  const result = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'room',
    target: 'es2023',
    metafile: true,
    write: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'what only Node has',
        setup: ({ onResolve }) => {
          onResolve({ filter: onlyInNode }, ({ path, importer }) => {
            toNode.push({ from: pathOf(importer), name: path })
            return { path, external: true }
          })
        },
      },
    ],
  })
  return {
    text: result.outputFiles[0]?.text ?? '',
    waysToNode: toNode.map(({ from, name }) => [...wayTo(from, entry, result.metafile), name].join(' → ')),
  }
}

const onlyInNode = new RegExp(`^(node:.*|(${builtinModules.filter((name) => !name.startsWith('_')).join('|')})(/.*)?)$`)

/** The shortest way over imports from the entry to a file. */
function wayTo(file: string, entry: string, { inputs }: Metafile): string[] {
  const ways: string[][] = [[entry]]
  const seen = new Set([entry])
  for (const way of ways) {
    const last = way.at(-1) ?? entry
    if (last === file) return way
    for (const { path } of inputs[last]?.imports ?? []) {
      if (seen.has(path)) continue
      seen.add(path)
      ways.push([...way, path])
    }
  }
  return [entry, '…', file]
}

const pathOf = (path: string) =>
  (isAbsolute(path) ? relative(root, path) : relative(root, join(root, path))).split(sep).join('/')
