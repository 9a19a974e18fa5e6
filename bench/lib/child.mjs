import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { pinned } from './machine.mjs'

const main = fileURLToPath(new URL('./childMain.mjs', import.meta.url))

/**
 * Starts a module of this folder in a process of its own, on a core if one is named, and waits until it is ready. The module
 * exports `start(options)`, whose result may have a `url`, functions to be asked for by name, and `stop`. What it writes to its
 * standard output goes nowhere, as cheaply as to a file.
 */
export async function startChild(module, options = {}, { core, nodeArgs = [] } = {}) {
  const [command, ...args] = pinned(core, [process.execPath, ...nodeArgs, main, module, JSON.stringify(options)])
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], env: environment() })
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaints = (complaints + text).slice(-4_000)
  })
  const waiting = new Map()
  const ended = new Promise((resolve) => child.once('close', resolve))
  void ended.then(() => {
    for (const { reject } of waiting.values()) reject(new Error(`${module} has ended:\n${complaints}`))
  })
  child.on('message', ({ id, result, error }) => {
    const { resolve, reject } = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) resolve(result)
    else reject(new Error(`${module}: ${error}`))
  })
  let count = 0
  const expect = (id) => new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
  const { url } = await expect(0)
  return {
    url,
    /** Calls a function of the module. */
    ask(what, argument) {
      count += 1
      const answer = expect(count)
      child.send({ id: count, what, argument })
      return answer
    },
    async stop() {
      child.send({ what: 'stop' }, () => {})
      const timer = setTimeout(() => child.kill('SIGKILL'), 5_000)
      await ended
      clearTimeout(timer)
    },
  }
}

/** What is set for the benchmark's caller must not change what is measured. */
function environment() {
  const { NODE_OPTIONS: _, NODE_V8_COVERAGE: __, VITEST: ___, ...rest } = process.env
  return { ...rest, NODE_ENV: 'production' }
}
