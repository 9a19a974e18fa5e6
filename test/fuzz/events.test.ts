import { Bot } from 'earshot'
import { describe, expect, it } from 'vitest'
import { injector } from '../listener/injected.js'
import { type Village, village } from '../listener/village.js'
import { casesOf, offset, patience } from './cases.js'
import { chance } from './chance.js'
import { mutated } from './mutate.js'

/** A bot that hears everything, follows topics, and answers each message that mentions it. */
const curious = () =>
  new Bot()
    .follow()
    .onMention((ctx) => `re: ${ctx.text}`)
    .onFollowUp(() => {})
    .onMessage(() => {})
    .onReaction(() => {})
    .onEdit(() => {})
    .onDelete(() => {})
    .onTopicMoved(() => {})
    .onSubscribed(() => {})
    .onVote(() => {})

/** Has the server send an event of each type that a listener reads. */
async function eventful({ simulator, say, settle }: Village): Promise<void> {
  const as = async (who: string, method: string, path: string, params: Readonly<Record<string, unknown>>) => {
    const { email, apiKey } = simulator.credentials(who)
    const headers = { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` }
    const body = new URLSearchParams()
    for (const [name, value] of Object.entries(params)) {
      body.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    }
    const response = await simulator.fetch(`${simulator.url}/api/v1${path}`, { method, headers, body })
    expect(await response.json()).toMatchObject({ result: 'success' })
  }
  const id = say('rye')
  say('@**Ear** hello', 'tea')
  const poll = say('/poll Rye or wheat?\nrye\nwheat')
  await settle()
  const reaction = { emoji_name: 'bread', emoji_code: '1f35e', reaction_type: 'unicode_emoji' }
  await as('Iago', 'POST', `/messages/${id}/reactions`, reaction)
  await as('Iago', 'DELETE', `/messages/${id}/reactions`, reaction)
  await as('Iago', 'PATCH', `/messages/${id}`, { content: 'spelt' })
  await as('Iago', 'PATCH', `/messages/${id}`, { topic: 'flour' })
  const vote = JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 })
  await as('Iago', 'POST', '/submessage', { message_id: poll, msg_type: 'widget', content: vote })
  await as('Iago', 'DELETE', `/messages/${id}`, {})
  await as('Hamlet', 'PATCH', '/settings', { full_name: 'Hamlet the Baker' })
  const principals = [simulator.realm.account('Ear').id]
  await as('Desdemona', 'POST', '/users/me/subscriptions', { subscriptions: [{ name: 'Denmark' }], principals })
  await settle()
}

describe('a listener', () => {
  it('answers every message among thousands of broken events, in one event queue', { timeout: patience }, async () => {
    const place = await village()
    const { simulator, listen, say, said, settle, lines } = place
    const injected = injector()
    const fetch = injected.through((input, init) => simulator.fetch(input, init))
    const { ended } = listen(curious(), { fetch })
    let isOver = false
    void ended.then(() => {
      isOver = true
    })
    await settle()
    await eventful(place)
    const templates = [...injected.seen]
    const types = [
      'message',
      'update_message',
      'reaction',
      'submessage',
      'delete_message',
      'realm_user',
      'subscription',
    ]
    expect(templates.map(({ type }) => type)).toEqual(expect.arrayContaining(types))
    const perRound = 20
    let broken = 0
    for (let round = 0; round < casesOf(300_000) / perRound; round += 1) {
      lines.length = 0
      for (let at = 0; at < perRound; at += 1) {
        const seed = offset + round * perRound + at
        injected.put((id) => {
          const random = chance(seed)
          let event: unknown = { ...random.pick(templates), id }
          for (let changes = 1 + random.below(2); changes > 0; changes -= 1) event = mutated(event, random)
          return event
        })
      }
      say(`@**Ear** ${round}`, 'healthy')
      await settle()
      const where = `in the round of the seeds from ${offset + round * perRound}`
      const failed = lines.filter(({ message }) => message === 'Skipped an event that failed')
      expect(failed, where).toEqual([])
      const skipped = lines.filter(({ message }) => message === "Skipped an event that can't be read")
      expect(skipped.length, where).toBeLessThanOrEqual(perRound)
      broken += skipped.length
      expect(said('healthy').slice(round), where).toEqual([`re: ${round}`])
    }
    // Chance must break events, not only change them.
    expect(broken).toBeGreaterThan(casesOf(300_000) / 4)
    expect(injected.registrations).toBe(1)
    expect(isOver).toBe(false)
  })
})
