import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** What a process of the fleet does: takes deliveries, works on them, or both. */
export type Role = 'receiver' | 'worker' | 'both'

/** Processes that are there again when they have been killed. */
export interface Fleet {
  /** Where those listen that take deliveries. */
  ports(): readonly number[]
  readonly size: number
  /** Kills a process where it stands, and starts another in its place. */
  kill(index: number): Promise<void>
  /** Ends all as an operator would, and says with which codes they ended. */
  end(): Promise<(number | null)[]>
}

interface Member {
  readonly role: Role
  child: ChildProcess
  port: number | undefined
  hasEnded: boolean
}

const program = fileURLToPath(new URL('member.mjs', import.meta.url))

/** Starts the processes, each of which gets the settings as JSON. Resolves when all that take deliveries do. */
export async function startFleet(roles: readonly Role[], settings: object): Promise<Fleet> {
  let isEnding = false
  const members = roles.map((role) => member(role))
  await Promise.all(members.map(ready))
  return {
    ports: () => members.flatMap(({ port }) => port ?? []),
    size: members.length,
    async kill(index) {
      const killed = members[index]
      if (killed === undefined || isEnding) return
      const gone = killed.hasEnded ? undefined : once(killed.child, 'close')
      killed.port = undefined
      killed.child.kill('SIGKILL')
      await gone
      members[index] = member(killed.role)
    },
    async end() {
      isEnding = true
      return Promise.all(
        members.map(async ({ child, hasEnded }) => {
          if (hasEnded) return child.exitCode
          const closed = once(child, 'close')
          child.kill('SIGTERM')
          const [code] = await closed
          return typeof code === 'number' ? code : null
        }),
      )
    },
  }

  function member(role: Role): Member {
    const child = spawn(process.execPath, [program], {
      env: { ...process.env, CRASH_MEMBER: JSON.stringify({ ...settings, role }) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const made: Member = { role, child, port: undefined, hasEnded: false }
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

  async function ready({ child, role }: Member): Promise<void> {
    const [text] = await once(child.stdout ?? child, 'data')
    if (!String(text).startsWith(role === 'worker' ? 'works' : 'port')) {
      throw new Error(`A ${role} of the crash test did not start: ${text}`)
    }
  }
}
