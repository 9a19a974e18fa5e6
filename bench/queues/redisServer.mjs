import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findRedis } from '../../scripts/steps/redis.mjs'
import { cores, pinned } from '../lib/machine.mjs'

/** A Redis that writes to its disk what it acknowledges once a second, as it is set by most; undefined where there is none. */
export async function startRedis() {
  const found = findRedis()
  if (!found) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-redis-'))
  const port = await freePort()
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'yes']
  const [command, ...args] = pinned(cores.other, [found.command, ...settings, '--maxmemory-policy', 'noeviction'])
  const server = spawn(command, args, { env: { ...process.env, ...found.env }, stdio: ['ignore', 'pipe', 'ignore'] })
  let output = ''
  await new Promise((resolve, reject) => {
    server.once('close', () => reject(new Error(`redis-server ended:\n${output}`)))
    server.stdout.on('data', (text) => {
      output += text
      if (output.includes('Ready to accept connections')) resolve()
    })
  })
  return {
    address: `redis://127.0.0.1:${port}`,
    async stop() {
      server.kill('SIGKILL')
      await once(server, 'close')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
