import { type TestChat, testBot } from 'earshot/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createBreadBot } from './breadBot.js'

let chat: TestChat
beforeEach(async () => {
  chat = await testBot(createBreadBot())
})
afterEach(() => chat?.close())

async function ask(text: string): Promise<string | undefined> {
  const [reply] = await chat.as('hamlet').dm(text)
  return reply?.content
}

it('calculates prices', async () => {
  expect(await ask('price of rye')).toBe('A loaf of rye is € 4.20.')
  expect(await ask('price of 3 wheat')).toBe('3 × wheat make € 9.30.')
})

it('lists the kinds of bread for an unknown one', async () => {
  expect(await ask('price of toast')).toMatch(
    /^`<bread>` can't be `toast`\. It should be one of `rye`, `wheat`, `spelt`/,
  )
})

it('explains itself', async () => {
  expect(await ask('about')).toBe('I know what bread costs.')
  expect(await ask('hello?')).toContain('price of')
})
