import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach } from 'vitest'

const script = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url))

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

/** Starts `npm start` with options. */
export function start(...options: string[]) {
  const child = spawn(process.execPath, [script, ...options], { stdio: ['ignore', 'pipe', 'pipe'] })
  started.push(child)
  let output = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text
      for (const listener of listeners) listener()
    })
  }
  const exit = once(child, 'exit').then(([code]) => ({ code: code as number, output }))
  return {
    child,
    exit,
    /** Resolves with the output once it holds this text. */
    until: (text: string) =>
      new Promise<string>((resolve, reject) => {
        const look = () => output.includes(text) && resolve(output)
        listeners.add(look)
        exit.then(() => reject(new Error(`It ended without "${text}":\n${output}`)))
        look()
      }),
  }
}
