import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './blocks.js'

const { exports }: { readonly exports: Readonly<Record<string, string | { readonly default: string }>> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)

/** The entries of the package by their sources: `src/client.ts` is `earshot/client`. */
export const entries: ReadonlyMap<string, string> = new Map(
  Object.entries(exports).flatMap(([entry, target]) =>
    typeof target === 'string'
      ? []
      : [[target.default.replace('./dist/', 'src/').replace(/\.js$/, '.ts'), entry.replace('.', 'earshot')]],
  ),
)
