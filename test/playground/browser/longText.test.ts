import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { hasBrowser } from './browser.js'
import { conversationOf } from './chat.js'
import { it } from './playground.js'

const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }

/** Notes what takes the page longer than 50 ms, in milliseconds. */
const watchTasks = `tasks = []; new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' })`
const longest = async (page: Page) => Math.max(0, ...(await page.evaluate<number[]>('tasks')))

const paste = async (page: Page, text: string) => {
  await page.evaluate(`navigator.clipboard.writeText(${text})`)
  await page.evaluate(watchTasks)
  await page.keyboard.press('Control+v')
}

describe.skipIf(!hasBrowser)('a megabyte that is pasted', () => {
  it.for([
    ['in one line', `'Forty rolls at noon. '.repeat(50_000)`],
    ['in lines', `'Forty rolls at noon.\\n'.repeat(50_000)`],
    ['in one word', `'x'.repeat(1_000_000)`],
  ] as const)(
    '%s becomes a file of the message, and no task of the page takes 200 ms',
    async ([, text], { playground }) => {
      const page = await playground.open('', clipboard)
      const field = page.getByRole('textbox', { name: 'Message Echo' }).and(page.locator(':focus'))
      await field.waitFor()
      await paste(page, text)
      await page.getByText(/characters are too long for a message, so they are attached as a file/).waitFor()
      await expect.poll(() => field.inputValue()).toMatch(/^\[pasted\.txt\]\(\/user_uploads\//)
      expect(await longest(page)).toBeLessThan(200)
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
    await paste(page, `'x'.repeat(1_000_000)`)
    await page.getByText(/are taken by the field below/).waitFor()
    expect([await field.inputValue(), (await longest(page)) < 200]).toEqual(['a roll', true])
  })
})
