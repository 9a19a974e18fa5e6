import { basename } from 'node:path'

/** A package name that npm takes, made of a folder's: `My Bot` becomes `my-bot`. */
export function packageNameOf(folder: string): string {
  const name = basename(folder)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+|-+$/g, '')
    .slice(0, 100)
  return name === '' || notForPackages.has(name) ? `${name}${name === '' ? 'my' : ''}-bot` : name
}

/** Names that npm refuses, or that would hide what the project depends on. */
const notForPackages: ReadonlySet<string> = new Set(['node_modules', 'favicon.ico', 'earshot', 'tsx', 'vitest'])
