import { execFileSync, spawnSync } from 'node:child_process'
import { cpus, loadavg, totalmem } from 'node:os'

const hasTaskset = process.platform === 'linux' && spawnSync('taskset', ['--version']).status === 0

/** Who is measured has a core to itself, where there are two; whatever calls it, or is called, has the other. */
export const cores = hasTaskset && cpus().length > 1 ? { measured: 0, other: 1 } : {}

/** A command that stays on the core, where it can be held there. */
export const pinned = (core, command) => (core === undefined ? command : ['taskset', '-c', String(core), ...command])

/** Where and when it was measured. */
export function circumstances() {
  return {
    date: new Date().toISOString(),
    commit: commit(),
    node: process.version,
    processor: `${cpus().length} x ${cpus()[0]?.model.trim() ?? 'unknown'}`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    pinned: cores.measured !== undefined,
    load: loadavg().map((one) => Number(one.toFixed(2))),
  }
}

function commit() {
  try {
    const git = (...args) => execFileSync('git', args, { encoding: 'utf8', cwd: import.meta.dirname }).trim()
    return git('rev-parse', '--short', 'HEAD')
  } catch {
    return undefined
  }
}
