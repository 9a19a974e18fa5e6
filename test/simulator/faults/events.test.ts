import { createSimulator } from 'earshot/simulator'
import { expect, it, onTestFinished } from 'vitest'

/** An organisation whose Yeast Counter listens, and what it is told by its event queue. */
async function listening(...faults: string[]) {
  const simulator = createSimulator({ clock: 'frozen', faults })
  onTestFinished(() => simulator.close())
  const { email, apiKey } = simulator.credentials('Yeast Counter')
  const headers = { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` }
  const call = async (method: string, path: string, body?: URLSearchParams) => {
    const response = await simulator.fetch(`${simulator.url}/api/v1${path}`, { method, headers, ...(body && { body }) })
    return (await response.json()) as Record<string, unknown>
  }
  const { queue_id } = await call('POST', '/register', new URLSearchParams({ event_types: '["message"]' }))
  const events = async (after = -1, more = '&dont_block=true') =>
    call('GET', `/events?queue_id=${String(queue_id)}&last_event_id=${after}${more}`)
  const say = (...texts: string[]) => {
    for (const text of texts) simulator.say('Iago', { to: ['Yeast Counter'] }, text)
  }
  const told = async (after?: number) =>
    ((await events(after)).events as { id: number; message: { content: string } }[]).map(({ id, message }) => [
      id,
      message.content,
    ])
  return { simulator, say, events, told }
}

it('loses an event queue', async () => {
  const { say, events } = await listening('the next event to "Yeast Counter" loses the event queue')
  say('one', 'two')
  expect(await events()).toMatchObject({ result: 'error', code: 'BAD_EVENT_QUEUE_ID' })
})

it('delivers an event twice, drops one, and delays one', async () => {
  const { simulator, say, told } = await listening(
    'event 1 is told twice',
    'event 2 is dropped',
    'event 3 is delayed by 30s',
  )
  say('one', 'two', 'three', 'four')
  expect(await told()).toEqual([
    [0, 'one'],
    [1, 'one'],
    [3, 'four'],
  ])
  await simulator.advance('30s')
  expect(await told(3)).toEqual([[4, 'three']])
  expect(simulator.faults.applied.map(({ faults: [fault] }) => fault?.sentence)).toEqual([
    'event 1 is told twice',
    'event 2 is dropped',
    'event 3 is delayed by 30s',
  ])
})

it('waits for the next event after a dropped one', async () => {
  const { simulator, say, events, told } = await listening('event 2 is dropped')
  say('one', 'two')
  expect(await told()).toEqual([[0, 'one']])
  const next = events(0, '')
  await simulator.advance('1s')
  say('three')
  expect(await next).toMatchObject({ events: [{ id: 2, message: { content: 'three' } }] })
})

it('delays or drops a heartbeat', async () => {
  const { simulator, events } = await listening('the next heartbeat is dropped', 'heartbeat 2 is delayed by 5m')
  let answer: unknown
  void events(-1, '').then((given) => {
    answer = given
  })
  await simulator.advance('3m')
  expect(answer).toBeUndefined()
  await simulator.advance('5m')
  expect(answer).toMatchObject({ events: [{ type: 'heartbeat', id: 0 }] })
})

it.each([
  ['the next event to Nobody is dropped', 'there is no account "Nobody"'],
  ['the next event hangs', 'hangs'],
  ['the next heartbeat loses the event queue', 'loses'],
])('refuses %s', async (sentence, problem) => {
  const { simulator } = await listening()
  expect(() => simulator.faults.add(sentence)).toThrow(problem)
})
