import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTranscriptFile } from 'earshot/testing'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { createEcho } from '../../bots/echo/bot.js'
import { hasBrowser } from './browser.js'
import { columnOf } from './chat.js'
import { tabTo } from './keys.js'
import { it } from './playground.js'

describe.skipIf(!hasBrowser)('a newcomer without a mouse', () => {
  it('mentions a bot, opens what was posted to it, edits and sends it again, and leaves with a test that passes', async ({
    playground,
  }) => {
    // On the way to it a stretch is chosen in which nobody says anything to the bot, which is no test.
    playground.expectProblem(/400 .*\/sim\/transcript/)
    const page = await playground.open('', { acceptDownloads: true })
    const { keyboard } = page
    const column = columnOf(page)
    await write(page, 'hello')
    await column.message('hello').waitFor()

    await keyboard.press(']')
    await keyboard.press('ArrowUp')
    await keyboard.press('ArrowUp')
    await tabTo(page, column.messages.getByRole('link', { name: /Delivery 1 to Echo: answered/ }), 5)
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Delivery 1 to Echo' }).waitFor()

    await keyboard.press('e')
    const editor = page.getByRole('textbox', { name: /^Body/ })
    await editor.and(page.locator(':focus')).waitFor()
    const body = (await editor.inputValue()).replaceAll('@**Echo** hello', '@**Echo** good evening')
    await keyboard.press('Control+a')
    await keyboard.insertText(body)
    await keyboard.press('Control+Enter')
    await page.getByRole('heading', { name: 'Delivery 2 to Echo' }).waitFor()

    await keyboard.press('g')
    await keyboard.press('c')
    await column.message('good evening').waitFor()
    await write(page, 'and once more')
    await column.message('and once more').waitFor()

    await keyboard.press('x')
    const dialogue = page.getByRole('dialog', { name: 'Save as a test' })
    // What is tried begins at what was said last, as the bot was told something else before that.
    const from = dialogue.getByRole('combobox', { name: 'From' })
    await tabTo(page, from, 10)
    // The list may come after the dialogue.
    await from.locator('option', { hasText: 'Echo: and once more' }).waitFor({ state: 'attached' })
    await keyboard.press('End')
    await keyboard.press('ArrowUp')
    await from.locator('option:checked', { hasText: '@**Echo** and once more' }).waitFor({ state: 'attached' })
    await expect
      .poll(() => dialogue.getByRole('textbox', { name: 'The transcript' }).inputValue())
      .toMatch(/once more[\s\S]*once more/)
    await tabTo(page, dialogue.getByRole('button', { name: 'Download', exact: true }), 10)
    const downloaded = page.waitForEvent('download')
    await keyboard.press('Enter')

    const folder = mkdtempSync(join(tmpdir(), 'earshot-newcomer-'))
    const path = join(folder, 'newcomer.chat')
    await (await downloaded).saveAs(path)
    const { passed } = await runTranscriptFile(path, { bot: createEcho() })
    rmSync(folder, { recursive: true })
    expect(passed).toBe(true)
  })
})

/** Mentions Echo where the page has opened, completing its name, and leaves the field. */
async function write(page: Page, text: string): Promise<void> {
  const { keyboard } = page
  await page.getByRole('textbox', { name: /^Message/ }).waitFor()
  await keyboard.press('c')
  await page
    .getByRole('textbox', { name: /^Message/ })
    .and(page.locator(':focus'))
    .waitFor()
  await keyboard.type('@ech')
  await page.getByRole('listbox').getByRole('option', { name: /Echo/ }).waitFor()
  await keyboard.press('Enter')
  await keyboard.type(text)
  await keyboard.press('Control+Enter')
  await keyboard.press('Escape')
}
