import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes a page of the site, given as lines, into a folder that doesn't have to exist. */
export function writePage(file, lines) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${lines.join('\n').trim()}\n`)
}
