import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { monotonicNow } from './runs.js'

/** What a process of the fleet does: takes deliveries, works on them, or both; or takes events. */
export type Role = 'receiver' | 'worker' | 'both' | 'listener'

/** Processes that are there again when they have been killed. */
export interface Fleet {
  /** Where those listen that take deliveries. */
  ports(): readonly number[]
  readonly size: number
  /** Ends a process by SIGKILL, and starts another in its place. */
  kill(index: number): Promise<void>
  /** Stops a process by SIGSTOP, as a suspended machine does, and lets it go on after this many milliseconds. */
  stall(index: number, milliseconds: number): Promise<void>
  /** When each process that was killed was gone, on the clock of the file of runs. */
  readonly killed: ReadonlyMap<number, number>
  /** Ends all that work and don't listen at once by SIGKILL. Resolves when others have started in their places. */
  killWorkers(): Promise<void>
  /** Ends a process as an operator would, and starts another in its place once it has ended. */
  restart(index: number): Promise<void>
  /** Ends all as an operator would. */
  end(): Promise<void>
  /** How processes ended that were asked to, other than with code 0. */
  readonly unclean: readonly string[]
}

interface Member {
  readonly role: Role
  child: ChildProcess
  port: number | undefined
  hasEnded: boolean
  /** Resolves when it has started, fails when it could not. */
  readonly started: Promise<void>
}

/** What a process prints when it has started. */
const firstWord: Readonly<Record<Role, string>> = {
  receiver: 'port',
  both: 'port',
  worker: 'works',
  listener: 'listens',
}

const program = fileURLToPath(new URL('member.mjs', import.meta.url))
const skewedClock = fileURLToPath(new URL('skewedClock.cjs', import.meta.url))

/**
 * Starts the processes, each of which gets the settings as JSON. Resolves when all that take deliveries do.
 *
 * @param clock A file with the milliseconds by which their wall clocks are off; none if they aren't.
 */
export async function startFleet(roles: readonly Role[], settings: object, clock?: string): Promise<Fleet> {
  let isEnding = false
  const unclean: string[] = []
  const killed = new Map<number, number>()
  const members = roles.map((role) => member(role))
  await Promise.all(members.map(({ started }) => started))
  return {
    ports: () => members.flatMap(({ port }) => port ?? []),
    size: members.length,
    unclean,
    killed,
    async stall(index, milliseconds) {
      const child = members[index]?.child
      child?.kill('SIGSTOP')
      await setTimeout(milliseconds)
      child?.kill('SIGCONT')
    },
    kill: (index) => replace(index, 'SIGKILL'),
    restart: (index) => replace(index, 'SIGTERM'),
    async killWorkers() {
      const isWorker = ({ role }: Member) => role === 'worker' || role === 'both'
      await Promise.all(members.map((one, index) => isWorker(one) && replace(index, 'SIGKILL')))
      await Promise.all(members.map(({ started }) => started))
    },
    async end() {
      isEnding = true
      await Promise.all(members.map((one) => stop(one, 'SIGTERM')))
    },
  }

  async function replace(index: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const one = members[index]
    if (one === undefined || isEnding) return
    await stop(one, signal)
    members[index] = member(one.role)
  }

  async function stop(one: Member, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    // An operator waits for a process to start before it is ended again.
    if (signal === 'SIGTERM') await one.started.catch(() => {})
    const closed = one.hasEnded ? undefined : once(one.child, 'close')
    one.port = undefined
    one.child.kill(signal)
    // Others may notice its death before this process does.
    if (signal === 'SIGKILL') killed.set(one.child.pid ?? 0, monotonicNow())
    await closed
    const { exitCode, signalCode } = one.child
    if (signal === 'SIGTERM' && exitCode !== 0) unclean.push(`a ${one.role} ended with ${exitCode ?? signalCode}`)
  }

  function member(role: Role): Member {
    const preloaded = clock === undefined ? [] : ['--require', skewedClock]
    const child = spawn(process.execPath, [...preloaded, program], {
      env: { ...process.env, CRASH_MEMBER: JSON.stringify({ ...settings, role }), CRASH_CLOCK: clock },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const started = hasStarted(child, role)
    // One that is killed while it starts is nobody's concern.
    started.catch(() => {})
    const made: Member = { role, child, port: undefined, hasEnded: false, started }
    child.once('close', () => {
      made.hasEnded = true
      made.port = undefined
    })
    child.stdout?.on('data', (text) => {
      const port = /port (\d+)/.exec(String(text))?.[1]
      if (port !== undefined && !child.killed) made.port = Number(port)
    })
    return made
  }

  async function hasStarted(child: ChildProcess, role: Role): Promise<void> {
    const ended = once(child, 'close').then(() => ['it ended'])
    const [text] = await Promise.race([once(child.stdout ?? child, 'data'), ended])
    if (!String(text).startsWith(firstWord[role])) {
      throw new Error(`A ${role} of the crash test did not start: ${text}`)
    }
  }
}
