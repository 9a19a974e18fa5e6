import { adding, Bot, Composer, UserError } from 'earshot'
import { describe, expect, it } from 'vitest'
import { type Village, village } from './village.js'

/** A bot that writes down what it hears. */
function scribe() {
  const heard: unknown[] = []
  const bot = new Bot()
    .onReaction(
      (ctx) => void heard.push([ctx.sender.name, ctx.reaction.op, ctx.reaction.emojiName, ctx.message.content]),
    )
    .onEdit((ctx) => void heard.push([ctx.sender.name, ctx.change.before, ctx.message.content]))
    .onDelete((ctx) => void heard.push([ctx.deletion.messageIds, ctx.deletion.place?.topic]))
    .onTopicMoved(
      (ctx) => void heard.push([ctx.sender.name, ctx.move.from.topic, ctx.move.to.topic, ctx.move.messageIds]),
    )
    .onSubscribed((ctx) => void heard.push([ctx.channel.name]))
    .onVote((ctx) => void heard.push([ctx.sender.name, ctx.vote]))
  return { bot, heard }
}

/** Calls the API as somebody. */
function as({ simulator }: Village, who: string) {
  const { email, apiKey } = simulator.credentials(who)
  const headers = { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` }
  return async (method: string, path: string, params: Readonly<Record<string, unknown>> = {}) => {
    const body = new URLSearchParams()
    for (const [name, value] of Object.entries(params)) {
      body.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    }
    const response = await simulator.fetch(`${simulator.url}/api/v1${path}`, { method, headers, body })
    expect(await response.json()).toMatchObject({ result: 'success' })
  }
}

describe('a listening bot', () => {
  it.each([0, 120, undefined])(
    'receives reactions, edits, moves, votes and deletions from a server of level %s',
    async (featureLevel) => {
      const place = await village(featureLevel === undefined ? {} : { featureLevel })
      const { listen, say, settle } = place
      const { bot, heard } = scribe()
      listen(bot)
      await settle()
      const iago = as(place, 'Iago')
      const id = say('rye')
      const poll = say('/poll Rye or wheat?\nrye\nwheat')
      const reaction = { emoji_name: 'bread', emoji_code: '1f35e', reaction_type: 'unicode_emoji' }
      await iago('POST', `/messages/${id}/reactions`, reaction)
      await iago('DELETE', `/messages/${id}/reactions`, reaction)
      await iago('PATCH', `/messages/${id}`, { content: 'spelt' })
      await iago('PATCH', `/messages/${id}`, { topic: 'flour' })
      // The poll is in another conversation, which doesn't wait for this one.
      await settle()
      await iago('POST', '/submessage', {
        message_id: poll,
        msg_type: 'widget',
        content: JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 }),
      })
      await settle()
      await iago('DELETE', `/messages/${id}`)
      await settle()
      expect(heard).toEqual([
        ['Iago', 'add', 'bread', expect.any(String)],
        ['Iago', 'remove', 'bread', expect.any(String)],
        ['Iago', 'rye', 'spelt'],
        ['Iago', 'bread', 'flour', [id]],
        ['Iago', { type: 'vote', key: 'canned,0', vote: 1 }],
        [[id], 'flour'],
      ])
    },
  )

  it('receives its own subscription to a channel', async () => {
    const place = await village()
    const { bot, heard } = scribe()
    place.listen(bot)
    await place.settle()
    const principals = [place.simulator.realm.account('Ear').id]
    await as(place, 'Desdemona')('POST', '/users/me/subscriptions', {
      subscriptions: [{ name: 'Denmark' }],
      principals,
    })
    await place.settle()
    expect(heard).toEqual([['Denmark']])
  })

  it('receives all messages of its channels, commands first, including missed ones', async () => {
    const { listen, say, said, settle } = await village()
    const bot = () =>
      new Bot()
        .command('bake', { description: 'Bake' }, () => 'Baked.')
        .onMessage(
          { channel: '\u200bverona', topic: 'Ｂｒｅａｄ', text: /burnt/ },
          (ctx) => `Water! ${ctx.sender.name}: ${ctx.text}`,
        )
        .onMessage({ topic: 'tea' }, () => 'Tea!')
    const first = listen(bot())
    await settle()
    say('@**Ear** bake')
    say('it is burnt')
    say('it is raw')
    say('burnt', 'tea')
    await settle()
    expect([said(), said('tea')]).toEqual([['Baked.', 'Water! Iago: it is burnt'], ['Tea!']])
    await first.stop()
    say('burnt again')
    listen(bot())
    await settle()
    expect(said()).toEqual(['Baked.', 'Water! Iago: it is burnt', 'Water! Iago: burnt again'])
  })

  it('passes unhandled messages to onMessage, but runs no middleware for them without onMessage', async () => {
    const { listen, say, said, settle } = await village()
    const seen: string[] = []
    const bot = new Bot().use(async (ctx, next) => {
      seen.push(ctx.text)
      await next()
    })
    const first = listen(bot)
    await settle()
    say('one')
    say('@**Ear** two')
    await settle()
    expect(seen).toEqual(['two'])
    await first.stop()
    listen(new Bot().onMessage((ctx) => `All: ${ctx.text}`))
    await settle()
    say('three')
    say('@**Ear** four')
    await settle()
    // What it takes now, it had missed.
    expect(said()).toEqual(['All: one', 'All: three', 'All: four'])
  })

  it('ignores itself and other bots unless `answerBots` is set', async () => {
    const place = await village()
    const { listen, say, settle, simulator } = place
    simulator.addBot({ full_name: 'Mouth', type: 'generic' })
    const { bot, heard } = scribe()
    bot.onMessage(async (ctx) => {
      heard.push(ctx.text)
      const { id } = await ctx.send({ channel: 'Verona', topic: 'bread' }, 'first')
      await ctx.client.messages.edit({ message_id: id, content: 'second' })
      await ctx.react('eyes')
    })
    const first = listen(bot)
    await settle()
    const id = say('hello')
    await settle()
    const reaction = { emoji_name: 'bread', emoji_code: '1f35e', reaction_type: 'unicode_emoji' }
    await as(place, 'Mouth')('POST', `/messages/${id}/reactions`, reaction)
    await settle()
    expect(heard).toEqual(['hello'])
    await first.stop()
    listen(bot, { answerBots: true })
    await settle()
    await as(place, 'Mouth')('DELETE', `/messages/${id}/reactions`, reaction)
    await settle()
    expect(heard).toEqual(['hello', ['Mouth', 'remove', 'bread', 'hello']])
  })

  it('replies to an event in the topic of its message, once even if a queue repeats it', async () => {
    const place = await village()
    const { listen, say, said, settle } = place
    const bot = () => new Bot().onReaction((ctx) => `${ctx.sender.name}: ${ctx.reaction.emojiName}`)
    let process = listen(bot(), { hasQueue: true })
    await settle()
    const id = say('hello')
    const reaction = { emoji_name: 'bread', emoji_code: '1f35e', reaction_type: 'unicode_emoji' }
    await as(place, 'Iago')('POST', `/messages/${id}/reactions`, reaction)
    await settle()
    process.die()
    process = listen(bot(), { hasQueue: true })
    await place.simulator.advance('10m')
    expect(said()).toEqual(['Iago: bread'])
    await process.stop()
  })

  it('sends no error reply for an event, and fails if its handler asks a question', async () => {
    const place = await village()
    const { listen, say, said, settle, lines } = place
    const bot = new Bot()
      .onMessage(() => {
        throw new Error('The oven is cold.')
      })
      // An untyped program may try.
      .onReaction(async (ctx) => void (await Reflect.apply(ctx.ask, ctx, ['Why?'])))
    listen(bot)
    await settle()
    const id = say('hello')
    await as(place, 'Iago')('POST', `/messages/${id}/reactions`, { emoji_name: 'bread' })
    await settle()
    await place.simulator.advance('1h')
    expect(said()).toEqual([])
    expect(JSON.stringify(lines.map(({ fields }) => fields))).toContain('invalid_question')
    expect(lines.map(({ message }) => message)).toContain('Moved the delivery to the dead letters')
  })

  it('skips events on unreadable messages and malformed events, with one log line', async () => {
    const { listen, say, said, settle, lines } = await village()
    const id = say('hello')
    const reaction = { emoji_name: 'bread', emoji_code: '1f35e', reaction_type: 'unicode_emoji', op: 'add' }
    const events = [
      { id: 0, type: 'tea' },
      { id: 1, type: 'reaction', ...reaction, user_id: 8, message_id: 999_999 },
      { id: 2, type: 'reaction', user: 'Iago' },
      { id: 3, type: 'update_message', message_id: 'x', user_id: 8, orig_content: 'a', content: 'b' },
      { id: 4, type: 'submessage', sender_id: 8, message_id: id, content: '{"type":"dance"}' },
    ]
    let isTold = false
    const change = (url: string) => {
      if (isTold || !url.includes('/events?')) return undefined
      isTold = true
      return Response.json({ result: 'success', msg: '', events })
    }
    const bot = new Bot()
      .onReaction(() => 'a reaction')
      .onEdit(() => 'an edit')
      .onVote((ctx) => (ctx.vote.type === 'other' ? JSON.stringify(ctx.vote.data) : 'a vote'))
    listen(bot, { change })
    await settle()
    expect(said()).toEqual(['{"type":"dance"}'])
    expect(lines.filter(({ message }) => message === "Left out an event that can't be read")).toHaveLength(1)
  })
})

describe('an event with several handlers', () => {
  const bread = { emoji_name: 'bread', emoji_code: '1f35e', reaction_type: 'unicode_emoji' }

  it('runs each of them in order, with its own middleware and context', async () => {
    const place = await village()
    const { listen, say, said, settle } = place
    let layers = 0
    const counting = new Composer()
      .use(adding(() => ({ count: ++layers })))
      .onReaction((ctx) => `counted ${ctx.reaction.emojiName}, ${ctx.count}`)
      .onMessage({ text: /soup/ }, (ctx) => `soup: ${ctx.text}`)
    const thanking = new Composer().onReaction((ctx) => `thanked ${ctx.sender.name}`).onMessage(() => 'any')
    const bot = new Bot().use(counting).use(thanking)
    bot.onReaction((ctx) => (Reflect.has(ctx, 'count') ? "has another composer's context" : undefined))
    listen(bot)
    await settle()
    const id = say('soup!')
    await settle()
    await as(place, 'Iago')('POST', `/messages/${id}/reactions`, bread)
    await settle()
    expect(said()).toEqual(['soup: soup!', 'any', 'counted bread, 2', 'thanked Iago'])
  })

  it("runs the next handler if one fails, and passes errors to the failing one's composer", async () => {
    const place = await village()
    const { listen, say, said, settle, simulator } = place
    const seen: string[] = []
    const failing = new Composer()
      .onMessage(() => Promise.reject(new Error('burnt')))
      .onMessage(() => {
        throw new UserError('refused')
      })
      .catch((error) => void seen.push(String(error)))
    const bot = new Bot().use(failing).onMessage(() => 'still here')
    bot.catch((error) => void seen.push(`bot: ${error}`))
    listen(bot)
    await settle()
    say('soup!')
    await settle()
    expect(said()).toEqual(['still here'])
    await simulator.clock.advance('30m')
    await settle()
    expect(seen).toEqual(['Error: burnt', 'bot: Error: burnt'])
    expect(said()).toEqual(['still here'])
  })

  it('keeps steps of its handlers apart and repeats none on a retry', async () => {
    const { listen, say, said, settle, simulator } = await village()
    const posted: string[] = []
    let failures = 0
    const posting = (name: string) =>
      new Composer().onMessage((ctx) =>
        ctx.once('post', () => {
          posted.push(name)
          return name
        }),
      )
    const bot = new Bot()
      .use(posting('one'))
      .use(posting('two'))
      .onMessage(() => {
        if (++failures < 3) throw new Error('not yet')
        return 'three'
      })
    listen(bot, { hasQueue: true })
    await settle()
    say('soup!')
    await settle()
    await simulator.clock.advance('10m')
    await settle()
    expect(posted).toEqual(['one', 'two'])
    expect(said()).toEqual(['one', 'two', 'three'])
  })
})

describe('several commands in one message, with a queue', () => {
  it('answers what succeeds only when retried, and repeats nothing', async () => {
    const { listen, say, said, settle, simulator } = await village()
    const ran: string[] = []
    const bot = new Bot().command('bake <what>', { description: 'Bake' }, ({ args }) => {
      ran.push(args.what)
      if (args.what === 'rye' && ran.length < 3) throw new Error('not yet')
      return `Baked ${args.what}.`
    })
    listen(bot, { hasQueue: true })
    await settle()
    say('@**Ear** bake rye\nbake spelt')
    await settle()
    await simulator.clock.advance('10m')
    await settle()
    expect(said().filter((text) => text.startsWith('Baked'))).toEqual(['Baked spelt.', 'Baked rye.'])
    expect(ran).toEqual(['rye', 'spelt', 'rye'])
  })
})

describe('onMessage', () => {
  it('throws for an unknown filter', () => {
    expect(() => new Bot().onMessage({ chanel: 'x' } as never, () => '')).toThrow("onMessage can't filter by chanel")
    expect(() => new Bot().onMessage({ text: 'x' } as never, () => '')).toThrow("onMessage can't filter by text")
  })
})
