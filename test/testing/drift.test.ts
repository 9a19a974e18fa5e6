import { Client, type ClientOptions } from 'earshot/client'
import { type Assumptions, createSimulator, type Simulator, type SimulatorOptions } from 'earshot/simulator'
import { type DriftOptions, drift } from 'earshot/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { DriftFinding } from '../../src/testing/drift/drift.js'

/** A server whose claims are asked for, as one of its people. */
function server(options: SimulatorOptions = {}, who = 'Desdemona') {
  const simulator = createSimulator({ clock: 'frozen', ...options })
  onTestFinished(() => simulator.close())
  const { token: _, ...credentials } = simulator.credentials(who)
  const account: ClientOptions = { ...credentials, fetch: passing(simulator), clock: simulator.clock }
  const owner = new Client({ ...account, ...credentials })
  const channels = async () => {
    const { streams } = await owner.streams.list({ exclude_archived: false })
    return streams.map(({ name, is_archived }) => `${name}${is_archived ? ' (archived)' : ''}`)
  }
  return { simulator, account, channels, ask: (more: Partial<DriftOptions> = {}) => drift({ account, ...more }) }
}

/** Reaches a server whose time passes while somebody waits for its events. */
function passing(simulator: Simulator): typeof fetch {
  return async (...request) => {
    let isAnswered = false
    const answer = simulator.fetch(...request).finally(() => {
      isAnswered = true
    })
    while (/events\?/.test(String(request[0])) && !isAnswered) await simulator.advance('1s')
    return answer
  }
}

const that = (findings: readonly DriftFinding[], outcome: DriftFinding['outcome']) =>
  findings.filter((one) => one.outcome === outcome)
const ids = (findings: readonly DriftFinding[]) => findings.map(({ id }) => id)

describe('drift', () => {
  it.each([[{ dialect: 'zulip' }], [{ featureLevel: 0 }], [{ featureLevel: 277 }]] as const)(
    'reports no difference on a server that matches the claims: %j',
    async (options) => {
      const { findings, leftBehind } = await server(options).ask({ write: true })
      expect(that(findings, 'differs')).toEqual([])
      expect(that(findings, 'confirmed').length).toBeGreaterThan(50)
      expect(leftBehind).toEqual([])
    },
  )

  it.each([200, 300, 387, 496])(
    'reports no difference on a simulator of level %i, quick and with a bot',
    async (featureLevel) => {
      const { simulator, ask } = server({ featureLevel })
      const { token: _, ...bot } = simulator.credentials('Echo')
      for (const write of [false, true]) {
        const { findings } = await ask({ quick: true, write, bot: { ...bot, fetch: simulator.fetch } })
        expect(that(findings, 'differs')).toEqual([])
        const behaviours = findings.filter(({ about }) => about === 'behaviour')
        expect(behaviours.filter(({ outcome }) => outcome === 'confirmed').length).toBeGreaterThan(write ? 19 : 10)
      }
    },
  )

  it.each(['Echo', 'Yeast Counter'])('reports no difference in the access of the bot %s', async (name) => {
    const { simulator, ask } = server({ featureLevel: 387 })
    const { token: _, ...bot } = simulator.credentials(name)
    const { findings } = await ask({ quick: true, bot: { ...bot, fetch: simulator.fetch } })
    const access = findings.filter(({ about }) => about === 'access')
    expect(access.length).toBeGreaterThan(15)
    expect(that(access, 'differs')).toEqual([])
  })

  it("skips claims on bots without a bot's credentials", async () => {
    const { findings } = await server().ask({ quick: true })
    const access = findings.filter(({ about }) => about === 'access')
    expect(new Set(access.map(({ outcome, why }) => `${outcome}: ${why}`))).toEqual(
      new Set(["not asked: Needs a bot's credentials too (`bot`, or --bot on the command line)."]),
    )
  })

  it('rejects a user account as bot', async () => {
    const { simulator, ask } = server()
    const { token: _, ...bot } = simulator.credentials('Hamlet')
    await expect(ask({ bot: { ...bot, fetch: simulator.fetch } })).rejects.toThrow('hamlet@example.com is no bot.')
  })

  it('reports different rendering and different access of a bot', async () => {
    const { simulator, account } = server({ featureLevel: 387 })
    const { token: _, ...bot } = simulator.credentials('Echo')
    const otherwise: typeof fetch = async (input, init) => {
      const url = String(input)
      if (url.endsWith('/bots') && init?.method !== 'POST')
        return Response.json({ result: 'success', msg: '', bots: [] })
      const answer = await simulator.fetch(input, init)
      if (!url.endsWith('/messages/render')) return answer
      const body = (await answer.json()) as { rendered: string }
      return Response.json({ ...body, rendered: body.rendered.replace('<del>', '<s>') })
    }
    const { findings } = await drift({
      account: { ...account, fetch: otherwise },
      bot: { ...bot, fetch: otherwise },
      quick: true,
    })
    expect(ids(that(findings, 'differs'))).toEqual([expect.stringContaining('~~gone~~'), 'GET /bots, as a bot'])
  })

  it('reports each behaviour and each refusal in which the server differs', async () => {
    const { simulator, account } = server({ featureLevel: 496 })
    const { token: _, ...bot } = simulator.credentials('Echo')
    const { findings } = await drift({
      account: { ...account, fetch: otherwise(simulator) },
      bot: { ...bot, fetch: simulator.fetch },
      quick: true,
      write: true,
    })
    const asked = findings.filter(({ about, outcome }) => about === 'behaviour' && outcome !== 'not asked')
    expect(asked.length).toBeGreaterThan(20)
    expect(asked.filter(({ outcome }) => outcome === 'confirmed').map(({ id }) => id)).toEqual([])
    const wrong = findings.filter(({ id, about }) => about === 'refusal' && /^(POST|PATCH|DELETE)/.test(id))
    expect(wrong.filter(({ outcome }) => outcome !== 'differs').map(({ id }) => id)).toEqual([])
    expect(wrong.length).toBeGreaterThan(15)
  })

  it('reports a server that behaves as one of another level', async () => {
    const { simulator, account } = server({ featureLevel: 496 })
    const older: typeof fetch = async (...request) => {
      const response = await simulator.fetch(...request)
      if (!/server_settings$/.test(String(request[0]))) return response
      return new Response((await response.text()).replaceAll(/(feature_level":)\d+/g, '$1200'), response)
    }
    const { findings } = await drift({ account: { ...account, fetch: older }, quick: true, write: true })
    expect(ids(that(findings, 'differs'))).toEqual(
      expect.arrayContaining([
        ...['the data of some types', 'fields of a channel', 'fields of a bot', "fields of a person's presence"],
        ...['the group that administers a new channel', 'the preview of an uploaded picture', 'eventShapes'],
      ]),
    )
  })

  /** By assumption: what the server does otherwise, what a simulator answers, and what the server. */
  type Altered = {
    readonly [Name in keyof Assumptions]?: readonly [Assumptions[Name], expected: unknown, actual: unknown]
  }
  const altered: readonly Altered[] = [
    {
      messageLength: [500, 10_000, 500],
      topicLength: [30, 60, 30],
      uploadMebibytes: [5, 100, 5],
      emptyTopicDisplayName: ['allgemein', 'general chat', 'allgemein'],
      topicsRequired: [true, false, true],
      editSeconds: [null, 600, null],
      deleteSeconds: [60, 600, 60],
      moveSeconds: [null, 604_800, null],
      readReceipts: [false, true, false],
      offlineSeconds: [140, 200, 140],
      heartbeatSeconds: [20, expect.any(Number), 20],
      messagesPerRequest: [100, expect.anything(), { code: 'BAD_REQUEST', msg: expect.stringContaining('100') }],
      unmutedPolicy: [3, expect.anything(), { 'a topic with the policy 3 is followed': false }],
      callProvider: ['unconfigured', 'creates calls', { code: expect.any(String), msg: expect.any(String) }],
      incompatibleClients: [[], true, false],
      pushNotifications: [true, false, true],
      webPublicAccess: [true, false, true],
      httpStatuses: ['always 400', expect.anything(), expect.objectContaining({ 'wrong key': 400 })],
    },
    {
      callProvider: ['malformed answer', 'creates calls', { code: expect.any(String), msg: expect.any(String) }],
      httpStatuses: ['always 200', expect.anything(), expect.objectContaining({ 'unknown user': 200 })],
      rootDomain: [true, { 'names the organisation': true }, { 'names the organisation': false }],
    },
  ]

  it.each(altered)('reports exactly the assumptions in which the server differs: %#', async (rows) => {
    const assumptions = Object.fromEntries(Object.entries(rows).map(([id, [value]]) => [id, value]))
    const { findings } = await server({ assumptions }).ask({ write: true })
    // Statuses of refusals and policies of topics show in what servers do, too.
    const asserted = findings.filter(({ about }) => about !== 'behaviour')
    const found = new Map(that(asserted, 'differs').map((finding) => [finding.id, finding]))
    expect([...found.keys()].sort()).toEqual(Object.keys(rows).sort())
    for (const [id, [, expected, actual]] of Object.entries(rows)) {
      expect(found.get(id)).toMatchObject({ about: 'assumption', expected, actual })
    }
  })

  it('reports a server whose features start after their level', async () => {
    const { findings } = await server({ featureLevel: 257, assumptions: { levelStart: 'after' } }).ask()
    expect(ids(that(findings, 'differs'))).toContain('levelStart')
  })

  it("reports where an endpoint's response has a different shape", async () => {
    const { simulator, account } = server()
    const altering: typeof fetch = async (...request) => {
      const response = await simulator.fetch(...request)
      if (!String(request[0]).endsWith('/user_groups')) return response
      const { user_groups } = (await response.json()) as { user_groups: Record<string, unknown>[] }
      return Response.json({ result: 'success', msg: '', user_groups: user_groups.map((one) => ({ ...one, name: 7 })) })
    }
    const { findings } = await drift({ account: { ...account, fetch: altering }, quick: true })
    expect(that(findings, 'differs')).toEqual([
      expect.objectContaining({
        id: 'userGroups.list',
        about: 'contract',
        expected: { shape: 'as declared' },
        actual: expect.objectContaining({ shape: expect.stringContaining('user_groups[0].name') }),
      }),
    ])
  })

  it('changes nothing without `write`', async () => {
    const { channels, ask, simulator } = server()
    const before = await channels()
    const since = simulator.journal.last
    const { findings } = await ask()
    expect(await channels()).toEqual(before)
    expect(simulator.journal.read({ since, kinds: ['event'] }).entries).toEqual([])
    expect(that(findings, 'not asked').map(({ why }) => why)).toContain('Needs `write`.')
  })

  it('leaves only an archived channel behind', async () => {
    const { channels, ask } = server()
    const before = await channels()
    await ask({ write: true })
    expect(await channels()).toEqual([...before, expect.stringMatching(/^earshot drift \w+ \(archived\)$/)])
  })

  it('skips claims that take a minute with `quick`', async () => {
    const { findings } = await server({ assumptions: { heartbeatSeconds: 20 } }).ask({ quick: true })
    expect(findings).toContainEqual(expect.objectContaining({ id: 'heartbeatSeconds', outcome: 'not asked' }))
  })

  it('cleans up when it is aborted', async () => {
    const { channels, ask } = server()
    const stopping = new AbortController()
    const { findings } = await ask({
      write: true,
      signal: stopping.signal,
      onFinding: ({ id }) => id === 'unmutedPolicy' && stopping.abort(),
    })
    expect(findings.at(-1)?.id).toBe('unmutedPolicy')
    expect((await channels()).at(-1)).toMatch(/\(archived\)$/)
  })

  it('reports what could not be removed', async () => {
    const { ask, simulator } = server()
    simulator.faults.add('every call of streams.archive answers 500')
    const { leftBehind } = await ask({ write: true })
    expect(leftBehind).toEqual([expect.stringMatching(/^the channel #earshot drift \w+: .*500/)])
  })

  it("skips what a member can't check, with the reason", async () => {
    const { findings } = await server({}, 'Hamlet').ask({ write: true })
    expect(that(findings, 'differs')).toEqual([])
    expect(that(findings, 'not asked').length).toBeGreaterThan(25)
  })

  it("rejects for a server that is down, isn't Zulip, or refuses the account", async () => {
    const { account: frozen } = server()
    const account = { ...frozen, retry: { attempts: 1 } }
    const nothing: typeof fetch = () => Promise.reject(new TypeError('fetch failed'))
    const page: typeof fetch = async () => new Response('<html>')
    await expect(drift({ account: { ...account, fetch: nothing } })).rejects.toThrow(/got no answer/)
    await expect(drift({ account: { ...account, fetch: page } })).rejects.toThrow(/is not JSON/)
    await expect(drift({ account: { ...account, apiKey: 'k'.repeat(32) } })).rejects.toThrow(/Invalid API key/)
  })
})

/** A server that does nearly everything differently. */
function otherwise(simulator: Simulator): typeof fetch {
  return async (input, init) => {
    const url = new URL(String(input))
    const words = url.searchParams.get('narrow')?.includes('search')
    if (words) url.searchParams.delete('narrow')
    if (new Headers(init?.headers).get('user-agent') === 'EarshotDrift') return new Response('tea', { status: 418 })
    if (Number(url.searchParams.get('anchor')) > 1e9)
      return Response.json({ result: 'error', msg: 'No' }, { status: 400 })
    const response = await simulator.fetch(url.href, init)
    const isWrite = init?.method !== undefined && init.method !== 'GET'
    if (isWrite && response.status >= 400) return Response.json({ result: 'success', msg: '' })
    if (!response.headers.get('content-type')?.includes('json')) return response
    const { status, headers } = response
    const body = strange(await response.json()) as Record<string, unknown>
    if (url.searchParams.has('client')) body.ignored_parameters_unsupported = ['client']
    if (isWrite && url.pathname.endsWith('/messages')) body.automatic_new_visibility_policy = 1
    return Response.json(body, { status, headers: { 'content-type': headers.get('content-type') ?? '' } })
  }
}

/** Every object but those that are keyed by IDs has a further field, and some fields have other values. */
function strange(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strange)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, one]) => {
    if (name === 'can_administer_channel_group') return [name, 8]
    if (name === 'description') return [name, 'two\nlines']
    if (name === 'content' && typeof one === 'string') return [name, one.replace(/<img[^>]*>/, '')]
    return [name, strange(one)]
  })
  const isThing = ['id', 'user_id', 'stream_id', 'emoji_name', 'active_timestamp', 'result'].some(
    (name) => name in value,
  )
  return { ...Object.fromEntries(entries), ...(isThing && { strange: true }) }
}
