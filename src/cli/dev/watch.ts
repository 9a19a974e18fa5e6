import { existsSync, type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import { dirname, join } from 'node:path'

/** The project folder of a file: the nearest one with a package.json, or else the file's own. */
export function projectOf(file: string): string {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder
    if (folder === dirname(folder)) return dirname(file)
  }
}

/** Watches each folder separately, since a recursive watch would include node_modules. */
export function watchCode(folder: string, onChange: () => void): { close(): void } {
  const watchers = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | undefined
  watchBelow(folder)
  return {
    close() {
      clearTimeout(timer)
      for (const watcher of watchers.values()) watcher.close()
    },
  }

  function watchBelow(path: string): void {
    if (watchers.has(path)) return
    try {
      const watcher = watch(path, (_, name) => name !== null && changed(path, name))
      watcher.on('error', () => forget(path))
      watchers.set(path, watcher)
      for (const entry of readdirSync(path, { withFileTypes: true })) {
        if (entry.isDirectory() && !leftOut.test(entry.name)) watchBelow(join(path, entry.name))
      }
    } catch {
      // It may be gone already, or unreadable.
      forget(path)
    }
  }

  function changed(parent: string, name: string): void {
    const path = join(parent, name)
    if (!leftOut.test(name) && isFolder(path)) watchBelow(path)
    else if (!code.test(name) || tests.test(name)) return
    // Editors write a file in several steps, and a formatter may follow.
    clearTimeout(timer)
    timer = setTimeout(onChange, stepsTake)
  }

  function forget(path: string): void {
    watchers.get(path)?.close()
    watchers.delete(path)
  }
}

/** What was above it may be a file by now, or it may be unreadable. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** Milliseconds. */
const stepsTake = 60

const leftOut = /^(node_modules|dist|coverage|\..*)$/
const code = /\.[cm]?[jt]sx?$/
const tests = /\.(test|spec)\./
