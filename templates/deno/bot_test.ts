import { equal } from 'node:assert/strict'
import { type TestChat, testBot } from 'earshot/testing'
import { bot } from './bot.ts'

const lunch = { channel: 'kitchen', topic: 'lunch' }

inChat('says hello to whoever says it first', async (chat) => {
  const [reply] = await chat.as('iago').say('@**Echo** hello', lunch)
  equal(reply?.content, 'Hello, Iago!')
})

inChat('keeps a note for each person, over a restart', async (chat) => {
  await chat.as('iago').say('@**Echo** remember the rye', lunch)
  await chat.restart()
  const [known] = await chat.as('iago').say('@**Echo** recall', lunch)
  equal(known?.content, 'You told me: the rye')
  const [unknown] = await chat.as('hamlet').say('@**Echo** recall', lunch)
  equal(unknown?.content, 'You told me nothing yet.')
})

inChat('says back what it is told in confidence', async (chat) => {
  const [reply] = await chat.as('hamlet').dm('I dropped the rye')
  equal(reply?.content, 'You said: I dropped the rye')
})

/** A test in an organisation of its own. */
function inChat(name: string, test: (chat: TestChat) => Promise<void>): void {
  Deno.test(name, async () => {
    const chat = await testBot(bot)
    try {
      await test(chat)
    } finally {
      await chat.close()
    }
  })
}
