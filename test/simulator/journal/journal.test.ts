import { createSimulator, type JournalEntry, type Simulator } from 'earshot/simulator'
import { describe, expect, it } from 'vitest'
import { breaks, kitchens, lunch, says } from '../delivery/kitchen.js'
import { opener } from '../ways.js'

/** A topic that is there, so that nobody begins to follow it. */
const bread = { channel: 'kitchen', topic: 'lunch' }

const kindsOf = (simulator: Simulator) => simulator.journal.read({ limit: 1000 }).entries.map(({ kind }) => kind)
const ofKind = <Kind extends JournalEntry['kind']>(simulator: Simulator, kind: Kind) =>
  simulator.journal.read({ limit: 1000, kinds: [kind] }).entries as Extract<JournalEntry, { kind: Kind }>[]

describe('the journal', () => {
  const open = opener()

  it('begins empty', async () => {
    const { simulator } = await open()
    expect(simulator.journal.last).toBe(0)
    expect(simulator.journal.read()).toEqual({ entries: [], next: 0, missed: 0 })
    expect(simulator.journal.text()).toBe('')
  })

  it('has a call with its caller and parameters, then its events, then the answer', async () => {
    const { simulator, call } = await open({ clock: 'frozen' })
    const { body } = await call('iago', 'POST', '/messages', {
      type: 'stream',
      to: 'kitchen',
      topic: 'lunch',
      content: 'Rye',
    })
    expect(simulator.journal.read().entries).toMatchObject([
      {
        number: 1,
        at: simulator.clock.now(),
        kind: 'call',
        method: 'POST',
        path: '/api/v1/messages',
        endpoint: 'messages.send',
        caller: { user_id: 8, full_name: 'Iago' },
        parameters: { to: 'kitchen', topic: 'lunch', content: 'Rye' },
      },
      { number: 2, kind: 'event', event: { type: 'message', message: { id: body.id, content: 'Rye' } } },
      { number: 3, kind: 'answer', call: 1, status: 200, answer: body },
    ])
  })

  it('has refused calls, with the endpoint and caller if known', async () => {
    const { simulator, call, send } = await open()
    await call('iago', 'POST', '/messages', { type: 'stream', to: 'nowhere', topic: 'a', content: 'Hi' })
    await send('/api/v1/users/me')
    await send('/api/v1/nothing?api_key=secret')
    expect(simulator.journal.read().entries).toMatchObject([
      { kind: 'call', endpoint: 'messages.send', caller: { full_name: 'Iago' } },
      { kind: 'answer', call: 1, status: 400, answer: { code: 'STREAM_DOES_NOT_EXIST' } },
      { kind: 'call', endpoint: 'users.me', method: 'GET' },
      { kind: 'answer', call: 3, status: 401 },
      { kind: 'call', method: 'GET', path: '/api/v1/nothing' },
      { kind: 'answer', call: 5, status: 404 },
    ])
    const [, , nobody] = simulator.journal.read().entries
    expect(nobody).not.toHaveProperty('caller')
    expect(simulator.journal.text()).not.toContain('secret')
  })

  it('has changes that were made without a request', async () => {
    const { simulator } = await open({ clock: 'frozen' })
    simulator.say('iago', bread, 'Rye')
    simulator.addUser({ full_name: 'Ariel' })
    simulator.realm.featureLevel = 100
    await simulator.advance('1s')
    const now = simulator.clock.now()
    simulator.checkpoint('a')
    simulator.restore('a')
    simulator.reset()
    const entries = simulator.journal.read().entries.filter(({ kind }) => kind !== 'event')
    expect(entries).toMatchObject([
      { kind: 'call', endpoint: 'messages.send', caller: { full_name: 'Iago' }, parameters: { content: 'Rye' } },
      { kind: 'change', what: 'addUser', with: [{ full_name: 'Ariel' }] },
      { kind: 'level', from: 496, to: 100 },
      { kind: 'clock', from: now - 1000, to: now },
      { kind: 'memory', what: 'checkpoint', name: 'a' },
      { kind: 'memory', what: 'restore', name: 'a' },
      { kind: 'memory', what: 'reset' },
    ])
  })

  it('has the name, size and type of an upload rather than its content', async () => {
    const { simulator, send, as } = await open()
    const form = new FormData()
    form.append('file', new File(['flour'], 'recipe.txt', { type: 'text/plain' }))
    await send('/api/v1/user_uploads', { method: 'POST', headers: as('iago'), body: form })
    const [call] = ofKind(simulator, 'call')
    expect(JSON.stringify(call?.parameters)).toContain('{"name":"recipe.txt","size":5,"type":"text/plain"}')
    expect(simulator.journal.text()).not.toContain('flour')
  })

  it('keeps the newest entries, and counts those that are gone', async () => {
    const { simulator } = await open({ keepJournal: 10 })
    for (let count = 1; count <= 20; count += 1) simulator.say('iago', bread, `Loaf ${count}`)
    const { last } = simulator.journal
    expect(last).toBe(40)
    const page = simulator.journal.read({ since: 5 })
    expect(page.missed).toBe(25)
    expect(page.entries.map(({ number }) => number)).toEqual([31, 32, 33, 34, 35, 36, 37, 38, 39, 40])
    expect(simulator.journal.text().trim().split('\n')).toHaveLength(10)
    expect(simulator.journal.read({ since: 40 })).toEqual({ entries: [], next: 40, missed: 0 })
    expect(simulator.journal.read({ since: 4000 })).toEqual({ entries: [], next: 4000, missed: 0 })
  })

  it('is read in pages', async () => {
    const { simulator } = await open()
    for (let count = 1; count <= 5; count += 1) simulator.say('iago', bread, `Loaf ${count}`)
    const numbers: number[] = []
    for (let since = 0; since < simulator.journal.last; ) {
      const page = simulator.journal.read({ since, limit: 3 })
      numbers.push(...page.entries.map(({ number }) => number))
      since = page.next
    }
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(ofKind(simulator, 'call')).toHaveLength(5)
  })

  it.each([
    [{ since: -1 }, 'since -1'],
    [{ since: 1.5 }, 'since 1.5'],
    [{ limit: 0 }, 'limit 0'],
    [{ limit: Number.NaN }, 'limit NaN'],
  ])("can't be read with %j", async (range, problem) => {
    const { simulator } = await open()
    expect(() => simulator.journal.read(range)).toThrow(problem)
  })

  it('sends each entry to subscribers until they unsubscribe', async () => {
    const { simulator } = await open()
    const heard: JournalEntry[] = []
    const stop = simulator.journal.subscribe((entry) => heard.push(entry))
    simulator.say('iago', bread, 'Rye')
    expect(heard).toEqual(simulator.journal.read().entries)
    stop()
    simulator.say('iago', bread, 'Oats')
    expect(heard).toHaveLength(2)
  })

  it('is changed neither by later calls nor by its readers', async () => {
    const { simulator, call } = await open()
    const id = simulator.say('iago', bread, 'Rye')
    const before = simulator.journal.text()
    Object.assign(simulator.journal.read().entries[0] ?? {}, { kind: 'fault' })
    await call('iago', 'PATCH', `/messages/${id}`, { content: 'Oats' })
    await call('iago', 'DELETE', `/messages/${id}`)
    expect(simulator.journal.text().startsWith(before)).toBe(true)
  })

  it('is the same with and without subscribers', async () => {
    const told = async (listens: boolean) => {
      const { simulator, call } = await open({ clock: 'frozen' })
      const stop = listens ? simulator.journal.subscribe(() => {}) : () => {}
      simulator.connect('echo', says('Soup'))
      simulator.checkpoint('before')
      const id = simulator.say('hamlet', bread, '@**Echo** what is for lunch?')
      await simulator.idle()
      await call('hamlet', 'PATCH', `/messages/${id}`, { content: 'Nothing.' })
      await call('hamlet', 'GET', '/users/me')
      simulator.realm.do('unsubscribe', 'iago', 'kitchen')
      simulator.restore('before')
      simulator.say('iago', bread, 'Rye')
      stop()
      return simulator.journal.text()
    }
    expect(await told(true)).toBe(await told(false))
  })
})

describe('the journal of deliveries', () => {
  const open = kitchens()

  it('has the request, each answer, and how the answer was parsed', async () => {
    const { simulator, mention } = open(says('Soup'))
    await mention()
    expect(ofKind(simulator, 'delivery')).toMatchObject([
      { stage: 'queued', delivery: 1, bot: { full_name: 'Echo' }, trigger: 'mention', request: { method: 'POST' } },
      {
        stage: 'attempted',
        delivery: 1,
        attempt: { result: { kind: 'answered', status: 200, body: '{"content":"Soup"}' } },
      },
      { stage: 'ended', delivery: 1, outcome: 'replied', reading: { kind: 'reply', content: 'Soup' } },
    ])
    expect(kindsOf(simulator)).toEqual(['change', 'call', 'event', 'delivery', 'delivery', 'event', 'delivery'])
  })

  it('has every attempt', async () => {
    const { simulator, mention } = open(breaks)
    await mention()
    const stages = ofKind(simulator, 'delivery').map(({ stage }) => stage)
    expect(stages).toEqual(['queued', ...Array<string>(4).fill('attempted'), 'ended'])
  })
})

describe("the journal's secrets", () => {
  const open = opener()

  const secretsOf = (simulator: Simulator) =>
    ['iago', 'hamlet', 'echo'].flatMap((who) => {
      const { apiKey, token = apiKey } = simulator.credentials(who)
      return [apiKey, token]
    })

  it('stay hidden after the token was regenerated', async () => {
    const { simulator } = await open({ clock: 'frozen' })
    const { apiKey, token = '' } = simulator.credentials('echo')
    simulator.connect('echo', says(`My token is ${token}, and my key ${apiKey}.`))
    simulator.say('hamlet', lunch, '@**Echo** hi')
    await simulator.idle()
    for (let times = 0; times < 3; times += 1) simulator.realm.do('regenerateToken', 'echo')
    expect(simulator.journal.text()).toContain('My token is ********')
    expect(simulator.journal.text()).not.toContain(token)
  })

  it('are hidden everywhere', async () => {
    const { simulator, call } = await open({ clock: 'frozen' })
    const { apiKey, token = '' } = simulator.credentials('echo')
    simulator.connect('echo', says(`My token is ${token}, and my key ${apiKey}.`))
    simulator.say('hamlet', lunch, '@**Echo** hi')
    await simulator.idle()
    await call('iago', 'GET', '/users')
    await call('echo', 'POST', '/svc-outgoing-webhook')
    await call('iago', 'POST', '/register', {})
    simulator.addBot({ full_name: 'Puck' })
    for (const secret of [...secretsOf(simulator), simulator.credentials('puck').token]) {
      expect(simulator.journal.text()).not.toContain(secret)
    }
    expect(simulator.journal.text()).toContain('My token is ********')
  })

  it('are hidden in the addresses of bots', async () => {
    const { simulator } = await open()
    simulator.connect('echo', 'http://baker:sourdough@127.0.0.1:9/hook')
    simulator.realm.do('setBotAddress', 'echo', 'http://baker:sourdough@127.0.0.1:9/hook')
    expect(simulator.journal.text()).toContain('http://********@127.0.0.1:9/hook')
    expect(simulator.journal.text()).not.toContain('sourdough')
  })

  it('are shown with `showSecrets`', async () => {
    const { simulator } = await open({ showSecrets: true })
    const { token = '' } = simulator.credentials('echo')
    simulator.say('hamlet', lunch, `It is ${token}`)
    expect(simulator.journal.text()).toContain(token)
  })
})

describe('the journal of a sequence of calls', () => {
  it('is identical, byte for byte, with the same random seed', async () => {
    const [first, second] = await Promise.all([life('yeast'), life('yeast')])
    expect(first.split('\n').length).toBeGreaterThan(60)
    expect(second).toBe(first)
  })

  it('differs with another random seed', async () => {
    expect(await life('yeast')).not.toBe(await life('dough'))
  })
})

/** A morning at the bakery, with a bot in this process that calls the API before it answers, and one that breaks. */
async function life(randomSeed: string): Promise<string> {
  const simulator = createSimulator({ clock: 'frozen', randomSeed })
  const as = (who: string) => {
    const { email, apiKey } = simulator.credentials(who)
    return { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` }
  }
  const call = (who: string, method: string, path: string, fields?: Record<string, string> | FormData) =>
    simulator.fetch(`${simulator.url}/api/v1${path}`, {
      method,
      headers: as(who),
      ...(fields && { body: fields instanceof FormData ? fields : new URLSearchParams(fields) }),
    })
  simulator.connect('echo', async (request) => {
    const { data, message } = (await request.json()) as { data: string; message: { id: number } }
    await call('echo', 'POST', `/messages/${message.id}/reactions`, { emoji_name: 'tada' })
    return Response.json({ content: `You said: ${data.replace('@**Echo**', '')}` })
  })
  simulator.addBot({ full_name: 'Puck', address: breaks })
  const file = new FormData()
  file.append('file', new File(['flour'], 'recipe.txt', { type: 'text/plain' }))
  const uploaded = (await (await call('iago', 'POST', '/user_uploads', file)).json()) as { url: string }
  simulator.say('hamlet', lunch, '@**Echo** hi')
  simulator.say('hamlet', lunch, `@**Puck** see [the recipe](${uploaded.url})`)
  await Promise.all([call('iago', 'GET', '/users/me'), call('iago', 'POST', '/calls/create', {})])
  await simulator.idle()
  simulator.checkpoint('noon')
  await call('iago', 'POST', '/scheduled_messages', {
    type: 'direct',
    to: '[10]',
    content: 'Later',
    scheduled_delivery_timestamp: String(simulator.clock.now() / 1000 + 60),
  })
  await simulator.advance('1h')
  simulator.realm.featureLevel = 200
  simulator.say('hamlet', lunch, '@**Echo** still there?')
  await simulator.idle()
  simulator.restore('noon')
  simulator.say('cordelia', { to: ['echo'] }, 'and now?')
  await simulator.idle()
  await simulator.advance('60d')
  const text = simulator.journal.text()
  await simulator.close()
  return text
}
