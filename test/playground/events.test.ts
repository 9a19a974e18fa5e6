import { Bot, silent } from 'earshot'
import { createListener } from 'earshot/listener'
import { createSimulator, type JournalEntry } from 'earshot/simulator'
import { memoryStorage } from 'earshot/storage'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createHandedOut, eventFields, wordsOfEvent } from '../../src/playground/page/events/store.js'
import { asksFor, parseSearch } from '../../src/playground/search.js'
import { turns } from '../queue/town.js'

type HandedOut = ReturnType<typeof createHandedOut>

/** A bot that listens, and what happens to it. */
async function journalOfListener(): Promise<readonly JournalEntry[]> {
  const simulator = createSimulator({ clock: 'frozen' })
  onTestFinished(() => simulator.close())
  const { clock } = simulator
  const { token: _, ...credentials } = simulator.addBot({ full_name: 'Ear', type: 'generic' })
  const bot = new Bot().onDirectMessage(() => 'Psst.')
  const listening = createListener({
    bots: [{ bot, credentials }],
    clock,
    log: silent,
    storage: memoryStorage({ clock }),
    fetch: (...request) => simulator.fetch(...request),
  }).start()
  await turns()
  simulator.say('Iago', { to: ['Ear'] }, 'rye or spelt?')
  await turns()
  await simulator.advance('2m')
  await turns()
  await listening.stop()
  return simulator.journal.read({ limit: 1000 }).entries
}

function noted(entries: readonly JournalEntry[]): HandedOut {
  const handedOut = createHandedOut()
  handedOut.note(entries)
  return handedOut
}

describe('the list of events handed out to bots', () => {
  it('has the time, the receiver and the text of each', async () => {
    const entries = await journalOfListener()
    const { all } = noted(entries).rows
    expect(all.map(({ type }) => type)).toContain('heartbeat')
    const [first] = all.filter(({ type }) => type === 'message')
    expect(first).toMatchObject({ listener: 'Ear', says: 'Iago: rye or spelt?' })
    const answer = entries.find(({ number }) => number === first?.answer)
    expect(answer).toMatchObject({ kind: 'answer', call: first?.call, at: first?.at })
    const reply = entries.find(
      (entry) => entry.kind === 'call' && entry.endpoint === 'messages.send' && entry.caller?.full_name === 'Ear',
    )
    expect(reply?.number).toBeGreaterThan(first?.answer ?? Number.POSITIVE_INFINITY)
  })

  it('is the same however the journal is split or repeated', async () => {
    const entries = await journalOfListener()
    const expected = noted(entries).rows.all
    expect(expected.length).toBeGreaterThan(1)
    fc.assert(
      fc.property(fc.nat(entries.length), fc.nat(entries.length), (end, again) => {
        const handedOut = noted(entries.slice(0, end))
        handedOut.note(entries.slice(Math.min(end, again)))
        expect(handedOut.rows.all).toEqual(expected)
      }),
      { numRuns: 20 },
    )
  })

  it('omits events that the playground reads', async () => {
    const entries = (await journalOfListener()).map((entry) =>
      entry.kind === 'call' ? { ...entry, client: 'playground' } : entry,
    )
    expect(noted(entries).rows.all).toEqual([])
  })

  it.each([
    ['bot:ear type:message', ['message']],
    ['rye', ['message']],
    ['type:reaction', []],
    ['bot:echo', []],
  ])('finds the rows for %s', async (search, types) => {
    const { rows } = noted(await journalOfListener())
    const { matches, problems } = parseSearch(search, eventFields, wordsOfEvent)
    const found = rows.all.filter((row) => row.type !== 'heartbeat' && row.says.startsWith('Iago')).filter(matches)
    expect(problems).toEqual([])
    expect(found.map(({ type }) => type)).toEqual(types)
  })

  it('includes heartbeats only if the search asks for them', () => {
    const asks = (text: string) => asksFor(text, 'type:heartbeat')
    expect(['type:heartbeat', 'bot:ear -type:heartbeat'].map(asks)).toEqual([true, true])
    expect(['heartbeat', 'type:heartbeats', ''].map(asks)).toEqual([false, false, false])
  })
})
