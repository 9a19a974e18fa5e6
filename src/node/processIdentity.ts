import { readFileSync, readlinkSync } from 'node:fs'
import { hostname, uptime } from 'node:os'
import type { LockOwner } from '../storage/lock.js'
import { isObject, parseJson } from '../values.js'

/** A process, as one on the same machine recognises it. */
interface ProcessIdentity {
  readonly host: string
  /**
   * Identifies the system since it was started, and the container, whose processes have numbers of their own. On macOS the
   * UNIX milliseconds when it was started, roughly.
   */
  readonly system: string | number
  readonly pid: number
  /** When the process was started, in ticks since the system was. Only on Linux. */
  readonly started?: string
}

/** This process. Undefined where nobody could tell whether it has died: on Windows, or without `/proc`. */
export function thisProcess(): LockOwner | undefined {
  const system = systemNow()
  if (system === undefined) return undefined
  const started = stateOf(process.pid)?.started
  const own: ProcessIdentity = { host: hostname(), system, pid: process.pid, ...(started && { started }) }
  return { id: JSON.stringify(own), isDead: (id) => isDead(Object(parseJson(id)), own) }
}

/** Whether a process of the same machine, or container, is certainly dead. Others can't be looked at from here. */
function isDead({ host, system, pid, started }: Partial<ProcessIdentity>, own: ProcessIdentity): boolean {
  if (host !== own.host || system === undefined || !isSameSystem(system, own.system)) return false
  if (pid === undefined || !Number.isSafeInteger(pid) || pid <= 0) return false
  if (!exists(pid)) return true
  const found = stateOf(pid)
  // A number is given again. A process that its parent hasn't looked after yet still has its own.
  return found !== undefined && started !== undefined && (found.started !== started || found.hasEnded)
}

function isSameSystem(one: string | number, other: string | number): boolean {
  return typeof one === 'number' && typeof other === 'number' ? Math.abs(one - other) <= 5_000 : one === other
}

function systemNow(): string | number | undefined {
  if (process.platform === 'darwin') return Date.now() - uptime() * 1_000
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
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
