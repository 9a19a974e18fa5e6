import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { endAll, type Running, startEarshot } from './process.js'
import { createProject, type Project } from './project.js'

let project: Project
let folder = ''
beforeEach(() => {
  project = createProject()
  folder = project.folder
})
afterEach(() => {
  endAll()
  project.remove()
})

const write = (name: string, text: string) => project.write(name, text)

const kettle = (answer: string) =>
  `import { Bot } from 'earshot'\nexport const bot = new Bot().on('direct', (ctx) => ${answer} + ctx.message.id)\n`

async function siteOf(running: Running): Promise<string> {
  const out = await running.until('"event":"loaded"')
  return /"url":"([^"]+)"/.exec(out)?.[1] ?? ''
}

/** What the control API answers, as far as these tests look at it. */
interface Answered {
  readonly name: string
  readonly text: string
}

async function post(url: string, body: object): Promise<{ readonly status: number; readonly body: Answered }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Answered }
}

describe("earshot dev's playground", () => {
  it('saves a conversation beside the bot as a test and reports whether it passes', async () => {
    const running = startEarshot(['dev', write('bot.mjs', kettle("'Order '")), '--json'])
    const site = await siteOf(running)
    running.type('hello')
    await running.until('"text":"Order ')
    const { body: saved } = await post(`${site}/sim/transcript`, {})
    expect(saved).toMatchObject({ name: 'tea-kettle.chat', beside: expect.stringMatching(/bot\.mjs$/) })
    expect(saved.text).toContain('Iago: hello\nTea Kettle: Order {{id}}\n')

    const run = { bot: 'Tea Kettle', text: saved.text.replace('Order', 'Bill') }
    expect(await post(`${site}/sim/transcript/run`, run)).toMatchObject({
      status: 200,
      body: { passed: false, says: expect.stringContaining('- Tea Kettle: Bill {{id}}') },
    })
    expect(existsSync(join(folder, saved.name))).toBe(false)

    const kept = await post(`${site}/sim/transcript/file`, { name: saved.name, text: saved.text })
    expect(kept).toMatchObject({ status: 201, body: { passed: true, says: 'The bot does what it says.' } })
    expect(readFileSync(join(folder, 'tea-kettle.chat'), 'utf8')).toBe(saved.text)
    const again = await post(`${site}/sim/transcript/file`, { name: saved.name, text: 'x' })
    expect(again).toMatchObject({ status: 409, body: { error: { message: expect.stringContaining('already') } } })
    expect(readFileSync(join(folder, 'tea-kettle.chat'), 'utf8')).toBe(saved.text)

    const wrong = { name: saved.name, text: saved.text.replace('Order', 'Bill'), replace: true }
    expect(await post(`${site}/sim/transcript/file`, wrong)).toMatchObject({
      status: 201,
      body: { passed: false, says: expect.stringContaining('- Tea Kettle: Bill {{id}}') },
    })
  })

  it('shows on the page whether the file could be loaded, and keeps the conversation', async () => {
    const running = startEarshot(['dev', write('bot.mjs', kettle("'One '")), '--json'])
    const site = await siteOf(running)
    running.type('hello')
    await running.until('"text":"One ')
    write('bot.mjs', 'export const bot = = 1')
    await running.until('"event":"failed"')
    write('bot.mjs', kettle("'Two '"))
    await running.until('"event":"loaded"', 2)
    const journal = await fetch(`${site}/sim/journal?kinds=notice`)
    const { entries } = (await journal.json()) as { readonly entries: unknown }
    expect(entries).toMatchObject([
      { tone: 'good', text: 'Loaded: Tea Kettle', about: 'the bot file' },
      {
        tone: 'bad',
        text: expect.stringMatching(/bot\.mjs:1.*\nThe previous bot keeps running\./s),
        about: 'the bot file',
      },
      { tone: 'good', text: 'Reloaded: Tea Kettle', about: 'the bot file' },
    ])
    const { body } = await post(`${site}/sim/transcript`, {})
    expect(body.text).toContain('Tea Kettle: One {{id}}\n')
  })

  it('shows dead letters of a queue and replays them to a fixed version', async () => {
    const broken = `import { Bot } from 'earshot'
const message = { type: 'stream', to: 'nowhere', topic: 'x', content: 'x' }
export const bot = new Bot().on('direct', (ctx) => ctx.client.messages.send(message).then(() => {}))
`
    const queue = `sqlite:${join(folder, 'queue.db')}`
    const running = startEarshot(['dev', write('bot.mjs', broken), '--queue', queue, '--json'])
    const site = await siteOf(running)
    running.type('hello')
    let letter: { readonly id: string } | undefined
    const look = async () => {
      const response = await fetch(`${site}/sim/queue/dead`)
      const { letters } = (await response.json()) as { readonly letters: readonly { readonly id: string }[] }
      letter = letters[0]
      return letters
    }
    await expect
      .poll(look)
      .toMatchObject([{ bot: { full_name: 'Tea Kettle' }, sender: 'Iago', text: 'hello', reason: 'failed' }])
    write('bot.mjs', kettle("'Mended '"))
    await running.until('"event":"loaded"', 2)
    expect(await post(`${site}/sim/queue/dead/${letter?.id}/replay`, {})).toMatchObject({ status: 200 })
    await running.until('"text":"Mended ')
    expect(await look()).toEqual([])
  })

  it.skipIf(process.platform !== 'linux')(
    'is opened in a browser, or its URL is printed if there is none',
    async () => {
      const bin = join(folder, 'bin')
      const asked = join(folder, 'asked')
      mkdirSync(bin)
      writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > '${asked}'\n`)
      chmodSync(join(bin, 'xdg-open'), 0o755)
      const bot = write('bot.mjs', kettle("'x'"))
      const running = startEarshot(['dev', bot, '--open'], { environment: { PATH: `${bin}:${process.env.PATH}` } })
      const out = await running.until('Loaded: ')
      const address = () => (existsSync(asked) ? readFileSync(asked, 'utf8') : '')
      await expect.poll(address).toMatch(/^http/)
      expect(out).toContain(`Open ${address()} in a browser`)

      const without = startEarshot(['dev', bot, '--open'], { environment: { PATH: folder } })
      await without.until('No browser could be opened here; open http://127.0.0.1:')
    },
  )

  it("shows a handler's log, stack with source, and API calls", async () => {
    const bot = `import { Bot, logging } from 'earshot'
export const bot = new Bot().use(logging()).on('direct', async (ctx) => {
  ctx.log.warn({ flour: 0 }, 'No flour')
  await ctx.client.users.me()
  throw new TypeError('no dough')
})
`
    const running = startEarshot(['dev', write('bot.mjs', bot), '--json'])
    const site = await siteOf(running)
    running.type('bake')
    await running.until('Something went wrong')
    const read = async (path: string) => (await (await fetch(`${site}/sim${path}`)).json()) as Record<string, unknown>
    await expect
      .poll(async () => (await read('/deliveries/1')).log)
      .toMatchObject({
        handler: 'on direct',
        middleware: [{ name: 'logging', passed: true }],
        lines: expect.arrayContaining([expect.objectContaining({ text: 'No flour', fields: { flour: 0 } })]),
        errors: [{ name: 'TypeError', message: 'no dough' }],
        calls: expect.arrayContaining([expect.objectContaining({ endpoint: 'users.me', status: 200, code: 'ok' })]),
        outcome: expect.any(String),
      })
    const { log } = (await read('/deliveries/1')) as { log: { name: string; errors: { frames: object[] }[] } }
    expect(log.errors[0]?.frames[0]).toMatchObject({
      at: expect.stringContaining('bot.mjs:5'),
      source: "throw new TypeError('no dough')",
    })
    expect((await read('/deliveries/1/calls')).calls).toContainEqual(expect.objectContaining({ endpoint: 'users.me' }))
  })
})
