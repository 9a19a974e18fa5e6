import { adding, Bot, Composer, RetryError, UserError } from 'earshot'
import { describe, expect, it } from 'vitest'
import { injector } from './injected.js'
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

  it('skips events on unreadable messages, and those of a kind that it does not know', async () => {
    const { simulator, listen, say, said, settle, lines } = await village()
    const injected = injector()
    const bot = new Bot()
      .onReaction(() => 'a reaction')
      .onVote((ctx) => (ctx.vote.type === 'other' ? JSON.stringify(ctx.vote.data) : 'a vote'))
    listen(bot, { fetch: injected.through((...request) => simulator.fetch(...request)) })
    await settle()
    const reaction = { emoji_name: 'bread', emoji_code: '1f35e', reaction_type: 'unicode_emoji', op: 'add' }
    injected.put(
      (id) => ({ id, type: 'tea' }),
      (id) => ({ id, type: '__proto__' }),
      (id) => ({ id, type: 'reaction', ...reaction, user_id: 8, message_id: 999_999 }),
    )
    const about = say('hello')
    await settle()
    injected.put((id) => ({ id, type: 'submessage', sender_id: 8, message_id: about, content: '{"type":"dance"}' }))
    say('hello again')
    await settle()
    expect(said()).toEqual(['{"type":"dance"}'])
    expect(lines.filter(({ message }) => message.startsWith('Skipped'))).toEqual([])
  })

  const message = {
    ...{ id: 900, type: 'stream', stream_id: 1, display_recipient: 'Verona', subject: 'bread', timestamp: 1 },
    ...{ sender_id: 8, sender_email: 'iago@example.com', sender_full_name: 'Iago', content: 'hello', client: 'web' },
  }
  const bread = { emoji_name: 'bread', emoji_code: '1f35e', reaction_type: 'unicode_emoji' }

  it.each<[string, unknown, Readonly<Record<string, unknown>> | null]>([
    ['', 'null', null],
    ['type', 'no type', {}],
    ['type', 'a number as type', { type: 5 }],
    ['id', 'no ID', { id: undefined, type: 'message', message, flags: [] }],
    ['id', 'a text as ID', { id: '5', type: 'heartbeat' }],
    ['id', 'an ID that is far too high', { id: Number.MAX_SAFE_INTEGER, type: 'heartbeat' }],
    ['message', 'a message that is null', { type: 'message', message: null, flags: [] }],
    ['message', 'a message that is a list', { type: 'message', message: [message], flags: [] }],
    ['message.content', 'a numeric text', { type: 'message', message: { ...message, content: 5 }, flags: [] }],
    ['message.id', 'a message without an ID', { type: 'message', message: { ...message, id: undefined }, flags: [] }],
    ['message.sender_id', 'a null sender', { type: 'message', message: { ...message, sender_id: null }, flags: [] }],
    ['flags', 'flags that are null', { type: 'message', message, flags: null }],
    ['message_id', 'a reaction to a text', { type: 'reaction', ...bread, user_id: 8, message_id: 'x' }],
    ['user_id', 'a reaction by nobody', { type: 'reaction', ...bread, message_id: 5 }],
    ['user', 'a reaction by a name', { type: 'reaction', ...bread, message_id: 5, user: 'Iago' }],
    ['emoji_name', 'a reaction without an emoji', { type: 'reaction', message_id: 5, user_id: 8 }],
    ['message_ids', 'an edit of a text', { type: 'update_message', message_id: 5, user_id: 8, message_ids: '5' }],
    ['orig_content', 'an edit of a number', { type: 'update_message', message_id: 5, user_id: 8, orig_content: 5 }],
    ['stream_id', 'a move from nowhere', { type: 'update_message', message_id: 5, user_id: 8, orig_subject: 'tea' }],
    ['message_ids', 'a deletion of nothing', { type: 'delete_message', message_type: 'stream' }],
    ['message_ids[0]', 'a deletion of null', { type: 'delete_message', message_type: 'stream', message_ids: [null] }],
    ['subscriptions[0]', 'a null channel', { type: 'subscription', op: 'add', subscriptions: [null] }],
    ['person', 'a change of null', { type: 'realm_user', op: 'update', person: null }],
    ['content', 'a vote without a text', { type: 'submessage', sender_id: 8, message_id: 5, content: null }],
  ])('skips one bad event (field `%s`: %s) with one line, and takes those beside it', async (field, _, bad) => {
    const { simulator, listen, say, said, settle, lines } = await village()
    const injected = injector()
    const bot = new Bot()
      .onMention((ctx) => ctx.text)
      .onReaction(() => 'a reaction')
      .onEdit(() => 'an edit')
      .onDelete(() => {})
      .onTopicMoved(() => 'a move')
      .onSubscribed(() => {})
      .onVote(() => 'a vote')
    const { stop } = listen(bot, { fetch: injected.through((...request) => simulator.fetch(...request)) })
    await settle()
    say('@**Ear** one')
    await settle()
    let at = -1
    injected.put((id) => {
      at = id
      return bad && { id, ...bad }
    })
    say('@**Ear** two')
    await settle()
    // The last event of an answer is skipped as well.
    injected.put((id) => bad && { id, ...bad })
    say('@**Ear** three')
    await settle()
    say('@**Ear** four')
    await settle()
    expect(said()).toEqual(['one', 'two', 'three', 'four'])
    const skipped = lines.filter(({ message }) => message === "Skipped an event that can't be read")
    expect(skipped.map(({ fields }) => fields)).toEqual([
      expect.objectContaining({ event: at, field }),
      expect.objectContaining({ field }),
    ])
    expect(injected.registrations).toBe(1)
    await stop()
  })

  it('catches up with the other messages if one of them can not be read', async () => {
    const { simulator, listen, say, said, settle, lines } = await village()
    const bot = () => new Bot().onMention((ctx) => ctx.text)
    const first = listen(bot())
    await settle()
    say('@**Ear** one')
    await settle()
    await first.stop()
    say('@**Ear** two')
    const bad = say('@**Ear** three')
    say('@**Ear** four')
    const fetch: typeof globalThis.fetch = async (...request) => {
      const response = await simulator.fetch(...request)
      if (!String(request[0]).includes('/messages?')) return response
      const answer = (await response.json()) as { messages: { id: number; content: unknown }[] }
      for (const one of answer.messages) if (one.id === bad) one.content = 5
      return Response.json(answer)
    }
    listen(bot(), { fetch })
    await settle()
    say('@**Ear** five')
    await settle()
    expect(said()).toEqual(['one', 'two', 'four', 'five'])
    expect(lines.map(({ message }) => message)).toContain("Left out messages that can't be read")
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
        if (++failures < 3) throw new RetryError('not yet')
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
      if (args.what === 'rye' && ran.length < 3) throw new RetryError('not yet')
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
