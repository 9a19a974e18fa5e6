import { createSimulator, type JournalEntry, type Simulator } from 'earshot/simulator'
import { afterEach, describe, expect, it } from 'vitest'
import type { ListedDelivery } from '../../src/playground/page/deliveries/listedDelivery.js'
import { tookIn } from '../../src/playground/page/deliveries/outcomes.js'
import {
  createDeliveries,
  type DeliveryRow,
  deliveryFields,
  wordsOfDelivery,
} from '../../src/playground/page/deliveries/store.js'
import { parseSearch } from '../../src/playground/search.js'

describe('how long a delivery took', () => {
  it('is the time from its message to the end of its last attempt, in the list and the details, also as it grows', async () => {
    const { simulator, deliveries, list } = watched()
    simulator.faults.add('delivery 1 to Echo loses the answer')
    simulator.say('hamlet', lunch, '@**Echo** hi')
    await simulator.idle()
    const [delivery] = await list()
    expect(delivery?.attempts.length).toBeGreaterThan(1)
    expect(deliveries.rows.find(1)?.ms).toBe(delivery && tookIn(delivery))
    const later = createDeliveries()
    later.add(await list())
    expect(later.rows.find(1)?.ms).toBe(deliveries.rows.find(1)?.ms)
  })
})

type Deliveries = ReturnType<typeof createDeliveries>

const lunch = { channel: 'kitchen', topic: 'lunch' }
const opened: Simulator[] = []

afterEach(async () => {
  for (const simulator of opened.splice(0)) await simulator.close()
})

/** A simulator and the page's list, which is told what happens. */
function watched(): { simulator: Simulator; deliveries: Deliveries; list(): Promise<readonly ListedDelivery[]> } {
  const simulator = createSimulator({ clock: 'frozen' })
  opened.push(simulator)
  simulator.connect('echo', async (request) => {
    const { data } = (await request.json()) as { data: string }
    if (data.includes('fail')) return new Response('no', { status: 500 })
    return Response.json(data.includes('quiet') ? { response_not_required: true } : { content: 'yes' })
  })
  const deliveries = createDeliveries()
  simulator.journal.subscribe((entry) => void deliveries.note([entry]))
  const list = async () => {
    const response = await simulator.fetch(`${simulator.url}/sim/deliveries?limit=1000`)
    return ((await response.json()) as { deliveries: ListedDelivery[] }).deliveries
  }
  return { simulator, deliveries, list }
}

async function post(simulator: Simulator, path: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  await simulator.fetch(`${simulator.url}/sim${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  await simulator.idle()
}

/** Everything that can come of a delivery. */
async function busyDay(simulator: Simulator): Promise<void> {
  simulator.faults.add('delivery 2 to Echo is delivered twice')
  for (const text of ['hi', 'again', 'fail', 'quiet']) simulator.say('hamlet', lunch, `@**Echo** ${text}`)
  simulator.say('iago', { to: ['echo', 'hamlet'] }, 'psst')
  await simulator.idle()
  simulator.addBot({ full_name: 'Puck', address: 'http://127.0.0.1:1/' })
  simulator.connect('puck', () => {
    throw new Error('not there')
  })
  simulator.say('iago', { to: ['puck'] }, 'there?')
  await simulator.idle()
  await post(simulator, '/deliveries/1/resend', { body: '{"data": "edited"}' })
  await post(simulator, '/deliveries/hold', { bot: 'echo' })
  for (const text of ['one', 'two', 'three']) simulator.say('hamlet', lunch, `@**Echo** ${text}`)
  await simulator.idle()
}

describe('the list of deliveries', () => {
  it('is the same from journal entries as from the list of the API', async () => {
    const { simulator, deliveries, list } = watched()
    await busyDay(simulator)
    const listed = createDeliveries()
    listed.add(await list())
    expect(deliveries.rows.all).toEqual(listed.rows.all)
    expect(deliveries.rows.all.map(({ outcome }) => outcome)).toEqual([
      'replied',
      'replied',
      'failed',
      'quiet',
      'replied',
      'failed',
      'replied',
      'held',
      'held',
      'held',
    ])
    await post(simulator, '/deliveries/8/release', { body: '{"data": "other"}' })
    await post(simulator, '/deliveries/let-go', {})
    listed.add(await list())
    expect(deliveries.rows.all).toEqual(listed.rows.all)
    expect(deliveries.rows.find(8)).toMatchObject({ isEdited: true, outcome: 'replied', attempts: 1, status: 200 })
  })

  it('has what happened to each delivery', async () => {
    const { simulator, deliveries } = watched()
    await busyDay(simulator)
    const row = (id: number) => deliveries.rows.find(id)
    expect(row(1)).toMatchObject({
      bot: { full_name: 'Echo' },
      trigger: 'mention',
      sender: 'Hamlet',
      conversation: 'kitchen',
      topic: 'lunch',
      text: '@**Echo** hi',
      attempts: 1,
      status: 200,
      failure: undefined,
      ms: 0,
    })
    expect(row(2)).toMatchObject({ attempts: 2, isFaulted: true })
    expect(row(3)).toMatchObject({ status: 500, outcome: 'failed' })
    expect(row(5)?.conversation).toContain('Echo')
    expect(row(6)).toMatchObject({ status: undefined, failure: 'connection error', attempts: 4 })
    expect(row(7)).toMatchObject({ isResent: true, isEdited: true, sender: '', topic: '' })
  })

  it('ignores journal entries that the fetched list already includes', async () => {
    const { simulator, list } = watched()
    await busyDay(simulator)
    const late = createDeliveries()
    late.add(await list())
    const before = [...late.rows.all]
    late.note(simulator.journal.read({ limit: 1000, kinds: ['delivery'] }).entries)
    expect(late.rows.all).toEqual(before)
  })

  it('is emptied and must be fetched again after a reset', async () => {
    const { simulator } = watched()
    const deliveries = createDeliveries()
    simulator.say('hamlet', lunch, '@**Echo** hi')
    await simulator.idle()
    simulator.checkpoint('here')
    expect(deliveries.note(simulator.journal.read().entries)).toBe('go on')
    expect(deliveries.rows.all).toHaveLength(1)
    simulator.reset()
    expect(deliveries.note(simulator.journal.read().entries)).toBe('read anew')
    expect(deliveries.rows.all).toEqual([])
  })

  it.each([
    ['bot:puck', [6]],
    ['is:failed', [3, 6]],
    ['status:>=500', [3]],
    ['is:faulted', [2]],
    ['is:resent is:edited', [7]],
    ['is:held', [8, 9, 10]],
    ['is:quiet -is:resent', [4]],
    ['is:replied trigger:direct', [5]],
    ['sender:iago', [5, 6]],
    ['topic:lunch outcome:replied', [1, 2]],
    ['message:>0 three', [10]],
    ['ms:<1 psst', [5]],
    ['before:00:00 after:23:59', []],
  ])('finds the rows for %s', async (text, expected) => {
    const { simulator, deliveries } = watched()
    await busyDay(simulator)
    const { matches, problems } = parseSearch(text, deliveryFields, wordsOfDelivery)
    deliveries.rows.search(matches)
    expect(problems).toEqual([])
    expect(deliveries.rows.shown.map(({ id }) => id)).toEqual(expected)
  })

  it('tests each of 10,000 deliveries only three times', async () => {
    const { simulator } = watched()
    simulator.say('hamlet', lunch, '@**Echo** hi')
    await simulator.idle()
    const [queued, attempted, ended] = simulator.journal.read({ kinds: ['delivery'] }).entries
    const deliveries = createDeliveries(200_000)
    const { matches } = parseSearch<DeliveryRow>('bot:echo is:replied', deliveryFields, wordsOfDelivery)
    let tests = 0
    deliveries.rows.search((row) => {
      tests += 1
      return matches(row)
    })
    for (let delivery = 1; delivery <= 10_000; delivery += 1) {
      const told = [queued, attempted, ended].map((entry) => ({ ...entry, delivery }) as unknown as JournalEntry)
      deliveries.note(told)
      if (delivery % 1_000 === 0) expect(deliveries.rows.shown).toHaveLength(delivery)
    }
    // Each comes, is attempted and ends.
    expect(tests).toBe(30_000)
  })
})
