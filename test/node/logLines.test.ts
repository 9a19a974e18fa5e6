import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { programOf, startProgram } from '../processes/program.js'

/** Writes lines in one turn of the event loop or in many, then ends as it is told to. */
const program = programOf(`
import { writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { writeLine } from './src/node/logLines.js'
const [end, count, report] = process.argv.slice(2)
const write = (text) => writeLine(JSON.stringify({ text, padding: 'x'.repeat(60) }))
const writeAll = () => { for (let at = 0; at < Number(count); at += 1) write(at) }
setFlagsFromString('--expose-gc')
const used = () => {
  runInNewContext('gc')()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 2 ** 20
}
if (end === 'slow reader') {
  const before = used()
  for (let turn = 0; turn < 200; turn += 1) {
    writeAll()
    await new Promise((resolve) => setImmediate(resolve))
  }
  writeFileSync(report, String(used() - before))
} else writeAll()
process.on('exit', () => write('exit'))
if (end === 'exit') process.exit()
if (end === 'throw') throw new Error('Nobody catches it.')
if (end === 'rejection') await Promise.reject(new Error('Nobody waits for it.'))
if (end === 'signal') setImmediate(() => process.kill(process.pid, 'SIGTERM'))
`)

interface Line {
  readonly text?: number | string
  readonly msg?: string
  readonly lines?: number
}

function started(end: string, count: number, report = '') {
  const child = startProgram(program, [end, String(count), report], 'ignore')
  onTestFinished(() => void child.kill('SIGKILL'))
  return async (): Promise<Line[]> => {
    let output = ''
    for await (const bytes of child.stdout.setEncoding('utf8')) output += bytes
    expect(output.endsWith('\n')).toBe(true)
    return output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  }
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)

describe('lines for standard output', () => {
  it.each(['exit', 'throw', 'rejection', 'end'])(
    'are all written in order if the process ends in the same turn: %s',
    async (end) => {
      for (const count of [3, 10_000]) {
        const lines = await started(end, count)()
        expect(lines.map(({ text }) => text)).toEqual([...numbers(count), 'exit'])
      }
    },
  )

  it('are all written before a signal ends the process', async () => {
    const lines = await started('signal', 100)()
    expect(lines.map(({ text }) => text)).toEqual(numbers(100))
  })

  it('are dropped and counted beyond a limit if the reader is slow', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'earshot-log-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const report = join(folder, 'megabytes')
    const read = started('slow reader', 2_000, report)
    await expect.poll(() => existsSync(report) && readFileSync(report, 'utf8')).toMatch(/\d/)
    expect(Number(readFileSync(report, 'utf8'))).toBeLessThan(20)
    const lines = await read()
    const dropped = lines.find(({ msg }) => msg?.startsWith('Dropped lines'))?.lines ?? 0
    const written = lines.filter(({ text }) => typeof text === 'number').length
    expect(dropped).toBeGreaterThan(300_000)
    expect(written + dropped).toBe(400_000)
    expect(lines.at(-1)).toMatchObject({ text: 'exit' })
  })
})
