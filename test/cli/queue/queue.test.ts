import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { redisQueue, sqliteQueue } from 'earshot/node'
import type { Queue } from 'earshot/queue'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DeadReason } from '../../../src/queue/index.js'
import { entryWith } from '../../queue/model.js'
import { hasRedis, startRedis } from '../../storage/redisServer.js'
import { earshot } from '../inProcess.js'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-queue-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A file with these dead letters, and one delivery that waits. */
async function queueWith(name: string, dead: Readonly<Record<string, DeadReason>>): Promise<string> {
  const path = join(folder, name)
  await fill(await sqliteQueue(path), dead)
  return path
}

async function fill(queue: Queue, dead: Readonly<Record<string, DeadReason>>): Promise<void> {
  for (const id of Object.keys(dead)) await queue.put({ ...entryWith(id), notification, conversation: id })
  const work = queue.work(
    async (job) => {
      const digest = 'a'.repeat(64)
      await job.note({ key: `reply 0 ${digest}`, outcome: '{"done":true,"value":7}' })
      await job.note({ key: `direct progress%201 ${digest}`, outcome: '{"done":false}' })
      await job.note({ key: 'call bot messages.send {"to":[7]}', begun: Date.UTC(2026, 2, 2, 5) })
      await job.note({ key: 'handler 0', outcome: '{"done":true,"value":true}' })
      await job.note({ key: 'handler 1', outcome: '{"done":true,"value":"TypeError: No oven"}' })
      const reason = dead[job.entry.id] ?? 'failed'
      await job.settle({ kind: 'dead', reason, error: 'The oven is\n\u001b[31mcold.' })
    },
    { concurrency: 1 },
  )
  await work.idle()
  await work.stop()
  await queue.put(entryWith('waits'))
  await queue.close()
}

const notification = JSON.stringify({ data: 'Two buns, please', message: { sender_email: 'iago@bakery.example' } })

const run = (...args: string[]) => earshot(['queue', ...args])

describe('earshot queue', () => {
  it('prints the status, lists dead letters and shows one', async () => {
    const path = await queueWith('look.db', { 'd-1': 'failed', 'd-2': 'uncertain' })
    const where = ['--queue', `sqlite:${path}`]
    const [status, statusJson, list, failed, shown, shownJson] = await Promise.all([
      run('status', ...where),
      run('status', ...where, '--json'),
      run('list', ...where),
      run('list', ...where, '--reason', 'failed', '--json'),
      run('show', 'd-2', ...where),
      run('show', 'd-2', ...where, '--json'),
    ])
    expect(status).toMatchObject({ code: 0, err: '' })
    expect(status.out).toMatch(/waiting {2}1\nworking {2}0\ndead {5}2\noldest {3}came .* ago/)
    expect(JSON.parse(statusJson.out)).toMatchObject({ queue: path, waiting: 1, working: 0, dead: 2 })
    expect(list.out).toMatch(/ {2}d-1 {2}failed .*\n {4}The oven is \\u001b\[31mcold\.\n.* {2}d-2 {2}uncertain /)
    expect(JSON.parse(failed.out)).toMatchObject([{ id: 'd-1', reason: 'failed', attempts: 1 }])
    expect(shown.out).toMatch(/^step {6}reply 1: done, message 7$/m)
    expect(shown.out).toMatch(/^step {6}reply "progress 1", sent only to the sender: not done$/m)
    expect(shown.out).toMatch(
      /^step {6}messages.send as the bot: begun 2026-03-02 05:00:00Z, not known whether it was done$/m,
    )
    expect(shown.out).toMatch(/^step {6}handler 1: ended\nstep {6}handler 2: failed with TypeError: No oven$/m)
    expect(shown.out).toContain('iago@bakery.example')
    expect(shown.out).toMatch(/Two buns, please\n$/)
    expect(shown.out).not.toContain('\u001b')
    expect(JSON.parse(shownJson.out)).toMatchObject({ id: 'd-2', notification: { data: 'Two buns, please' } })
  })

  it('replays all dead letters except uncertain ones, which must be named', async () => {
    const path = await queueWith('replay.db', { 'd-1': 'failed', 'd-2': 'uncertain', 'd-3': 'crashed' })
    const where = ['--queue', `sqlite:${path}`]
    const all = await run('replay', '--all', ...where)
    expect(all).toMatchObject({ code: 0, out: '2 replayed\n' })
    expect(all.err).toContain('1 uncertain left out')
    expect(await run('replay', 'd-2', 'd-9', ...where)).toMatchObject({ code: 1, out: '1 replayed\n' })
    const queue = await sqliteQueue(path)
    expect(await queue.status()).toMatchObject({ waiting: 4, dead: 0 })
    await queue.close()
  })

  it('purges the given dead letters and reports unknown ones', async () => {
    const path = await queueWith('purge.db', { 'd-1': 'failed', 'd-2': 'uncertain' })
    const environment = { EARSHOT_QUEUE: `sqlite:${path}` }
    expect(await earshot(['queue', 'purge', 'd-1', '--json'], { environment })).toMatchObject({ code: 0 })
    const again = await earshot(['queue', 'purge', 'd-1'], { environment })
    expect(again).toMatchObject({ code: 1, out: '0 purged\n' })
    expect(again.err).toContain('There is no dead letter d-1')
    const shown = await earshot(['queue', 'show', 'd-1', '--json'], { environment })
    expect([shown.code, JSON.parse(shown.out)]).toMatchObject([1, { result: 'error', code: 'no_dead_letter' }])
    expect(await earshot(['queue', 'purge', '--all'], { environment })).toMatchObject({ code: 0, out: '1 purged\n' })
  })

  it('finds the queue in the credentials file', async () => {
    const path = await queueWith('rc.db', {})
    const config = join(folder, 'earshotrc')
    writeFileSync(config, `[api]\nemail=a@b.example\n[serve]\nqueue = sqlite:${path}\n`, { mode: 0o600 })
    const { code, out } = await run('status', '--config', config, '--json')
    expect([code, JSON.parse(out).waiting]).toEqual([0, 1])
  })

  it('exits with 2 and an explanation for invalid arguments', async () => {
    const nowhere = join(folder, 'nowhere.db')
    const tried = [
      [['status'], /No queue is configured/],
      [['status', '--queue', 'inline'], /handled inline/],
      [['status', '--queue', 'disk'], /Earshot knows no such kind of queue/],
      [['status', '--queue', nowhere], /There is no file/],
      [['show', '--queue', nowhere], /the ID of one dead letter/],
      [['purge', '--queue', nowhere], /Nothing to purge/],
      [['purge', 'd-1', '--all', '--queue', nowhere], /Give one or the other/],
      [['status', '--reason', 'failed', '--queue', nowhere], /--reason doesn't apply to status/],
      [['empty', '--queue', nowhere], /Allowed choices are status, list/],
    ] as const
    const ends = await Promise.all(tried.map(([args]) => run(...args)))
    for (const [index, { code, err }] of ends.entries()) {
      expect(err).toMatch(tried[index]?.[1] ?? /^$/)
      expect(code).toBe(2)
    }
  })

  it.skipIf(!hasRedis)('works with a Redis queue', async () => {
    const server = await startRedis()
    const lanes = { prefix: 'cli', lanes: 5 }
    await fill(await redisQueue(server.address, lanes), { 'd-1': 'failed', 'd-2': 'uncertain', 'd-3': 'failed' })
    const where = ['--queue', server.address, '--prefix', 'cli']
    expect((await run('status', ...where)).out).toMatch(/waiting {2}1\nworking {2}0\ndead {5}3\n/)
    const list = JSON.parse((await run('list', ...where, '--json')).out) as { id: string }[]
    expect(list.map(({ id }) => id)).toEqual(['d-1', 'd-2', 'd-3'])
    expect((await run('show', 'd-2', ...where)).out).toMatch(/^step {6}reply 1: done, message 7$/m)
    expect(await run('replay', '--all', '--reason', 'failed', ...where)).toMatchObject({ code: 0, err: '' })
    expect(await run('purge', 'd-2', ...where)).toMatchObject({ code: 0, err: '' })
    expect((await run('status', ...where)).out).toMatch(/waiting {2}3\nworking {2}0\ndead {5}0\n/)
    await server.stop()
  })
})
