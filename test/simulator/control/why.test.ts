import { describe, expect, it } from 'vitest'
import { becauses } from '../../../src/simulator/realm/notifications/whyTriggered.js'
import { type Controlled, lunch, stage } from './stage.js'

const open = stage()

interface Case {
  readonly bot: string
  /** Does what it is about, and gives the message's ID. */
  message(controlled: Controlled): Promise<number> | number
  readonly says: string
  readonly triggered?: true
}

const say = (text: string, bot = 'echo'): Case => ({ bot, message: ({ mention }) => mention(text), says: '' })

const cases: Readonly<Record<(typeof becauses)[number], Case>> = {
  mention: { ...say('hey @**Echo**'), says: 'The message mentions Echo.', triggered: true },
  'direct message': {
    bot: 'echo',
    message: ({ simulator }) => simulator.say('hamlet', { to: ['echo'] }, 'psst'),
    says: 'every direct message reaches it',
    triggered: true,
  },
  'group mention': {
    bot: 'puck',
    message({ simulator, mention }) {
      const { email } = simulator.addBot({ full_name: 'Puck' })
      group(simulator, email)
      simulator.realm.do('subscribe', 'puck', 'kitchen')
      return mention('@*bakers* rise')
    },
    says: 'a group that Puck is a member of',
    triggered: true,
  },
  'not an outgoing webhook': {
    ...say('@**Yeast Counter** count', 'yeast counter'),
    says: 'Yeast Counter is not an outgoing-webhook bot',
  },
  'sent by a bot': {
    bot: 'echo',
    message: ({ simulator }) => simulator.say('yeast counter', lunch, '@**Echo** hi'),
    says: 'Yeast Counter, who sent it, is a bot itself',
  },
  deactivated: { ...say('@**Night Shift** hi', 'night shift'), says: 'reactivate it first' },
  'not in the conversation': {
    bot: 'echo',
    message: ({ simulator }) => simulator.say('hamlet', { to: ['iago'] }, '@**Echo** hi'),
    says: 'Echo is not in this direct conversation',
  },
  'mentioned by an edit': {
    bot: 'echo',
    async message({ simulator, mention }) {
      const id = await mention('hi')
      const params = { message_id: id, content: '@**Echo** hi' }
      simulator.realm.call('messages.edit', simulator.realm.account('hamlet'), {
        send_notification_to_old_thread: false,
        send_notification_to_new_thread: true,
        propagate_mode: 'change_one',
        ...params,
      } as never)
      return id
    },
    says: 'edits trigger nothing',
  },
  'silent mention': { ...say('ask @_**Echo**'), says: 'write @**Echo**' },
  'mention in code': { ...say('write `@**Echo** hi`'), says: 'move it out' },
  'wildcard mention': { ...say('@**all** hi'), says: 'mentions everybody, which triggers no bot' },
  'not in the channel': {
    bot: 'puck',
    message({ simulator, mention }) {
      const { email } = simulator.addBot({ full_name: 'Puck' })
      group(simulator, email)
      return mention('@*bakers* rise')
    },
    says: 'Puck is not in the channel; subscribe it',
  },
  'misspelt mention': { ...say('@**Ecko** hi'), says: 'It mentions "Ecko", and not Echo' },
  'no mention': { ...say('hi all'), says: 'It does not mention Echo; write @**Echo**' },
}

/** Takes a bot into the group bakers. */
function group(simulator: Controlled['simulator'], email: string): void {
  const { id } = simulator.realm.account(email)
  const desdemona = simulator.realm.account('desdemona')
  simulator.realm.call('userGroups.updateMembers', desdemona, { user_group_id: 20, add: [id] } as never)
}

describe("the reason why a message triggered a bot, or didn't", () => {
  it.each(becauses)('is given as "%s"', async (because) => {
    const controlled = open()
    controlled.simulator.connect('echo', () => Response.json({}))
    const { bot, message, says, triggered = false } = cases[because]
    const id = await message(controlled)
    await controlled.simulator.idle()
    const { status, body } = await controlled.control('GET', `/why?message=${id}&bot=${encodeURIComponent(bot)}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ because, triggered, says: expect.stringContaining(says) })
    expect(body.deliveries).toHaveLength(triggered ? 1 : 0)
  })

  it('comes with the deliveries and their outcomes', async () => {
    const { simulator, control, mention } = open()
    simulator.connect('echo', () => Response.json({ content: 'hi' }))
    const id = await mention()
    expect((await control('GET', `/why?message=${id}&bot=20`)).body).toMatchObject({
      deliveries: [{ id: 1, outcome: 'replied' }],
    })
  })

  it.each([
    ['hey @**Echo**, bread?', '@**Echo**'],
    ['`@**Echo**` means @**echo**', '@**echo**'],
    ['@_**Echo** and @**Echo|20** and @**Echo**', '@**Echo|20**'],
    ['@**|20**', '@**|20**'],
    ['ask @_**Echo**', '@_**Echo**'],
    ['write `@**Echo** hi`', '@**Echo**'],
    ['@**all** hi', '@**all**'],
    ['@**Ecko** hi', '@**Ecko**'],
    ['hi all', undefined],
  ])('comes with the position of the mention in %s', async (text, mention) => {
    const { control, mention: say } = open()
    const { body } = await control('GET', `/why?message=${await say(text)}&bot=echo`)
    const { from, to } = (body.mention ?? { from: 0, to: 0 }) as { from: number; to: number }
    expect(body.content).toBe(text)
    expect(text.slice(from, to)).toBe(mention ?? '')
  })

  it('comes with remarks on muted and unsubscribed bots', async () => {
    const { simulator, control, mention } = open()
    const hamlet = simulator.realm.account('hamlet')
    simulator.realm.call('users.mute', hamlet, { muted_user_id: simulator.realm.account('echo').id } as never)
    const why = async () => (await control('GET', `/why?message=${await mention()}&bot=echo`)).body
    expect(await why()).toMatchObject({
      triggered: true,
      besides: [
        'Hamlet has muted Echo: muting stops no delivery, but hides the reply from them.',
        'Echo is not in #kitchen: a mention reaches it all the same, and it may answer there.',
      ],
    })
    simulator.realm.do('subscribe', 'echo', 'kitchen')
    expect((await why()).besides).toHaveLength(1)
  })
})
