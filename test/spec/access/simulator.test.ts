import { createSimulator, type Simulator } from 'earshot/simulator'
import { describe, expect, it } from 'vitest'
import { basic, send } from '../wire.js'
import { type Account, accounts, kindAt, levels, refusals, table } from './table.js'

interface Organisation {
  /** The status and body of the answer to one request of one account. */
  ask(who: Account, request: string, form?: string): Promise<{ status: number; body: Record<string, unknown> }>
  readonly simulator: Simulator
}

/** An organisation with one account of each kind. */
async function withOrganisation(featureLevel: number, use: (organisation: Organisation) => Promise<void>) {
  const simulator = createSimulator({ featureLevel })
  const { url } = await simulator.serve({ port: 0, hostname: '127.0.0.1' })
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
  try {
    await use({
      simulator,
      async ask(who, request, form) {
        const { email, apiKey } = credentials[who]
        const [method, path] = request.split(' ')
        const authorization = basic(email, apiKey)
        const sent = { request: `${method} /api/v1${path}`, authorization, ...(form !== undefined && { form }) }
        const { status, body } = await send(url, sent)
        return { status, body: body as Record<string, unknown> }
      },
    })
  } finally {
    await simulator.close()
  }
}

/** A request that does nothing where it is permitted: there is no such thing, and parameters are missing. */
const inVain = (endpoint: string) => endpoint.replaceAll('{id}', '999999').replaceAll('{name}', 'nothing')

describe.each(levels)('a server of level %i', (level) => {
  it('refuses the accounts in the table with its errors, before any other check', async () => {
    const differences: string[] = []
    await withOrganisation(level, async ({ ask }) => {
      // It would end the account.
      const endpoints = Object.keys(table).filter((endpoint) => endpoint !== 'DELETE /users/me')
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

  it.each(accounts.filter((who) => who !== 'incoming webhook'))('lets %s end the own account', async (who) => {
    await withOrganisation(level, async ({ ask }) => {
      expect(await ask(who, 'DELETE /users/me')).toMatchObject({ status: 200, body: { result: 'success' } })
    })
  })

  it('lets incoming webhooks send messages', async () => {
    await withOrganisation(level, async ({ ask }) => {
      const form = 'type=stream&to=2&topic=oven&content=hot'
      expect(await ask('incoming webhook', 'POST /messages', form)).toMatchObject({ status: 200 })
      expect(await ask('incoming webhook', 'DELETE /users/me')).toMatchObject({ status: 401 })
    })
  })

  it('lets nobody create users without the permission', async () => {
    await withOrganisation(level, async ({ ask, simulator }) => {
      const form = 'email=puck@example.com&password=a+midsummer+night&full_name=Puck'
      const refused = { status: 400, body: { code: 'BAD_REQUEST', msg: 'User not authorized to create users' } }
      for (const who of ['owner', 'administrator', 'administrator bot'] as const) {
        expect(await ask(who, 'POST /users', form)).toMatchObject(refused)
        // The permission is looked at after the parameters.
        expect(await ask(who, 'POST /users')).toMatchObject({ body: { code: 'REQUEST_VARIABLE_MISSING' } })
      }
      const { email, apiKey, site } = simulator.addUser({
        full_name: 'clerk',
        role: 'administrator',
        can_create_users: true,
      })
      const sent = { request: 'POST /api/v1/users', authorization: basic(email, apiKey), form }
      expect(await send(site, sent)).toMatchObject({ status: 200 })
    })
  })

  it('judges guests by what they own where it has no rule about guests', async () => {
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
