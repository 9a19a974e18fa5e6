import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { withRuntimes } from '../runtimes.js'

/** A server of a template, in a process of its own. */
export interface Started {
  /** The first address that it said. */
  readonly url: string
  /** Ends it, and gives its exit code; null for one that was killed. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

export interface StartOptions {
  readonly folder: string
  readonly environment?: Readonly<Record<string, string>>
}

const running = new Set<() => void>()

/** Starts a program, and waits for it to say where it listens. */
export async function start(program: string, args: readonly string[], options: StartOptions): Promise<Started> {
  const child = spawn(program, args, {
    cwd: options.folder,
    env: { ...withRuntimes, ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that what it starts itself ends with it.
    detached: true,
  })
  const kill = (signal: NodeJS.Signals) => {
    try {
      process.kill(-(child.pid ?? 0), signal)
    } catch {
      // It has ended by itself.
    }
  }
  const stop = () => kill('SIGKILL')
  running.add(stop)
  const ended = once(child, 'close').then(([code]) => {
    running.delete(stop)
    return code as number | null
  })
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (text: string) => {
      output += text
      const [address] = /http:\/\/(127\.0\.0\.1|0\.0\.0\.0):[1-9]\d*/.exec(output) ?? []
      if (address !== undefined) resolve(address.replace('0.0.0.0', '127.0.0.1'))
    }
    child.stdout.setEncoding('utf8').on('data', hear)
    child.stderr.setEncoding('utf8').on('data', hear)
    ended.then((code) => reject(new Error(`${program} ended with ${code} before it listened:\n${output}`)), reject)
  })
  return {
    url,
    async end(signal) {
      if (signal === 'SIGKILL') stop()
      else child.kill(signal)
      return ended
    },
  }
}

/** Ends everything that was started and goes on. */
export function endAll(): void {
  for (const stop of running) stop()
}

/** A port that nobody listens at now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}
