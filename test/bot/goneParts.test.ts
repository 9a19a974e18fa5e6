import { Bot } from 'earshot'
import { testBot } from 'earshot/testing'
import { expect, it } from 'vitest'

it('says once that the parts of a reply go to the sender, whose message is gone', async () => {
  const bot = new Bot().onMention(async (ctx) => {
    await new Promise<void>((done) => ctx.clock.later(20_000, done))
    const { realm } = chat.simulator
    const gone = { message_id: ctx.message.id }
    realm.call('messages.delete', realm.account('Desdemona'), gone, { client: 'website' })
    for (let part = 1; part <= 5; part += 1) await ctx.reply(`Part ${part}`)
  })
  const chat = await testBot(bot)
  const asked = chat.as('Iago').say('@**Echo** hi')
  await chat.advance('1m')
  await asked
  const said = chat.log.filter(({ message }) => message.includes('goes to the sender directly'))
  expect(said).toHaveLength(1)
  await chat.close()
})
