import { testChat } from 'earshot/chat-sdk/testing'
import { describe, expect, it } from 'vitest'
import { createBot } from './bot.js'

const kitchen = { channel: 'kitchen', topic: 'bread' }

describe.each(['webhook', 'events'] as const)('the bot by %s', (by) => {
  const open = () => {
    const { bot, zulip } = createBot()
    return testChat(bot, zulip, { by })
  }

  it('shows the menu when it is mentioned, and takes an order by a button', async () => {
    await using chat = await open()
    const [card, buttons] = await chat.as('iago').say(`@**${chat.botName}** hello`, kitchen)
    expect(card?.content).toBe('**Fresh bread**\n\nWhich one would you like?')
    const [order] = await chat.as('hamlet').press('rye', buttons)
    expect(order?.content).toMatch(/^One loaf of rye for @\*\*.+\*\*\.$/)
  })

  it('takes an order that is typed', async () => {
    await using chat = await open()
    await chat.as('iago').say(`@**${chat.botName}** hello`, kitchen)
    const [order] = await chat.as('iago').say(`@**${chat.botName}** spelt`, kitchen)
    expect(order?.content).toMatch(/^One loaf of spelt/)
  })

  it('streams the recipe', async () => {
    await using chat = await open()
    await chat.as('iago').say(`@**${chat.botName}** hello`, kitchen)
    const recipe = await chat.as('iago').say(`@**${chat.botName}** the recipe, please`, kitchen)
    expect(recipe.map(({ content }) => content)).toEqual([
      '**Rye bread**\n\n1. Feed the sourdough.\n2. Knead it.\n3. Let it rise.\n4. Bake it.',
    ])
  })
})

it('by events, follows the topic until it is told to stop', async () => {
  const { bot, zulip } = createBot()
  await using chat = await testChat(bot, zulip, { by: 'events' })
  await chat.as('iago').say(`@**${chat.botName}** hello`, kitchen)
  expect(await chat.as('hamlet').say('What is the recipe?', kitchen)).toHaveLength(1)
  expect(await chat.as('hamlet').say('Thank you.', kitchen)).toEqual([])
  await chat.as('hamlet').say('That’s all.', kitchen)
  expect(await chat.as('hamlet').say('The recipe again?', kitchen)).toEqual([])
})
