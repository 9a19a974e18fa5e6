import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'

/** The folder of somebody's bot, in which Earshot is installed. */
export interface Project {
  readonly folder: string
  /** Writes a file that nobody else may read, and gives its path. */
  write(name: string, text: string): string
  remove(): void
}

export function createProject(): Project {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-project-'))
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 })
    return join(folder, name)
  }
  symlinkSync(inject('installed'), join(folder, 'node_modules'))
  write('package.json', JSON.stringify({ name: 'tea-kettle', type: 'module' }))
  return { folder, write, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
