import { describe, expect, it } from 'vitest'
import { bakery, file } from '../doctoring.js'
import { connected } from './connected.js'

/** Tools for a simulated server, as one of its people. */
async function agentAs(who: string, { allowWrites = false } = {}) {
  const { url, simulator, user } = await bakery()
  const { email, api_key: key } = user(who)
  const config = file(`[api]\nemail=${email}\nkey=${key}\nsite=${url}\n`, 'person.rc')
  const agent = await connected({ config, ...(allowWrites && { allowWrites }) })
  return { agent, simulator, key, email, url }
}

const place = { type: 'channel', to: 'kitchen', topic: 'lunch' }

describe('earshot mcp for a server', () => {
  it('is read-only unless writes are allowed', async () => {
    const { agent } = await agentAs('Hamlet')
    const { tools } = await agent.client.listTools()
    expect(tools.length).toBeGreaterThan(8)
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([])
    expect(await agent.refusal('send_message', { ...place, content: 'hi' })).toContain('send_message not found')
    expect(
      await agent.refusal('call', { endpoint: 'messages.send', parameters: { ...place, content: 'hi' } }),
    ).toContain('--allow-writes')
    expect(await agent.get('call', { endpoint: 'messages.render', parameters: { content: '**hi**' } })).toMatchObject({
      rendered: expect.stringContaining('<strong>hi</strong>'),
    })
  })

  it('reads users, channels and messages', async () => {
    const { agent, simulator } = await agentAs('Hamlet')
    simulator.say('Iago', { channel: 'kitchen', topic: 'lunch' }, 'Soup or **bread**?')
    expect(await agent.get('whoami')).toMatchObject({ full_name: 'Hamlet', is_bot: false })
    const { streams } = await agent.get('list_channels')
    const kitchen = streams.find(({ name }: { name: string }) => name === 'kitchen')
    expect(Object.keys(kitchen)).toEqual(['stream_id', 'name', 'description', 'invite_only'])
    const { topics } = await agent.get('list_topics', { stream_id: kitchen.stream_id })
    expect(topics[0]).toMatchObject({ name: 'lunch' })
    expect((await agent.get('list_users')).members).toContainEqual(expect.objectContaining({ full_name: 'Cordelia' }))
    const found = await agent.get('read_messages', { channel: 'kitchen', topic: 'lunch', limit: 1 })
    expect(found).toMatchObject([{ sender_full_name: 'Iago', in: 'kitchen', content: 'Soup or **bread**?' }])
    expect(await agent.get('get_message', { message_id: found[0].id })).toMatchObject({ message: { subject: 'lunch' } })
    expect(await agent.get('read_messages', { channel: 'kitchen', before: found[0].id, is: ['starred'] })).toEqual([])
  })

  it('writes if allowed, and marks destructive tools', async () => {
    const { agent, simulator } = await agentAs('Iago', { allowWrites: true })
    const { id } = await agent.get('send_message', { ...place, content: 'Soup!' })
    await agent.get('add_reaction', { message_id: id, emoji_name: 'tada' })
    await agent.get('edit_message', { message_id: id, content: 'Soup, with bread!' })
    const [message] = simulator.messages({ channel: 'kitchen', topic: 'lunch' }).slice(-1)
    expect(message).toMatchObject({ content: 'Soup, with bread!', reactions: [{ emoji_name: 'tada' }] })
    const { tools } = await agent.client.listTools()
    const hints = (name: string) => tools.find((one) => one.name === name)?.annotations
    expect(hints('whoami')).toMatchObject({ readOnlyHint: true })
    expect(hints('send_message')).toMatchObject({ readOnlyHint: false, destructiveHint: false, idempotentHint: false })
    expect(hints('delete_message')).toMatchObject({ destructiveHint: true })
    expect(hints('call')).toMatchObject({ destructiveHint: true })
    expect(await agent.get('delete_message', { message_id: id })).toMatchObject({})
  })

  it('masks secrets in results', async () => {
    const { agent, key, simulator } = await agentAs('Desdemona', { allowWrites: true })
    simulator.say('Iago', { channel: 'kitchen', topic: 'lunch' }, `Somebody posted ${key}`)
    const shown = [
      await agent.call('read_messages', { channel: 'kitchen', limit: 1 }),
      await agent.call('call', {
        endpoint: 'bots.create',
        parameters: { full_name: 'Kettle', short_name: 'kettle', bot_type: 1 },
      }),
      await agent.call('call', { endpoint: 'bots.list' }),
    ]
    for (const { isError, text } of shown) {
      expect({ isError, text }).toMatchObject({ isError: false, text: expect.stringContaining('***') })
      expect(text).not.toContain(key)
      expect(text).not.toMatch(/"api_key": "(?!\*)/)
    }
  })

  it('explains what is wrong with a call', async () => {
    const { agent } = await agentAs('Hamlet', { allowWrites: true })
    expect(await agent.refusal('call', { endpoint: 'users.getByMail' })).toContain('tool `find`')
    expect(await agent.refusal('call', { endpoint: 'users.getByEmail', parameters: { mail: 'x' } })).toContain('email')
    expect(await agent.refusal('add_reaction', { message_id: 1, emoji: 'tada' })).toContain('"emoji"')
    expect(await agent.refusal('list_topics', { stream_id: 'kitchen' })).toContain('stream_id')
    expect(await agent.refusal('get_message', { message_id: 999_999 })).toContain('Invalid message(s)')
    expect(await agent.refusal('call', { endpoint: 'linkifiers.delete', parameters: { filter_id: 1 } })).toMatch(
      /Must be an? .*administrator/,
    )
  })

  it('reports a missing server, a wrong key or missing credentials', async () => {
    const { url, user } = await bakery()
    const { email } = user('Hamlet')
    const account = (site: string) => file(`[api]\nemail=${email}\nkey=${'k'.repeat(32)}\nsite=${site}\n`, 'person.rc')
    expect(await (await connected({ config: account(url) })).refusal('whoami')).toContain('Invalid API key')
    const nowhere = await connected({ config: account('http://127.0.0.1:9') })
    expect(await nowhere.refusal('whoami')).toContain('got no answer')
    await expect(connected({ config: 'none.rc' })).rejects.toThrow('none.rc')
    await expect(connected({ config: account(url) }, { file: 'bot.mjs' })).rejects.toThrow('one or the other')
  })
})
