import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname, uptime } from 'node:os'
import { threadId } from 'node:worker_threads'
import { isObject } from '../values.js'

/** `unknown`: it is of another machine or container, or its number may have been given to another process. */
export type HolderState = 'alive' | 'dead' | 'unknown'

/** The holders of this thread that weren't closed. */
const open = new Set<string>()

/**
 * A new holder of leases in this process. Its ID has what another process on the same machine recognises it by: the system, the
 * numbers of process and thread, and when the process was started, in ticks since the system was (only on Linux).
 */
export function openIdentity() {
  const instance = randomBytes(9).toString('base64url')
  const own = [instance, thisSystem(), process.pid, threadId, stateOf(process.pid)?.started ?? ''].join(' ')
  open.add(own)
  return { id: own, stateOf: (id: string) => stateOfHolder(id, own), close: () => void open.delete(own) }
}

function stateOfHolder(id: string, own: string): HolderState {
  if (open.has(id)) return 'alive'
  const [, system = '', pid = '', thread, started] = id.split(' ')
  const [, ownSystem, ownPid, ownThread] = own.split(' ')
  if (system === '' || system !== ownSystem || !/^[1-9]\d{0,9}$/.test(pid)) return 'unknown'
  if (!exists(Number(pid))) return 'dead'
  const found = stateOf(Number(pid))
  // A number is given again.
  if (found?.started === undefined || !started) return 'unknown'
  // A process that its parent hasn't looked after yet still has its own.
  if (found.started !== started || found.hasEnded) return 'dead'
  if (pid !== ownPid) return 'alive'
  return thread === ownThread ? 'dead' : 'unknown'
}

/** Identifies the machine since it was started, and the container, whose processes have numbers of their own. Empty on Windows. */
function thisSystem(): string {
  const boot = startOfSystem()
  if (boot === undefined) return ''
  const container = process.platform === 'linux' ? readlinkSync('/proc/self/ns/pid') : ''
  return createHash('sha256').update(`${hostname()} ${boot} ${container}`).digest('base64url').slice(0, 16)
}

/** Changes whenever the machine is started. Undefined on Windows, or without `/proc`. */
export function startOfSystem(): string | undefined {
  // In minutes: another minute only means that nothing is known.
  if (process.platform === 'darwin') return String(Math.round((Date.now() / 1_000 - uptime()) / 60))
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return undefined
  }
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Another error means that it belongs to another user.
    return !(isObject(error) && error.code === 'ESRCH')
  }
}

/** Undefined on other systems than Linux. */
function stateOf(pid: number): { readonly started: string | undefined; readonly hasEnded: boolean } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Its name, in parentheses, may contain anything.
    const [state = '', ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { started: fields[18], hasEnded: state === 'Z' || state === 'X' }
  } catch {
    return undefined
  }
}
