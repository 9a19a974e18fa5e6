import { createSimulator, type Simulator } from 'earshot/simulator'
import { describe, expect, it } from 'vitest'
import { basic } from '../wire.js'
import { type Account, accounts, kindAt, levels, refusals, table } from './table.js'

interface Organisation {
  /** The status and body of the answer to one request of one account. */
  ask(who: Account, request: string, form?: string): Promise<{ status: number; body: Record<string, unknown> }>
  /** The same of an account that was added later. */
  askWith(who: Credentials, request: string, form?: string): Promise<{ status: number; body: Record<string, unknown> }>
  readonly simulator: Simulator
}

type Credentials = Pick<ReturnType<Simulator['addUser']>, 'email' | 'apiKey'>

/** An organisation with one account of each kind. */
async function withOrganisation(featureLevel: number, use: (organisation: Organisation) => Promise<void>) {
  const simulator = createSimulator({ featureLevel })
  const credentials = {
    owner: simulator.addUser({ full_name: 'owner', role: 'owner' }),
    administrator: simulator.addUser({ full_name: 'administrator', role: 'administrator' }),
    moderator: simulator.addUser({ full_name: 'moderator', role: 'moderator' }),
    member: simulator.addUser({ full_name: 'member' }),
    guest: simulator.addUser({ full_name: 'guest', role: 'guest' }),
    'generic bot': simulator.addBot({ full_name: 'generic', type: 'generic' }),
    'outgoing webhook': simulator.addBot({ full_name: 'outgoing', type: 'outgoing webhook' }),
    'incoming webhook': simulator.addBot({ full_name: 'incoming', type: 'incoming webhook' }),
    'embedded bot': simulator.addBot({ full_name: 'embedded', type: 'embedded' }),
    'administrator bot': simulator.addBot({ full_name: 'ruler', type: 'generic', role: 'administrator' }),
    'guest bot': simulator.addBot({ full_name: 'visitor', type: 'generic', role: 'guest' }),
  }
  const askWith: Organisation['askWith'] = async ({ email, apiKey }, request, form) => {
    const [method, path] = request.split(' ')
    const headers = { authorization: basic(email, apiKey), 'content-type': 'application/x-www-form-urlencoded' }
    // Thousands of requests: who may do what is asked behind the socket.
    const answer = await simulator.fetch(`${simulator.url}/api/v1${path}`, { method, headers, body: form })
    // Files are refused by a page.
    const isPage = answer.headers.get('content-type')?.startsWith('text/html') === true
    return { status: answer.status, body: isPage ? {} : ((await answer.json()) as Record<string, unknown>) }
  }
  try {
    await use({
      simulator,
      askWith,
      ask: (who, request, form) => askWith(credentials[who], request, form),
    })
  } finally {
    await simulator.close()
  }
}

/** A request that does nothing where it is permitted: there is no such thing, and parameters are missing. */
const inVain = (endpoint: string) => endpoint.replaceAll('{id}', '999999').replaceAll('{name}', 'nothing')

describe.each(levels)('a server of level %i', (level) => {
  it('rejects accounts with the errors of the table, before any other check', async () => {
    const differences: string[] = []
    await withOrganisation(level, async ({ ask }) => {
      // They would end the account, or its key.
      const ends = ['DELETE /users/me', 'POST /users/me/api_key/regenerate']
      const endpoints = Object.keys(table).filter((endpoint) => !ends.includes(endpoint))
      for (const endpoint of endpoints) {
        const kind = kindAt(endpoint, level)
        if (kind === undefined) continue
        for (const who of accounts) {
          const { status, body } = await ask(who, inVain(endpoint))
          const expected = kind[who]
          const actual = refusals.find(({ msg }) => msg === body.msg)
          if (actual !== expected || (expected && (status !== expected.status || body.code !== expected.code))) {
            differences.push(`${endpoint} as ${who}: ${status} ${String(body.code)} ${String(body.msg)}`)
          }
        }
      }
    })
    expect(differences).toEqual([])
  })

  it('allows everybody but incoming webhooks to deactivate their own account', async () => {
    await withOrganisation(level, async ({ ask }) => {
      for (const who of accounts.filter((one) => one !== 'incoming webhook')) {
        const answer = await ask(who, 'DELETE /users/me')
        expect(answer, who).toMatchObject({ status: 200, body: { result: 'success' } })
      }
    })
  })

  it('allows incoming webhooks to send messages', async () => {
    await withOrganisation(level, async ({ ask }) => {
      const form = 'type=stream&to=2&topic=oven&content=hot'
      expect(await ask('incoming webhook', 'POST /messages', form)).toMatchObject({ status: 200 })
      expect(await ask('incoming webhook', 'DELETE /users/me')).toMatchObject({ status: 401 })
    })
  })

  it('rejects creating users without the permission', async () => {
    await withOrganisation(level, async ({ ask, askWith, simulator }) => {
      const form = 'email=puck@example.com&password=a+midsummer+night&full_name=Puck'
      const refused = { status: 400, body: { code: 'BAD_REQUEST', msg: 'User not authorized to create users' } }
      for (const who of ['owner', 'administrator', 'administrator bot'] as const) {
        expect(await ask(who, 'POST /users', form)).toMatchObject(refused)
        // The permission is looked at after the parameters.
        expect(await ask(who, 'POST /users')).toMatchObject({ body: { code: 'REQUEST_VARIABLE_MISSING' } })
      }
      const clerk = simulator.addUser({ full_name: 'clerk', role: 'administrator', can_create_users: true })
      expect(await askWith(clerk, 'POST /users', form)).toMatchObject({ status: 200 })
    })
  })

  it('checks ownership for guests where there is no rule about guests', async () => {
    await withOrganisation(level, async ({ ask }) => {
      for (const who of ['guest', 'guest bot', 'generic bot'] as const) {
        expect(await ask(who, 'DELETE /realm/emoji/baguette')).toMatchObject({
          status: 400,
          body: { code: 'BAD_REQUEST', msg: 'Must be an organization administrator or emoji author' },
        })
        if (level === 200) continue
        expect(await ask(who, 'POST /user_groups/22/deactivate')).toMatchObject({
          status: 400,
          body: { code: 'BAD_REQUEST', msg: 'Insufficient permission' },
        })
      }
    })
  })
})
