import { createWorker, memoryQueue } from 'earshot/queue'
import { createReceiver, type DeliveryHandler } from 'earshot/receiver'
import { memoryStorage } from 'earshot/storage'
import { describe, expect, it } from 'vitest'
import { chatServer, everythingToHappen, manualClock, recordingLog } from '../receiver/kit.js'
import { mention } from '../receiver/notifications.js'
import { bindingOf, emailOf, keyOf, type Row, tokenOf } from '../receiver/organisations.js'

/** A receiver and a worker with a queue between them, whose bots are looked up. */
function town() {
  const clock = manualClock()
  const { log, lines } = recordingLog()
  const table = new Map<string, Row>()
  const sent: Record<string, string>[] = []
  const queue = memoryQueue({ clock })
  /** As the worker sees it. */
  const database = { isAway: false }
  const find = (email: string) => {
    const row = [...table.values()].find(({ name }) => emailOf(name) === email)
    return row && bindingOf(row)
  }
  const workersFind = async (email: string) => {
    if (database.isAway) throw new Error('away')
    return find(email)
  }
  const shared = { clock, log, queue, storage: memoryStorage({ clock }), fetch: chatServer(sent, undefined) }
  const receiver = createReceiver({ ...shared, bots: find })
  const working = createWorker({ ...shared, bots: workersFind, random: () => 0.5 }).start()
  return {
    queue,
    clock,
    lines,
    sent,
    table,
    database,
    add: (row: Row) => void table.set(row.name, row),
    async post(name: string, id: number) {
      const body = JSON.stringify(mention({ id }, { bot_email: emailOf(name), token: tokenOf(name) }))
      return (await receiver.request('/', { method: 'POST', body })).status
    },
    async stop() {
      await working.stop()
      await queue.close()
    },
  }
}

describe('a worker with a look-up of bots', () => {
  it('handles queued deliveries with the client of each bot', async () => {
    const { add, post, sent, clock, stop } = town()
    for (const name of ['bakery', 'library']) add({ name })
    expect([await post('bakery', 1), await post('library', 2)]).toEqual([200, 200])
    await clock.advance(10)
    expect(sent.map(({ content }) => content)).toEqual(['Hello!', 'Hello!'])
    await stop()
  })

  it('keeps deliveries waiting without counting attempts while the look-up fails', async () => {
    const { add, post, sent, clock, database, queue, lines, stop } = town()
    add({ name: 'bakery' })
    database.isAway = true
    await post('bakery', 1)
    await clock.advance(60_000)
    expect(sent).toEqual([])
    expect(await queue.status()).toMatchObject({ waiting: 1, dead: 0 })
    database.isAway = false
    await clock.advance(10_000)
    expect(sent).toHaveLength(1)
    expect(lines.at(-1)).toMatchObject({ message: 'Handled', fields: { bot: emailOf('bakery') } })
    expect(lines.at(-1)?.fields).not.toHaveProperty('attempt')
    await stop()
  })

  it('moves the deliveries of a removed bot to the dead letters', async () => {
    const { add, post, table, clock, queue, database, stop } = town()
    add({ name: 'bakery' })
    database.isAway = true
    await post('bakery', 1)
    table.clear()
    database.isAway = false
    await clock.advance(3_600_000)
    const [letter] = await queue.dead.list()
    expect(letter?.error).toContain(`No bot of this worker has the address ${emailOf('bakery')}`)
    await stop()
  })

  it("keeps a bot's secrets out of dead letters and the log", async () => {
    const { add, post, clock, queue, lines, stop } = town()
    const bot: DeliveryHandler = {
      async handle({ log }) {
        log.warn({}, `with ${tokenOf('bakery')}`)
        throw Object.assign(new Error(`refused with ${keyOf('bakery')}`), { retry: false })
      },
    }
    add({ name: 'bakery', bot })
    await post('bakery', 1)
    await clock.advance(10)
    await everythingToHappen()
    const [letter] = await queue.dead.list()
    expect(letter?.error).toBe('Error: refused with ***')
    const said = JSON.stringify(lines, (_, value) => (value instanceof Error ? value.message : value))
    expect(said).toContain('with ***')
    expect(said).not.toMatch(/of bakery/)
    await stop()
  })
})
