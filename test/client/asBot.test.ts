import { ApiError, Client } from 'earshot/client'
import { type EndpointName, type FeatureId, newestFeatureLevel } from 'earshot/protocol'
import { createSimulator, type Simulator } from 'earshot/simulator'
import { afterEach, describe, expect, it } from 'vitest'

let simulator: Simulator | undefined
afterEach(() => simulator?.close())

/** A client of an account of a new server, and the requests that it sends. */
function clientOf(who: string, featureLevel: number) {
  simulator = createSimulator({ featureLevel })
  return clientAt(simulator, who)
}

function clientAt({ fetch, credentials }: Simulator, who: string) {
  const sent: string[] = []
  const client = new Client({
    ...credentials(who),
    fetch: (input, init) => {
      const request = new Request(input, init)
      sent.push(`${request.method} ${new URL(request.url).pathname.replace('/api/v1', '')}`)
      return fetch(request)
    },
  })
  return { client, sent }
}

const levels = [0, 126, 200, 300, 387, 495, newestFeatureLevel]

describe('userGroups.list for a bot', () => {
  it.each(levels)('returns the same groups as for users at level %i', async (featureLevel) => {
    simulator = createSimulator({ featureLevel })
    const people = await clientAt(simulator, 'hamlet').client.userGroups.list()
    const bots = await clientAt(simulator, 'yeast counter').client.userGroups.list()
    expect(bots.user_groups).toEqual(people.user_groups)
    expect(bots.user_groups.map(({ name }) => name)).toContain('bakers')
  })

  it('can include deactivated groups', async () => {
    const { client } = clientOf('yeast counter', 387)
    const { user_groups } = await client.userGroups.list({ include_deactivated_groups: true })
    expect(user_groups).toContainEqual(expect.objectContaining({ name: 'night-shift', deactivated: true }))
  })

  it('registers and deletes an event queue, and tries the refused endpoint only once', async () => {
    const { client, sent } = clientOf('yeast counter', 387)
    await client.featureLevel()
    await client.userGroups.list()
    await client.userGroups.list()
    expect(sent.slice(1)).toEqual([
      'GET /user_groups',
      'POST /register',
      'DELETE /events',
      'POST /register',
      'DELETE /events',
    ])
  })

  it('uses the endpoint again after a server upgrade', async () => {
    const { client, sent } = clientOf('yeast counter', 387)
    await client.userGroups.list()
    simulator?.setFeatureLevel(newestFeatureLevel)
    await client.featureLevel({ fresh: true })
    sent.length = 0
    await client.userGroups.list()
    expect(sent).toEqual(['GET /user_groups'])
  })

  it.each(['hamlet', 'iago'])('needs one request for the user %s', async (who) => {
    const { client, sent } = clientOf(who, 387)
    await client.featureLevel()
    await client.userGroups.list()
    expect(sent.slice(1)).toEqual(['GET /user_groups'])
  })

  it('stays refused for guests', async () => {
    const { client } = clientOf('polonius', 387)
    await expect(client.userGroups.list()).rejects.toMatchObject({ msg: 'Not allowed for guest users' })
  })
})

describe('client.supports', () => {
  const cases: readonly [who: string, what: EndpointName | FeatureId, level: number, answer: boolean][] = [
    ['yeast counter', 'emoji.upload', newestFeatureLevel, false],
    ['hamlet', 'emoji.upload', 300, true],
    ['polonius', 'emoji.upload', 300, false],
    ['yeast counter', 'userGroups.create', 495, false],
    ['yeast counter', 'userGroups.create', 496, true],
    ['yeast counter', 'userGroups.list', 387, true],
    ['yeast counter', 'userGroups.isMember', 126, false],
    ['hamlet', 'userGroups.isMember', 126, false],
    ['hamlet', 'userGroups.isMember', 127, true],
    ['yeast counter', 'linkifiers.create', 387, false],
    ['iago', 'linkifiers.create', 387, true],
    ['iago', 'linkifiers.reorder', 201, false],
    ['hamlet', 'invites.createLink', 208, false],
    ['hamlet', 'invites.createLink', 209, true],
    ['yeast counter', 'messages.send', 0, true],
    ['yeast counter', 'followedTopics', 218, false],
    ['yeast counter', 'followedTopics', 219, true],
  ]

  it.each(cases)('returns for %s and %s at level %i: %s', async (who, what, level, answer) => {
    expect(await clientOf(who, level).client.supports(what)).toBe(answer)
  })

  it('looks up the account only for restricted endpoints', async () => {
    const { client, sent } = clientOf('yeast counter', 387)
    await client.supports('messages.edit')
    expect(sent).toEqual(['GET /server_settings'])
    await client.supports('emoji.upload')
    expect(sent).toEqual(['GET /server_settings', 'GET /users/me'])
  })

  it('is recommended by the error of a refused call', async () => {
    const { client } = clientOf('yeast counter', 387)
    const error = await client.userGroups.members({ user_group_id: 20 }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ApiError)
    expect((error as ApiError).message).toBe(
      'userGroups.members was refused: This endpoint does not accept bot requests. (BAD_REQUEST, HTTP 400, sent once). ' +
        "Use a person's credentials, such as `ctx.owner`, or ask client.supports('userGroups.members') first.",
    )
  })
})
