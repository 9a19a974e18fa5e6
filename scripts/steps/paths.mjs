import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout that these scripts belong to, wherever they are called from. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

export const inRoot = (...parts) => join(root, ...parts)

/** The tools' own JavaScript, run with this very Node: the shims in `.bin` differ between systems. */
export const tools = {
  typescript: inRoot('node_modules', 'typescript', 'bin', 'tsc'),
  biome: inRoot('node_modules', '@biomejs', 'biome', 'bin', 'biome'),
  vitest: inRoot('node_modules', 'vitest', 'vitest.mjs'),
}
