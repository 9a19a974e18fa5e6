import { createSimulator, type Simulator } from 'earshot/simulator'
import { afterEach, describe, expect, it } from 'vitest'
import { headersOf } from '../../../src/simulator/playground/service.js'
import { organisationViews } from '../../../src/simulator/playground/views/organisation/index.js'
import type { Drawn, Inspected, Listing, Outcome, Shown } from '../../../src/simulator/playground/views/shown.js'

const simulators: Simulator[] = []
afterEach(() => Promise.all(simulators.splice(0).map((one) => one.close())))

/** What the page asks of a simulator, and does in it. */
function open(options: Parameters<typeof createSimulator>[0] = {}) {
  const simulator = createSimulator(options)
  simulators.push(simulator)
  const call = async <Answer>(path: string, body?: unknown): Promise<Answer> => {
    const response = await simulator.fetch(`${simulator.url}/sim/views/${path}`, {
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    const answer = (await response.json()) as Answer
    if (!response.ok) throw new Error(JSON.stringify(answer))
    return answer
  }
  const show = async (
    view: string,
    { as = 8, id = '', query = '' }: { as?: number; id?: string; query?: string } = {},
  ) => (await call<{ shown: Shown }>(`${view}?${new URLSearchParams({ as: String(as), id, query })}`)).shown
  return {
    simulator,
    show,
    list: async (view: string, asked: Parameters<typeof show>[1] = {}) =>
      (await show(view, asked)) as unknown as Listing,
    act: (view: string, deed: string, body: object = {}) =>
      call<Outcome>(`${view}/${deed}`, { as: 8, id: '', ...body }),
  }
}

/** What a reader sees of it, in words. */
function words(shown: Shown): string {
  if (Array.isArray(shown)) return shown.map(words).join('')
  if (typeof shown !== 'object' || shown === null) return typeof shown === 'boolean' ? '' : String(shown ?? '')
  return words((shown as Drawn).of)
}

const names = Object.keys(organisationViews)

describe('the views of the organisation', () => {
  it.each([0, 100, 200, 300, 400, 496])('can be looked at by anybody at level %i', async (featureLevel) => {
    const { show } = open({ featureLevel })
    for (const view of names) {
      for (const as of [7, 8, 10, 13, 20]) expect(JSON.stringify(await show(view, { as })), view).not.toBe('null')
    }
  })

  it('show each of what they list', async () => {
    const { list, show } = open()
    for (const view of names.filter((one) => one !== 'calls' && one !== 'server')) {
      const { rows, chosen } = await list(view)
      expect(chosen).toBe('')
      for (const { id } of rows) {
        const { heading } = await list(view, { id })
        expect([view, id, words(heading)]).not.toEqual([view, id, ''])
      }
      expect(JSON.stringify(await show(view, { id: 'none' }))).toBe(JSON.stringify(await show(view)))
    }
  })

  it('are searched as every list', async () => {
    const { list } = open()
    const { rows, total } = await list('users', { query: 'role:owner' })
    expect(rows.map(({ cells }) => words(cells[0]).trim())).toEqual(['Desdemona'])
    expect(total).toBeGreaterThan(1)
    expect((await list('users', { query: 'rle:owner' })).problems).toEqual([
      'There is no field rle; there are role, email, is.',
    ])
    expect(words((await list('users', { query: 'nobody at all' })).empty)).toBe('Nothing here matches nobody at all.')
  })

  it('hide from whoever looks what the service hides', async () => {
    const { list } = open()
    const detail = async (as: number) => JSON.stringify((await list('users', { as, id: '11' })).detail)
    expect(await detail(10)).toContain('hidden from Hamlet')
    expect(await detail(8)).not.toContain('hidden')
  })

  it('say why where the service refuses', async () => {
    const { list } = open({ featureLevel: 100 })
    expect(words((await list('folders')).empty)).toContain('This server is of level 100')
  })
})

describe('the cards', () => {
  it.each([0, 200, 496])('of anybody can be looked at by anybody at level %i', async (featureLevel) => {
    const { show } = open({ featureLevel })
    for (const as of [7, 10, 13, 20]) {
      for (const id of ['7', '10', '12', '16', '20', '22']) {
        expect(words(await show('person', { as, id }))).toMatch(/As .* sees it\.$/)
      }
      expect(words(await show('person', { as, id: '99' }))).toMatch(/^There is nobody here with the ID 99/)
      expect(words(await show('channel', { as, id: '2' }))).toMatch(/Topics/)
      expect(words(await show('channel', { as, id: '99' }))).toBe('There is no such channel here now.')
    }
  })

  it('mute, subscribe and deactivate, and take it back', async () => {
    const { act } = open()
    const there = async (view: string, deed: string, id: string, given = {}) => {
      const { said, back } = await act(view, deed, { id, given })
      return [said, (await act(view, back?.deed ?? '', { id, given: back?.given })).said]
    }
    expect(await there('person', 'mute', '12')).toEqual(['Othello is muted.', 'Othello is no longer muted.'])
    expect(await there('person', 'deactivate', '20')).toEqual(['Echo is deactivated.', 'Echo is active again.'])
    expect(await there('channel', 'leave', '2', { name: 'kitchen' })).toEqual([
      'Unsubscribed from kitchen.',
      'Subscribed to kitchen.',
    ])
    expect(await there('channel', 'mute', '2', { name: 'kitchen' })).toEqual([
      'kitchen is muted.',
      'kitchen is no longer muted.',
    ])
    expect((await act('person', 'active')).said).toBe('Reported as active.')
  })
})

describe('the sides of', () => {
  const sides = async (show: ReturnType<typeof open>['show'], view: string, id: string, more = '') => {
    const { tabs } = (await show(view, { id })) as unknown as Inspected
    const texts = tabs.map(async ({ id: tab }) => {
      const { content, tab: shown } = (await show(view, { id, query: `tab=${tab}${more}` })) as unknown as Inspected
      expect(shown).toBe(tab)
      return [tab, words(content)] as const
    })
    return Object.fromEntries(await Promise.all(texts))
  }

  it('a delivery are why it was sent, what went, what came, and what differs', async () => {
    const { simulator, show } = open({ clock: 'frozen' })
    simulator.connect('echo', () => Response.json({ content: 'hello' }))
    simulator.say('hamlet', { channel: 'kitchen', topic: 'lunch' }, '@**Echo** soup')
    simulator.say('hamlet', { channel: 'kitchen', topic: 'lunch' }, '@**Echo** bread')
    await simulator.idle()
    const told = await sides(show, 'delivery', '2')
    expect(told.why).toContain('@**Echo** bread')
    expect(told.request).toContain('POST')
    expect(told.response).toContain('Status 200')
    expect(told.reading).toContain('What it said, in contenthello')
    expect(told.attempts).toContain('Attempt 1')
    expect(told.diff).toContain('body.data changed"@**Echo** soup""@**Echo** bread"')
    expect((await sides(show, 'delivery', '1')).diff).toContain('It is the first to this bot.')
    expect((await sides(show, 'delivery', '1', '&against=9')).diff).toContain('There is no delivery 9')
  })

  it('a delivery that is held say so', async () => {
    const { simulator, show } = open({ clock: 'frozen' })
    simulator.connect('echo', () => Response.json({}))
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
    await simulator.fetch(`${simulator.url}/sim/deliveries/hold`, json)
    simulator.say('hamlet', { to: ['echo'] }, 'soup')
    await simulator.idle()
    const told = await sides(show, 'delivery', '1')
    expect(told.response).toBe('It is held, and was not sent yet.')
    expect(told.attempts).toBe('There was none yet.')
  })

  it('a call are its answer, its parameters, how it was decided and what was assumed', async () => {
    const { simulator, show } = open()
    const { email, apiKey } = simulator.credentials('hamlet')
    const { authorization } = headersOf({ email, api_key: apiKey })
    await simulator.fetch(`${simulator.url}/api/v1/users?nonsense=1`, {
      headers: { authorization: authorization ?? '' },
    })
    const { entries } = simulator.journal.read({ kinds: ['call'] })
    const told = await sides(show, 'call', String(entries.at(-1)?.number))
    expect(told.parameters).toContain('The endpoint does not know these')
    expect(told.parameters).toContain('nonsense')
    expect(told.decision).not.toBe('')
    expect(told.assumptions).not.toBe('')
  })

  it('a level are what changes there, and what a bot gains by it', async () => {
    const { show } = open({ featureLevel: 200 })
    expect(words(await show('level', { id: '202' }))).toMatch(/^What changes at level 202.*All that bots gain by going/)
    expect(words(await show('level', { id: '100' }))).toContain('All that bots lose by going from 200 back to 100')
    const message = 'one=200&other=496&bot=20'
    expect(words(await show('comparison', { id: '111', query: message }).catch(String))).toContain(
      'There is no message 111',
    )
  })
})

describe('what is done in a view', () => {
  it('is done as whoever asks, and can be taken back', async () => {
    const { act, list } = open()
    const gone = await act('groups', 'deactivate', { id: '22' })
    expect(gone).toEqual({ said: 'drivers is deactivated.', back: { deed: 'reactivate' } })
    expect(words((await list('groups', { id: '22' })).heading)).toBe('drivers deactivated')
    expect((await act('groups', 'reactivate', { id: '22' })).said).toBe('drivers is active again.')
    expect(words((await list('groups', { id: '22' })).heading)).toBe('drivers ')
  })

  it('is refused in the words of the service', async () => {
    const { act } = open()
    const { refused } = await act('linkifiers', 'add', {
      as: 10,
      given: { pattern: 'x', url_template: 'https://e.org' },
    })
    expect(refused).toMatchObject({ status: 400, message: 'Must be an organization administrator' })
  })

  it('tells why a group cannot be deactivated', async () => {
    const { act, list } = open()
    const used = (await list('groups')).rows.map(({ id }) => act('groups', 'deactivate', { id }))
    const told = (await Promise.all(used)).filter(({ shown }) => shown !== undefined && shown !== null)
    for (const { refused, shown } of told) {
      expect(refused?.message).not.toBe('')
      expect(words(shown as Shown)).toContain('can’t be deactivated as long as it is used:')
    }
    expect(told.length).toBeGreaterThan(0)
  })

  it('deletes a topic batch by batch, and says how far it is', async () => {
    const { act } = open()
    let outcome = await act('channels', 'deleteTopic', { id: '2', given: { topic: 'lunch' } })
    expect(words(outcome.shown as Shown)).toMatch(/^ 0 of \d+, batch 1$/)
    let batches = 0
    while (outcome.again !== undefined) {
      outcome = await act('channels', 'deleteTopic', { id: '2', given: outcome.again })
      batches += 1
    }
    expect(batches).toBeGreaterThan(0)
    expect(outcome.said).toMatch(/^The topic lunch is deleted\. Undo takes/)
    expect(outcome.back?.deed).toBe('goBack')
  })

  it('puts a linkifier back where it was', async () => {
    const { act, list } = open()
    const order = async () => (await list('linkifiers')).rows.map(({ name }) => name)
    const before = await order()
    const [first] = (await list('linkifiers')).rows
    const { said, back } = await act('linkifiers', 'remove', { id: first?.id })
    expect(said).toBe('The linkifier is gone.')
    expect(await order()).toEqual(before.slice(1))
    await act('linkifiers', back?.deed ?? '', { given: back?.given })
    expect(await order()).toEqual(before)
  })

  it('says what a linkifier makes of a text, and what is wrong with one that is typed', async () => {
    const { act } = open()
    const { shown } = await act('linkifiers', 'try', { all: { text: 'See #1234.', url: '' } })
    expect(words(shown as Shown)).toContain('#1234 → https://')
    const { early } = await act('linkifiers', 'check', { all: { pattern: '(', url_template: '' } })
    expect(Object.keys(early ?? {})).toEqual(['pattern'])
  })

  it('asks for what a profile field of a type needs', async () => {
    const { act, list } = open()
    const { fields } = await act('fields', 'ask', { all: { field_type: '3' } })
    expect(Object.keys(fields ?? {})).toContain('choices')
    const { choose } = await act('fields', 'add', {
      given: { field_type: '3', name: 'Oven', choices: 'Early\nLate', required: false },
    })
    expect(words((await list('fields', { id: choose?.id ?? '' })).heading)).toBe('Oven options')
  })
})
