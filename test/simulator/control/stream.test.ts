import { afterEach, describe, expect, it } from 'vitest'
import { type EventReader, readEvents } from './eventReader.js'
import { lunch, stage } from './stage.js'

const open = stage()
const readers: EventReader[] = []
afterEach(() => {
  for (const reader of readers.splice(0)) reader.leave()
})

async function read(...given: Parameters<typeof readEvents>): Promise<EventReader> {
  const reader = await readEvents(...given)
  readers.push(reader)
  return reader
}

describe.each(['in process', 'over a socket'])('the stream of the journal, %s', (way) => {
  const opened = async () => {
    const controlled = open()
    const { simulator } = controlled
    if (way === 'over a socket') await simulator.serve()
    const fetch = way === 'over a socket' ? globalThis.fetch : simulator.fetch
    return {
      ...controlled,
      stream: (query = '', headers = {}) => read(fetch, `${simulator.url}/sim/journal/stream${query}`, headers),
    }
  }

  it('tells what happens, as it happens, with the numbers of the journal', async () => {
    const { simulator, stream } = await opened()
    simulator.say('hamlet', lunch, 'before')
    const reader = await stream()
    expect(reader.headers.get('content-type')).toContain('text/event-stream')
    simulator.say('hamlet', lunch, 'after')
    const events = await reader.until(2)
    expect(events.map(({ event }) => event)).toEqual(['call', 'event'])
    expect(events[0]?.data).toContain('"content":"after"')
    expect(events.map(({ id }) => Number(id))).toEqual([simulator.journal.last - 1, simulator.journal.last])
  })

  it('begins where the last one was broken off', async () => {
    const { simulator, stream } = await opened()
    simulator.say('hamlet', lunch, 'one')
    const last = String(simulator.journal.last)
    simulator.say('hamlet', lunch, 'two')
    const reader = await stream('', { 'last-event-id': last })
    simulator.say('hamlet', lunch, 'three')
    const events = await reader.until(4)
    expect(events.map(({ id }) => Number(id))).toEqual([1, 2, 3, 4].map((step) => Number(last) + step))
    expect(events.map(({ data }) => /"content":"(two|three)"/.exec(data)?.[1])).toEqual([
      'two',
      'two',
      'three',
      'three',
    ])
  })

  it('tells everything that happened since a number, and only kinds that are asked for', async () => {
    const { simulator, stream } = await opened()
    for (const text of ['one', 'two', 'three']) simulator.say('hamlet', lunch, text)
    const reader = await stream('?since=0&kinds=call')
    expect((await reader.until(3)).map(({ event }) => event)).toEqual(['call', 'call', 'call'])
  })

  it('says what it can no longer tell', async () => {
    const controlled = open({ keepJournal: 2 })
    const { simulator } = controlled
    for (const text of ['one', 'two', 'three']) simulator.say('hamlet', lunch, text)
    const reader = await read(simulator.fetch, `${simulator.url}/sim/journal/stream?since=0`)
    const [missed] = await reader.until(3)
    expect(missed).toMatchObject({ event: 'missed', data: `{"missed":${simulator.journal.last - 2}}` })
  })

  it('ends when the simulator is closed', async () => {
    const { simulator, stream } = await opened()
    const reader = await stream()
    const ended = reader.ended().catch(() => true)
    await simulator.close()
    expect(await ended).toBe(true)
  })

  it('has no body for a HEAD, which ends at once', async () => {
    const { simulator } = await opened()
    const fetch = way === 'over a socket' ? globalThis.fetch : simulator.fetch
    const response = await fetch(`${simulator.url}/sim/journal/stream`, { method: 'HEAD' })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    expect(await response.text()).toBe('')
  })

  it('goes on for others when one leaves', async () => {
    const { simulator, stream } = await opened()
    const leaving = await stream()
    const staying = await stream()
    leaving.leave()
    simulator.say('hamlet', lunch, 'still there')
    expect(await staying.until(2)).toHaveLength(2)
  })
})
