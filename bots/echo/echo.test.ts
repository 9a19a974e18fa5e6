import { testBot } from 'earshot/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { createEcho } from './bot.js'

const open = () => testBot(createEcho())
let chat: Awaited<ReturnType<typeof open>> | undefined
afterEach(() => chat?.close())

const lunch = { channel: 'kitchen', topic: 'lunch' }
const said = (replies: readonly { content: string }[]) => replies.map(({ content }) => content)

describe('Echo', () => {
  it('echoes the text after its mention', async () => {
    chat = await open()
    expect(said(await chat.as('hamlet').say('@**Echo** soup again', lunch))).toEqual(['soup again'])
  })

  it('echoes the text around its mention', async () => {
    chat = await open()
    expect(said(await chat.as('hamlet').say('soup @**Echo|20** again', lunch))).toEqual(['soup again'])
  })

  it('echoes direct messages', async () => {
    chat = await open()
    expect(said(await chat.as('hamlet').dm('The rye is late'))).toEqual(['The rye is late'])
  })

  it('asks for text if there is none', async () => {
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

  it('ignores messages without a mention, or with one only in code', async () => {
    chat = await open()
    expect(await chat.as('hamlet').say('Echo?', lunch)).toEqual([])
    expect(await chat.as('hamlet').say('Write `@**Echo**` to call it', lunch)).toEqual([])
  })
})
