import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from './child.mjs'
import { cores, pinned } from './machine.mjs'

/**
 * What sends requests over so many connections: `wrk` where there is one, else a client of our own, which is slower itself. A request is
 * `{ method, path, headers, body }`; each `{n}` in its body is another number in every request.
 */
export async function createLoad(wrk) {
  if (wrk) return { name: 'wrk', send: (url, request, how) => sendByWrk(wrk, url, request, how), stop: async () => {} }
  return createOwnLoad()
}

/** The client of our own, which can send an exact number of requests: `most`. */
export async function createOwnLoad() {
  const own = await startChild('lib/ownLoad.mjs', {}, { core: cores.other })
  return {
    name: 'own',
    send: (url, request, how) => own.ask('send', { url, request, ...how }),
    stop: own.stop,
  }
}

async function sendByWrk(wrk, url, request, { seconds, first, connections }) {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-'))
  const script = join(folder, 'request.lua')
  writeFileSync(script, luaOf(request, first))
  try {
    const args = [
      '-t1',
      `-c${connections}`,
      `-d${Math.max(1, Math.round(seconds))}s`,
      '--timeout',
      '30s',
      '-s',
      script,
      url,
    ]
    const output = await run(pinned(cores.other, [wrk.command, ...args]), wrk.env)
    const told = output.match(/^RESULT (.*)$/m)?.[1]
    if (told === undefined) throw new Error(`wrk gave no result:\n${output}`)
    return JSON.parse(told)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Lua's brackets hold any text that does not have the closing ones. */
const text = (string) => `[====[${string}]====]`

function luaOf({ method = 'GET', path, headers = {}, body = '' }, first) {
  const parts = body.split('{n}').map(text)
  return `
local n = ${first}
wrk.method = '${method}'
${Object.entries(headers)
  .map(([name, value]) => `wrk.headers[ ${text(name)} ] = ${text(value)}`)
  .join('\n')}
function request()
  n = n + 1
  return wrk.format(nil, ${text(path)}, nil, ${body === '' ? 'nil' : parts.join(' .. n .. ')})
end
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('RESULT {"requests":%d,"seconds":%f,"p50":%f,"p99":%f,"refused":%d,"broken":%d}\\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
`
}

function run([command, ...args], env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk) => {
        output += chunk
      })
    }
    child.once('error', reject)
    child.once('close', () => resolve(output))
  })
}
