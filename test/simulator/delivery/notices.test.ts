import { describe, expect, it } from 'vitest'
import { breaks, kitchens, lunch, says } from './kitchen.js'

const firstLine = (text: string | undefined) => text?.split('\n')[0]

describe('the failure notice of a delivery', () => {
  const open = kitchens()

  it('and the request use the name of the dialect', async () => {
    const agents: (string | null)[] = []
    const kitchen = open(
      (request) => {
        agents.push(request.headers.get('user-agent'))
        return new Response('no JSON')
      },
      { dialect: 'zulip', featureLevel: 421 },
    )
    await kitchen.mention()
    expect(agents).toEqual(['ZulipOutgoingWebhook/11.0'])
    expect(kitchen.toOwner()[0]).toContain('The outgoing webhook server attempted to send a message in Zulip, but')

    kitchen.simulator.connect('echo', () => new Response(null, { status: 308, headers: { location: 'ftp://a/' } }))
    expect((await kitchen.mention('@**Echo** hi')).at(-1)).toBe(
      'Failure! An exception of type *InvalidSchema* occurred for message `@**Echo** hi`! See the Zulip server logs for more information.',
    )
    expect(kitchen.toOwner()[1]).toMatch(
      /\nWhen trying to send a request to the webhook service, an exception of type InvalidSchema occurred:\n```\nNo connection adapters were found for 'ftp:\/\/a\/'\n```$/,
    )
  })

  it('links to the message, whatever characters its topic has', async () => {
    const { simulator, toOwner } = open(breaks)
    for (const topic of ['a/b c.d 100%', "(it's) *so* ~ü!"]) {
      simulator.say('hamlet', { channel: 'kitchen', topic }, '@**Echo** hi')
    }
    await simulator.idle()
    expect(toOwner().map((text) => /#narrow[^)]*/.exec(text)?.[0].replace(/\d+$/, 'ID'))).toEqual([
      '#narrow/channel/2-kitchen/topic/a.2Fb.20c.2Ed.20100.25/near/ID',
      '#narrow/channel/2-kitchen/topic/.28it.27s.29.20.2Aso.2A.20~.C3.BC.21/near/ID',
    ])
  })

  it('goes only to those in the conversation and to the owner', async () => {
    const { simulator, toOwner } = open(() => new Response('oops', { status: 500 }))
    const id = simulator.say('hamlet', { to: ['echo', 'cordelia'] }, 'hi')
    await simulator.idle()
    expect(simulator.messages({ dm: ['echo', 'cordelia', 'hamlet'] }).at(-1)?.content).toBe(
      'Failure! Third party responded with 500',
    )
    expect(firstLine(toOwner()[0])).toBe(
      `[A message](http://localhost/#narrow/dm/10,11,20-pm/near/${id}) to your bot @_**Echo** triggered an outgoing webhook.`,
    )
  })

  it('reaches the owner even if the channel was archived', async () => {
    const kitchen = open(() => {
      kitchen.simulator.realm.do('changeChannel', 'kitchen', { is_archived: true })
      return Response.json([])
    })
    kitchen.simulator.say('hamlet', lunch, '@**Echo** hi')
    await kitchen.simulator.idle()
    expect(kitchen.said()).toEqual([])
    expect(kitchen.toOwner()).toHaveLength(1)
    const [record] = kitchen.simulator.deliveries
    expect(record).toMatchObject({ outcome: 'failed', notice: undefined, ownerNotice: kitchen.toOwner()[0] })
  })

  it("tells the owner why the reply couldn't be posted", async () => {
    const kitchen = open(() => {
      kitchen.simulator.realm.do('changeChannel', 'kitchen', { name: 'bakehouse' })
      return Response.json({ content: 'Hello?' })
    })
    kitchen.simulator.say('hamlet', lunch, '@**Echo** hi')
    await kitchen.simulator.idle()
    expect(kitchen.toOwner()[0]).toContain(`> Channel 'kitchen' does not exist`)
  })

  it('goes only to the conversation if the bot has no owner', async () => {
    const { simulator } = open(says('unused'))
    const orphan = simulator.realm.do('addBot', { full_name: 'Orphan', owner_id: null })
    simulator.connect('orphan', breaks)
    simulator.say('hamlet', lunch, '@**Orphan** hi')
    await simulator.idle()
    expect(simulator.messages(lunch).at(-1)).toMatchObject({
      sender_id: orphan.id,
      content: 'Failure! Bot is unavailable',
    })
    expect(simulator.deliveries[0]).toMatchObject({ outcome: 'failed', ownerNotice: undefined })
  })

  it("is recorded without the token that the bot's answer repeated", async () => {
    const { simulator, mention } = open(async (request) => new Response(await request.text(), { status: 500 }))
    const { token = '' } = simulator.credentials('echo')
    await mention()
    expect(JSON.stringify(simulator.deliveries)).not.toContain(token)
  })

  it('truncates a long answer to the maximum length of a message', async () => {
    const kitchen = open(() => new Response('x'.repeat(300_000)))
    await kitchen.mention()
    const [told = ''] = kitchen.toOwner()
    expect([...told].length).toBe(10_000)
    expect(told.endsWith('[message truncated]')).toBe(true)
  })
})
