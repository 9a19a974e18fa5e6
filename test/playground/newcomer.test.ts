import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTranscriptFile } from 'earshot/testing'
import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { createEcho } from '../../bots/echo/bot.js'
import { hasBrowser } from './browser.js'
import { columnOf } from './chat.js'
import { it } from './playground.js'

describe.skipIf(!hasBrowser)('a newcomer', () => {
  it('mentions a bot, opens what was posted to it, edits and sends it again, and leaves with a test that passes', async ({
    playground,
  }) => {
    const page = await playground.open('', { acceptDownloads: true })
    const column = columnOf(page)
    await page.getByRole('combobox', { name: 'Topic' }).fill('lunch')
    await column.say('@**Echo** hello')
    await column.message('hello').waitFor()

    await column.messages.getByRole('link', { name: /Delivery 1 to Echo: answered/ }).click()
    await page.getByRole('heading', { name: 'Delivery 1 to Echo' }).waitFor()
    await page.getByText('mention').first().waitFor()

    await page.getByRole('button', { name: /^Edit and resend/ }).click()
    const editor = page.getByRole('textbox', { name: /^Body/ })
    await editor.fill((await editor.inputValue()).replaceAll('@**Echo** hello', '@**Echo** good evening'))
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('heading', { name: 'Delivery 2 to Echo' }).waitFor()

    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Chat' }).click()
    await column.message('good evening').waitFor()
    await column.say('@**Echo** and once more')
    await column.message('and once more').waitFor()

    await page.getByRole('button', { name: 'Save as a test' }).click()
    const dialogue = page.getByRole('dialog', { name: 'Save as a test' })
    await dialogue.getByRole('combobox', { name: 'From' }).selectOption({ label: await lastOption(dialogue) })
    await expect
      .poll(() => dialogue.getByRole('textbox', { name: 'The transcript' }).inputValue())
      .toContain('once more')
    const downloaded = page.waitForEvent('download')
    await dialogue.getByRole('button', { name: 'Download', exact: true }).click()

    const folder = mkdtempSync(join(tmpdir(), 'earshot-newcomer-'))
    const path = join(folder, 'newcomer.chat')
    await (await downloaded).saveAs(path)
    const { passed } = await runTranscriptFile(path, { bot: createEcho() })
    rmSync(folder, { recursive: true })
    expect(passed).toBe(true)
  })
})

/** What the newcomer said last: what is tried begins there, as the bot was told something else before that. */
async function lastOption(dialogue: Locator): Promise<string> {
  const options = await dialogue.getByRole('combobox', { name: 'From' }).locator('option').allTextContents()
  return options.filter((text) => text.includes('@**Echo** and once more')).at(-1) ?? ''
}
