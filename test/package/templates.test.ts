import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Consumer, installElsewhere, ownEnvironment, root } from './consumer.js'

/**
 * The first ten minutes: from the packed package in an empty folder to a bot that answers. What the templates need is
 * installed once, in the folder around theirs.
 */

let consumer: Consumer
let earshot = ''
const running: ChildProcess[] = []

beforeAll(async () => {
  consumer = await installElsewhere(['tsx', 'vitest', '@photostructure/sqlite'])
  earshot = join(consumer.folder, 'node_modules', '.bin', 'earshot')
}, 300_000)

afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  consumer?.remove()
}, 60_000)

const templates = readdirSync(join(root, 'templates'))

describe('from the packed package', { timeout: 180_000 }, () => {
  it.each(templates)('the template %s becomes a project that passes its tests', async (template) => {
    const made = JSON.parse(await consumer.node(earshot, 'new', template, '--template', template, '--json'))
    const manifest = JSON.parse(readFileSync(join(consumer.folder, template, 'package.json'), 'utf8'))
    expect(manifest.name).toBe(template)
    expect(made.earshot).toMatch(/^file:\.\.\/earshot-[\d.]+\.tgz$/)
    expect(existsSync(join(consumer.folder, template, manifest.dependencies.earshot.slice('file:'.length)))).toBe(true)
    expect(readFileSync(join(consumer.folder, template, '.gitignore'), 'utf8')).toContain('earshotrc')
    // All that it names is installed, but for what it calls itself.
    const named = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
    expect(named.filter((name) => !existsSync(join(consumer.folder, 'node_modules', name)))).toEqual([])

    expect(await consumer.npm(template, 'run', 'check')).not.toContain('error')
    expect(await consumer.npm(template, 'test')).toMatch(/Tests .*\d+ passed/)
  })

  it('a changed reply is heard while the bot is talked to', async () => {
    const folder = join(consumer.folder, 'hello')
    await consumer.node(earshot, 'new', 'hello', '--template', 'commands')
    const child = spawn(process.execPath, [earshot, 'dev', 'bot.ts', '--json'], { cwd: folder, env: ownEnvironment })
    running.push(child)
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const until = async (text: string) => {
      for (;;) {
        const { value, done } = await lines.next()
        if (done) throw new Error(`It ended without ${text}.`)
        if (value.includes(text)) return value
      }
    }
    child.stdin.write('orders\n')
    await until('"text":"Nothing is ordered."')
    const file = join(folder, 'orderBook.ts')
    writeFileSync(file, readFileSync(file, 'utf8').replace('Nothing is ordered.', 'The oven is cold.'))
    await until('"again":true')
    child.stdin.write('/as hamlet\norders\n')
    expect(JSON.parse(await until('"text":"The oven is cold."'))).toMatchObject({ event: 'message', sender: 'Hello' })
    child.stdin.write('/quit\n')
    expect(await once(child, 'close')).toEqual([0, null])
  })
})
