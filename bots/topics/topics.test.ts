import { type TestChat, testBot } from 'earshot/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { bakeryWith, bundledBots } from '../index.js'
import { createTopics } from './bot.js'

const lunch = { channel: 'kitchen', topic: 'lunch' }
const oven = { channel: 'kitchen', topic: 'oven #12' }

let time = 0
let chat: TestChat | undefined
afterEach(() => chat?.close())

async function open({ withOwner = true } = {}): Promise<TestChat> {
  time = 0
  chat = await testBot(createTopics({ now: () => time }), {
    account: 'Topics',
    withOwner,
    simulator: { organisation: bakeryWith(bundledBots), assumptions: { deleteBatchesPerRequest: 1 } },
  })
  return chat
}

const tell = async (chat: TestChat, who: string, text: string, where = oven) =>
  (await chat.as(who).say(`@**Topics** ${text}`, where)).map(({ content }) => content)

const asked =
  'This deletes every message in `lunch`, for everybody and for good. Say `confirm delete lunch` within five minutes to go on.'

describe('Topics', () => {
  it("mutes and follows topics with the owner's account", async () => {
    const chat = await open()
    const changed: unknown[] = []
    chat.simulator.realm.onEvent((event) => {
      if (event.type === 'user_topic') changed.push([event.topic_name, event.visibility_policy])
    })
    expect(await tell(chat, 'iago', 'mute')).toEqual(['I muted `oven #12` for you.'])
    expect(await tell(chat, 'iago', 'follow lunch')).toEqual(['I followed `lunch` for you.'])
    expect(await tell(chat, 'iago', 'unmute lunch')).toEqual(['I unmuted `lunch` for you.'])
    expect(changed).toEqual([
      ['oven #12', 1],
      ['lunch', 3],
      ['lunch', 0],
    ])
  })

  it("refuses other users, and all users without the owner's credentials", async () => {
    const refusal = 'I can mute topics only for the person that I belong to. Please do it in your own app.'
    expect(await tell(await open(), 'desdemona', 'mute')).toEqual([refusal])
    await chat?.close()
    expect(await tell(await open({ withOwner: false }), 'iago', 'mute')).toEqual([refusal])
  })

  it("deletes a topic after an administrator's confirmation", async () => {
    const chat = await open()
    expect(await tell(chat, 'iago', 'delete topic lunch')).toEqual([asked])
    expect(chat.simulator.messages(lunch)).not.toEqual([])
    expect(await tell(chat, 'iago', 'confirm delete lunch')).toEqual(['Every message in `lunch` is deleted.'])
    expect(chat.simulator.messages(lunch)).toEqual([])
  })

  it('repeats the deletion until the whole topic is deleted', async () => {
    const chat = await open()
    for (let n = 0; n < 250; n += 1) chat.simulator.say('hamlet', lunch, `Soup ${n}`)
    await tell(chat, 'iago', 'delete topic lunch')
    expect(await tell(chat, 'iago', 'confirm delete lunch')).toEqual([
      'Every message in `lunch` is deleted, in 3 steps.',
    ])
    expect(chat.simulator.messages(lunch)).toEqual([])
  })

  it('deletes its own topic and reports in a direct message', async () => {
    const chat = await open()
    await tell(chat, 'iago', 'delete topic', lunch)
    expect(await tell(chat, 'iago', 'confirm delete', lunch)).toEqual([])
    expect(chat.simulator.messages(lunch)).toEqual([])
    const direct = chat.simulator.messages({ dm: ['iago', 'Topics'] })
    expect(direct.map(({ content }) => content)).toEqual(['Every message in `lunch` is deleted.'])
  })

  it('refuses members regardless of its own rights', async () => {
    const chat = await open()
    const [refusal] = await tell(chat, 'hamlet', 'delete topic lunch')
    expect(refusal).toMatch(/administrator/)
    expect(await tell(chat, 'hamlet', 'confirm delete lunch')).toEqual([refusal])
    expect(chat.simulator.messages(lunch)).not.toEqual([])
  })

  it('accepts a confirmation only from the same user', async () => {
    const chat = await open()
    await tell(chat, 'iago', 'delete topic lunch')
    expect(await tell(chat, 'desdemona', 'confirm delete lunch')).toEqual([
      'There is nothing to confirm for `lunch`. Begin with `delete topic`.',
    ])
    expect(chat.simulator.messages(lunch)).not.toEqual([])
  })

  it('accepts a confirmation only within five minutes', async () => {
    const chat = await open()
    await tell(chat, 'iago', 'delete topic lunch')
    time += 5 * 60 * 1000 + 1
    expect(await tell(chat, 'iago', 'confirm delete lunch')).toEqual([
      'There is nothing to confirm for `lunch`. Begin with `delete topic`.',
    ])
    expect(chat.simulator.messages(lunch)).not.toEqual([])
  })

  it('checks the role again before it acts', async () => {
    const chat = await open()
    await tell(chat, 'iago', 'delete topic lunch')
    chat.simulator.realm.account('iago').role = 400
    expect((await tell(chat, 'iago', 'confirm delete lunch'))[0]).toMatch(/administrator/)
    expect(chat.simulator.messages(lunch)).not.toEqual([])
  })

  it('asks to be used in a channel', async () => {
    const chat = await open()
    const [reply] = await chat.as('iago').dm('delete topic lunch')
    expect(reply?.content).toBe('Ask me in the channel of the topic, please.')
  })
})
