import { testBot } from 'earshot/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { createEcho } from './bot.js'

const open = () => testBot(createEcho())
let chat: Awaited<ReturnType<typeof open>> | undefined
afterEach(() => chat?.close())

const lunch = { channel: 'kitchen', topic: 'lunch' }
const said = (replies: readonly { content: string }[]) => replies.map(({ content }) => content)

describe('Echo', () => {
  it('says back what follows its mention', async () => {
    chat = await open()
    expect(said(await chat.as('hamlet').say('@**Echo** soup again', lunch))).toEqual(['soup again'])
  })

  it('says back what stands around its mention', async () => {
    chat = await open()
    expect(said(await chat.as('hamlet').say('soup @**Echo|20** again', lunch))).toEqual(['soup again'])
  })

  it('says back direct messages', async () => {
    chat = await open()
    expect(said(await chat.as('hamlet').dm('The rye is late'))).toEqual(['The rye is late'])
  })

  it('asks for something to say when there is nothing', async () => {
    chat = await open()
    expect(said(await chat.as('hamlet').say('@**Echo**', lunch))).toEqual([
      'Tell me something, and I will say it back.',
    ])
  })

  it('mentions nobody', async () => {
    chat = await open()
    const [reply] = await chat.as('hamlet').say('@**Echo** @**all** @*bakers* @**Iago** wake up', lunch)
    expect(reply?.content).toBe('@_**all** @_*bakers* @_**Iago** wake up')
  })

  it('hears nothing where it is not mentioned, or only in code', async () => {
    chat = await open()
    expect(await chat.as('hamlet').say('Echo?', lunch)).toEqual([])
    expect(await chat.as('hamlet').say('Write `@**Echo**` to call it', lunch)).toEqual([])
  })
})
