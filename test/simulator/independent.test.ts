import { bakery, createSimulator, type OrganisationSeed, type Simulator, virtualClock } from 'earshot/simulator'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../seed.js'

/** What is rendered differently at some levels, with some assumptions, at some times, or after other messages. */
const texts = [
  '**Rye** :bread: :croissant_dance: :svc: :zulip:',
  '@**Hamlet** @_**Echo** @**all** @*bakers* @**topic**',
  '#**kitchen** #**kitchen>lunch** #**general>greetings@101** #**books**',
  'batch rye, ORDER-7 #12, ![crumb](/user_uploads/2/ab/oven-manual/oven-manual.txt)',
  '<time:3 March 05:00> <time:nonsense>',
  'x'.repeat(40),
]

const someDay = fc.record({
  said: fc.shuffledSubarray(texts, { minLength: 3 }),
  year: fc.constantFrom(2026, 2029),
  featureLevel: fc.constantFrom(1, 100, 180, 300, 496),
  assumptions: fc.record({
    messageLength: fc.constantFrom(10, 10_000),
    levelStart: fc.constantFrom('at' as const, 'after' as const),
  }),
  dialect: fc.constantFrom('svc' as const, 'zulip' as const),
  randomSeed: fc.constantFrom(1, 2),
})
type Day = typeof someDay extends fc.Arbitrary<infer Value> ? Value : never

/** A simulator whose seed has messages and scheduled messages with its name and these texts. */
function opened(name: string, { said, year, ...options }: Day): Simulator {
  const contents = [name, ...said]
  const to = { stream_id: 2, topic: 'lunch' }
  const messages = contents.map((content, at) => ({ id: 200 + at, sender_id: 10, to, content, ago: 60 - at }))
  const scheduled = contents.map((content, at) => ({ id: 10 + at, sender_id: 8, to, content, due: 60 + at }))
  const organisation: OrganisationSeed = {
    ...bakery,
    name,
    messages: [...bakery.messages, ...messages],
    scheduled_messages: [...bakery.scheduled_messages, ...scheduled],
  }
  const clock = virtualClock(Date.UTC(year, 2, 2, 5))
  return createSimulator({ ...options, organisation, clock, showSecrets: true })
}

/** Reads, changes and deletes what the seed has. Returns all that could be seen, with keys and tokens, but for its name. */
async function lived(simulator: Simulator): Promise<string> {
  const { email, apiKey } = simulator.credentials('iago')
  const headers = { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` }
  const call = async (method: string, path: string, fields: Record<string, string> = {}) => {
    const form = new URLSearchParams(fields)
    const [query, body] = method === 'GET' ? [`?${form}`, undefined] : ['', form]
    const response = await simulator.fetch(`${simulator.url}/api/v1${path}${query}`, { method, headers, body })
    return response.text()
  }
  const answers = [
    await call('POST', '/register'),
    await call('GET', '/messages', { anchor: 'oldest', num_before: '0', num_after: '100' }),
    await call('PATCH', '/messages/107', { content: 'Are *you*?' }),
    await call('POST', '/messages/102/reactions', { emoji_name: 'bread' }),
    await call('DELETE', '/messages/109'),
  ]
  await simulator.advance('2m')
  answers.push(await call('GET', '/messages', { anchor: 'newest', num_before: '100', num_after: '0' }))
  const keys = ['echo', 'hamlet'].map((who) => simulator.credentials(who))
  await simulator.close()
  return [simulator.journal.text(), JSON.stringify(keys), ...answers].join('\n').replaceAll(simulator.realm.name, '')
}

describe('a simulator', () => {
  it('is the same whichever others were made in its process before it or at the same time', async () => {
    let names = 0
    await fc.assert(
      fc.asyncProperty(someDay, someDay, async (day, another) => {
        names += 1
        // No simulator had a seed with this name before.
        const first = await lived(opened(`Bakery ${names}`, day))
        const name = `bakery ${names}`
        for (const option of Object.keys(day) as (keyof Day)[]) {
          await lived(opened(name, { ...day, [option]: another[option] }))
        }
        const [second, third] = [opened(name, day), opened(name, day)]
        expect(await lived(second)).toBe(first)
        expect(await lived(third)).toBe(first)
      }),
      { numRuns: runs(40) },
    )
  })
})
