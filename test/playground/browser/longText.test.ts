import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { hasBrowser } from './browser.js'
import { conversationOf } from './chat.js'
import { it } from './playground.js'
import { workOf } from './work.js'

const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }

const paste = async (page: Page, text: string) => {
  await page.evaluate(`navigator.clipboard.writeText(${text})`)
  const work = await workOf(page)
  await page.keyboard.press('Control+v')
  return work
}

/** Seconds. Laying out a megabyte in a field took twelve. */
const most = 3

describe.skipIf(!hasBrowser)('a megabyte that is pasted', () => {
  it.for([
    ['in one line', `'Forty rolls at noon. '.repeat(50_000)`],
    ['in lines', `'Forty rolls at noon.\\n'.repeat(50_000)`],
    ['in one word', `'x'.repeat(1_000_000)`],
  ] as const)(
    '%s becomes a file of the message, which the page is never busy with',
    async ([, text], { playground }) => {
      const page = await playground.open('', clipboard)
      const field = page.getByRole('textbox', { name: 'Message Echo' }).and(page.locator(':focus'))
      await field.waitFor()
      const work = await paste(page, text)
      await page.getByText(/characters are too long for a message, so they are attached as a file/).waitFor()
      await expect.poll(() => field.inputValue()).toMatch(/^\[pasted\.txt\]\(\/user_uploads\//)
      expect(await work()).toBeLessThan(most)
      await page.keyboard.press('Enter')
      await conversationOf(page).messages.getByRole('link', { name: 'pasted.txt' }).first().waitFor()
    },
  )

  it('is refused by the editor of a message', async ({ playground }) => {
    const page = await playground.open('#/chat?c=10:channel/2/lunch', clipboard)
    await conversationOf(page).say('a roll')
    await conversationOf(page).message('a roll').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const field = page.getByRole('textbox', { name: 'Text of the message' })
    await expect.poll(() => field.inputValue()).toBe('a roll')
    await field.focus()
    const work = await paste(page, `'x'.repeat(1_000_000)`)
    await page.getByText(/are taken by the field below/).waitFor()
    expect(await field.inputValue()).toBe('a roll')
    expect(await work()).toBeLessThan(most)
  })
})
