import { type Approval, type ApproveOptions, Bot, type Context, NotApproved } from 'earshot'
import { virtualClock } from 'earshot/simulator'
import { memoryStorage } from 'earshot/storage'
import { type TestChat, testBot } from 'earshot/testing'
import { afterEach, describe, expect, it } from 'vitest'

const release = { channel: 'kitchen', topic: 'release' }
const contents = (messages: readonly { content: string }[]) => messages.map(({ content }) => content)

/** Asks for an approval, and says how it ended and who said what. */
const releasing = (options: ApproveOptions) => () =>
  new Bot().command('release [version]', { description: 'Release' }, async (ctx) => {
    const told = ({ answers }: Approval) =>
      answers.map(({ user, answer }) => `${user.name} ${user.id} ${answer}`).join(', ')
    try {
      return `released: ${told(await ctx.approve(`Release ${ctx.args.version ?? 'it'}?`, options))}`
    } catch (error) {
      if (error instanceof NotApproved) return `${error.code}: ${told(error)}`
      throw error
    }
  })

let chat: TestChat
afterEach(() => chat.close())

const say = async (who: string, text: string) => contents(await chat.as(who).say(`@**Echo** ${text}`, release))

describe('an approval', () => {
  it.each([
    [{ group: 'BAKERS' }, 'iago', 'polonius'],
    [{ group: 20 }, 'othello', 'desdemona'],
    [{ group: '20' }, 'cordelia', 'polonius'],
    [{ role: 'administrator' }, 'desdemona', 'othello'],
    [{ role: 'member' }, 'othello', 'polonius'],
    [{ users: [12, 'iago@example.com'] }, 'iago', 'desdemona'],
    [{ users: [12, 'iago@example.com'] }, 'othello', 'polonius'],
  ] as const)('by %j can be given by %s, but not by %s', async (by, one, other) => {
    chat = await testBot(releasing({ by }))
    await say('hamlet', 'release')
    expect(await say(other, 'approve')).toEqual([expect.stringMatching(/^Only .* may answer that\.$/)])
    expect(await say(one, 'approve')).toEqual([expect.stringMatching(/^released: \w+ \d+ approved$/)])
  })

  it('names the users who may give it', async () => {
    chat = await testBot(releasing({ by: { users: [12, 'iago@example.com'] } }))
    const [question] = await say('hamlet', 'release')
    expect(question).toContain('This needs 1 approval by @_**Iago|8** and @_**Othello|12**.')
  })

  /** Whom the bot has looked up: by IDs, by an address, or everybody. */
  const lookedUp = () =>
    chat
      .calls()
      .filter(({ endpoint }) => endpoint === 'users.list' || endpoint === 'users.getByEmail')
      .map(({ parameters: { user_ids, email } }) => user_ids ?? email ?? 'everybody')

  it.each<[ApproveOptions['by'], number, unknown[]]>([
    [{ users: [12, 8] }, 496, [[12, 8]]],
    [{ users: ['iago@example.com', 'othello@example.com'] }, 496, ['iago@example.com', 'othello@example.com']],
    [{ users: [12, 'iago@example.com'] }, 496, ['iago@example.com', [12]]],
    [{ users: [12, 'iago@example.com'] }, 300, ['iago@example.com', 'everybody']],
    [{ group: 'bakers' }, 496, [[8, 10, 11, 12]]],
    [{ group: 'bakers' }, 300, ['everybody']],
    // Nothing else says who has a role.
    [{ role: 'administrator' }, 496, ['everybody']],
  ])(
    'by %j, on a server of feature level %i, looks up only the users involved if possible',
    async (by, featureLevel, asked) => {
      chat = await testBot(releasing({ by }), { featureLevel })
      await say('hamlet', 'release')
      expect(lookedUp()).toHaveLength(asked.length)
      expect(lookedUp()).toEqual(expect.arrayContaining(asked))
    },
  )

  it('looks up only the participants in a direct conversation', async () => {
    chat = await testBot(releasing({ by: { role: 'administrator' } }))
    await chat.as('hamlet').dm('release')
    expect(lookedUp()).toEqual([[10, 20]])
  })

  it("can't be given or rejected by the user who requested it", async () => {
    chat = await testBot(releasing({ by: { users: [10, 8] } }))
    await say('hamlet', 'release')
    expect(await say('hamlet', 'approve')).toEqual([expect.stringContaining('so others decide')])
    expect(await say('hamlet', 'reject')).toEqual([expect.stringContaining('so others decide')])
    expect(await say('iago', 'reject')).toEqual(['rejected: Iago 8 rejected'])
  })

  it('lists the answers so far when it times out', async () => {
    chat = await testBot(releasing({ by: { group: 'bakers' }, quorum: 2 }))
    await say('hamlet', 'release')
    await say('iago', 'approve')
    expect(contents(await chat.advance('1d'))).toEqual(['timed_out: Iago 8 approved'])
    const [when] = chat.log.filter(({ message }) => message === 'An approval was answered')
    expect(when).toMatchObject({ level: 'info', fields: { question: 'Release it?', user: 8, answer: 'approved' } })
  })

  it('returns the time and message ID of each answer', async () => {
    let approval: Approval | undefined
    const ask = async (ctx: Context) => {
      approval = await ctx.approve('Now?', { by: { group: 'bakers' } })
    }
    chat = await testBot(() => new Bot().command('go', { description: 'Go' }, ask))
    await say('hamlet', 'go')
    await chat.advance('1h')
    await say('iago', 'approve')
    const [message] = chat.conversation(release).filter(({ sender_full_name }) => sender_full_name === 'Iago')
    const answer = { user: { id: 8, name: 'Iago' }, answer: 'approved', messageId: message?.id }
    expect(approval?.answers).toEqual([{ ...answer, time: chat.clock.now() }])
  })

  it.each([1, 2])('of %i is granted once when two users approve at the same time', async (quorum) => {
    chat = await testBot(releasing({ by: { group: 'bakers' }, quorum }))
    await say('hamlet', 'release')
    await Promise.all([say('iago', 'approve'), say('othello', 'approve')])
    const said = contents(chat.conversation(release)).filter((text) => text.startsWith('released: '))
    expect(said).toHaveLength(1)
    expect(said[0]?.match(/approved/g)).toHaveLength(quorum)
  })

  it("doesn't apply to a different question after a restart", async () => {
    chat = await testBot(releasing({ by: { group: 'bakers' } }))
    await say('hamlet', 'release')
    await chat.restart({
      bot: () =>
        new Bot().command('release', { description: 'Release' }, async (ctx) => {
          await ctx.approve('Release everything?', { by: { group: 'bakers' } })
          return 'Released everything.'
        }),
    })
    expect(await say('iago', 'approve')).toEqual([expect.stringContaining('I was changed since I asked')])
  })

  it('is accepted only in its own topic and only as the exact word', async () => {
    chat = await testBot(releasing({ by: { group: 'bakers' } }))
    await say('hamlet', 'release')
    const elsewhere = await chat.as('iago').say('@**Echo** approve', { channel: 'kitchen', topic: 'lunch' })
    expect(contents(elsewhere)).toEqual([expect.stringContaining("I don't understand")])
    for (const other of ['a', 'app', 'approved', 'yes', '1', 'approve it now', 'approve 4711'])
      expect(await say('iago', other)).not.toContainEqual(expect.stringContaining('released'))
    expect(await say('iago', ' Approve ')).toEqual(['released: Iago 8 approved'])
  })

  it("asks to try again when the user's right can't be looked up, and counts nothing", async () => {
    chat = await testBot(releasing({ by: { group: 'bakers' } }))
    await say('hamlet', 'release')
    chat.faults.add('the next call of userGroups.list answers malformed JSON')
    expect(await say('iago', 'approve')).toEqual([expect.stringContaining('Please try again')])

    expect(await say('iago', 'approve')).toEqual(['released: Iago 8 approved'])
  })

  it('ends with a notice if its record is corrupt', async () => {
    const storage = memoryStorage({ clock: virtualClock() })
    chat = await testBot(releasing({ by: { group: 'bakers' } }), { storage })
    await say('hamlet', 'release')
    for (const { key } of await storage.list('conversation/')) {
      if (key.includes('/of/')) await storage.set(key, '{"x":')
    }
    expect(await say('iago', 'approve')).toEqual([
      'I have lost track of what we were talking about. Please begin again.',
    ])
    expect(await say('iago', 'approve')).toEqual([expect.stringContaining("I don't understand")])
  })
})

describe('several approvals in one topic', () => {
  it('are pending in parallel, and an answer without a number gets the list of them', async () => {
    chat = await testBot(releasing({ by: { group: 'bakers' }, timeout: '2h' }))
    await say('hamlet', 'release 1.2')
    await say('hamlet', 'release `1.3`')
    const [which] = await say('iago', 'approve')
    expect(which?.replace(/\d{3}/g, '{{id}}')).toBe(
      [
        'More than one approval waits here. Say its number with your answer:',
        '* `{{id}}`: `Release 1.2?`',
        '* `{{id}}`: ``Release `1.3`?``',
      ].join('\n'),
    )
    const [, second] = which?.match(/`\d+`/g) ?? []
    expect(await say('iago', `approve ${second?.slice(1, -1)}`)).toEqual(['released: Iago 8 approved'])
    expect(contents(await chat.advance('2h'))).toEqual(['timed_out:'])
  })

  it('each have their own buttons, which have no effect after the end', async () => {
    chat = await testBot(releasing({ by: { group: 'bakers' }, quorum: 2 }))
    await say('hamlet', 'release 1.2')
    await say('othello', 'release 1.3')
    const [first, second] = chat.conversation(release).filter(({ content }) => content.startsWith('Release 1.'))
    expect(contents(await chat.as('iago').press('reject', first))).toEqual(['rejected: Iago 8 rejected'])
    await chat.as('iago').press('approve', first)
    await chat.as('cordelia').press('approve', first)
    expect(contents(await chat.as('iago').press('approve', second))).toEqual(['Thank you. 1 of 2 approvals so far.'])
  })

  it("in one handler are requested one after the other, and old buttons don't answer the next", async () => {
    chat = await testBot(() =>
      new Bot().command('go', { description: 'Go' }, async (ctx) => {
        await ctx.approve('Build?', { by: { group: 'bakers' } })
        await ctx.approve('Release?', { by: { group: 'bakers' } })
        return 'Released.'
      }),
    )
    await say('hamlet', 'go')
    const [first] = chat.conversation(release).filter(({ content }) => content.startsWith('Build?'))
    expect(contents(await chat.as('iago').press('approve', first))).toEqual([expect.stringMatching(/^Release\?/)])
    expect(contents(await chat.as('othello').press('approve', first))).not.toContain('Released.')
    expect(contents(await chat.as('othello').press('approve'))).toEqual(['Released.'])
  })

  it("don't interfere with a question", async () => {
    chat = await testBot(() =>
      releasing({ by: { group: 'bakers' } })().command('ask', { description: 'Ask' }, async (ctx) =>
        ctx.ask('Well?', { from: 'anyone' }),
      ),
    )
    await say('hamlet', 'release')
    await say('hamlet', 'ask')
    expect(await say('iago', 'approve')).toEqual(['approve'])
    expect(await say('iago', 'approve')).toEqual(['released: Iago 8 approved'])
  })
})

describe('an approval is not requested', () => {
  it.each([
    [{ by: { group: 'butchers' } }, "I can't ask members of the group `butchers`: there is no such group or person."],
    [
      { by: { group: 'night-shift' } },
      "I can't ask members of the group `night-shift`: there is no such group or person.",
    ],
    [{ by: { users: [8, 4711] } }, "I can't ask `4711`: there is no such group or person."],
    [{ by: { users: ['yago@example.com'] } }, "I can't ask `yago@example.com`: there is no such group or person."],
    [
      { by: { group: 'keyholders' }, quorum: 3 },
      "I can't ask members of the group `keyholders` here: it takes 3 to answer, and only 2 can.",
    ],
    [{ by: { users: [10] } }, "I can't ask `10` here: it takes 1 to answer, and nobody can."],
    [{ by: { users: [14, 21] } }, "I can't ask `14` and `21` here: it takes 1 to answer, and nobody can."],
  ])('for %j, and the sender gets the reason', async (options, text) => {
    chat = await testBot(releasing(options))
    expect(await say('hamlet', 'release')).toEqual([text])
    expect(chat.log).toContainEqual(
      expect.objectContaining({
        level: 'error',
        fields: expect.objectContaining({ people: options.by }),
      }),
    )
  })

  it('in a direct conversation with only the bot', async () => {
    chat = await testBot(releasing({ by: { group: 'bakers' } }))
    expect(contents(await chat.as('hamlet').dm('release'))).toEqual([expect.stringContaining('and nobody can')])
  })

  it.each([
    ["ctx.approve can't ask that: it has no `by`", undefined],
    ['`by` is undefined. Give one of { group }, { role } and { users }.', {}],
    [
      '`by` is {"constructor":"kitchen"}. Give one of { group }, { role } and { users }.',
      { by: { constructor: 'kitchen' } },
    ],
    ['`by` is "bakers"', { by: 'bakers' }],
    ['`by` is {"group":"bakers","role":"member"}', { by: { group: 'bakers', role: 'member' } }],
    ['`by` is {"groups":"bakers"}', { by: { groups: 'bakers' } }],
    ['`by` has the group " ". Give the name of a group, or its ID.', { by: { group: ' ' } }],
    ['`by` has the role "boss". Give one of owner, administrator', { by: { role: 'boss' } }],
    ['`by` has the users []. Give at least one', { by: { users: [] } }],
    ['`by` has the users [8,8]. Give at least one, each once', { by: { users: [8, 8] } }],
    ['its quorum is 0', { by: { group: 'bakers' }, quorum: 0 }],
    ['its quorum is 1.5', { by: { group: 'bakers' }, quorum: 1.5 }],
    ['its quorum is 3, of 2 users. Name more users.', { by: { users: [8, 9] }, quorum: 3 }],
    ['its timeout is "soon"', { by: { group: 'bakers' }, timeout: 'soon' }],
    ['its timeout is "2y"', { by: { group: 'bakers' }, timeout: '2y' }],
    [
      'ctx.approve has no option `quorom`. Did you mean `quorum`?',
      { by: { group: 'bakers' }, quorom: 2 },
      'unknown_option',
    ],
  ])('if its options are invalid, and the error says %j', async (text, options, code = 'invalid_question') => {
    chat = await testBot(releasing(options as ApproveOptions))
    expect(await say('hamlet', 'release')).toEqual([expect.stringMatching(/^Something went wrong/)])
    expect(chat.log.map(({ fields }) => JSON.stringify(fields)).join()).toContain(JSON.stringify(text).slice(1, -1))
    expect(JSON.stringify(chat.log)).toContain(code)
  })
})
