import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Found {
  readonly command: string
  readonly env: Record<string, string>
}

// The scripts are plain JavaScript, since they run before anything is installed: their types are said here.
const scripts = new URL('../../scripts/steps/redis.mjs', import.meta.url).href
const { findRedis }: { findRedis: () => Found | undefined } = await import(scripts)

const found = findRedis()

/** Whether there is a redis-server to start; `node scripts/test.mjs` sees to it where it can. */
export const hasRedis = found !== undefined

/** A Redis of a test's own, in a folder that goes with it. */
export interface RedisServer {
  readonly address: string
  /** Ends it at once, as a crash would, waits for `whileGone`, and starts it again on what it had on its disk. */
  restart(whileGone?: () => Promise<unknown>): Promise<void>
  /** Ends it at once, as a crash would. */
  stop(): Promise<void>
}

/** Starts a Redis on a free port of this machine. */
export async function startRedis(extra: readonly string[] = []): Promise<RedisServer> {
  for (let attempt = 1; ; attempt += 1) {
    // Redis can't choose a port by itself, and somebody may take this one first.
    const started = await tryStart(await freePort(), extra)
    if (typeof started !== 'string') return started
    if (attempt === 5) throw new Error(`redis-server did not start: ${started}`)
  }
}

async function tryStart(port: number, extra: readonly string[]): Promise<RedisServer | string> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-redis-'))
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', ...extra]
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  let running = await run(args)
  if (typeof running === 'string') {
    removeFolder()
    return running
  }
  return {
    address: `redis://127.0.0.1:${port}`,
    async restart(whileGone) {
      if (typeof running !== 'string') await running.kill()
      await whileGone?.()
      running = await run(args)
      if (typeof running === 'string') throw new Error(`redis-server did not start again: ${running}`)
    },
    async stop() {
      if (typeof running !== 'string') await running.kill()
      removeFolder()
    },
  }
}

/** A process of the server that takes connections; what it said where it does not. */
async function run(args: readonly string[]): Promise<{ kill(): Promise<void> } | string> {
  const server = spawn(found?.command ?? 'redis-server', args, {
    env: { ...process.env, ...found?.env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = new Promise<void>((resolve) => {
    server.once('close', resolve)
    server.once('error', () => resolve())
  })
  let output = ''
  const ready = new Promise<true>((resolve) => {
    server.stdout.on('data', (text) => {
      output += text
      if (output.includes('Ready to accept connections')) resolve(true)
    })
  })
  if ((await Promise.race([ready, ended])) !== true) return output
  return {
    kill() {
      server.kill('SIGKILL')
      return ended
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
