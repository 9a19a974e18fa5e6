import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTranscript, runTranscriptFile } from 'earshot/testing'
import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { createEcho } from '../../../bots/echo/bot.js'
import { transcriptFailure } from '../../../src/testing/player/run.js'
import { bodyEditor, bodyText } from './bodyEditor.js'
import { hasBrowser } from './browser.js'
import { conversationOf } from './chat.js'
import { fromPalette, tabTo } from './keys.js'
import { it as inPlayground } from './playground.js'

/** What `earshot dev` and `earshot simulate` do in a process of its own. */
const run = async ({ text }: { readonly text: string }) => {
  const result = await runTranscript(text, { bot: createEcho, file: 'newcomer.chat' })
  return { passed: result.passed, says: result.passed ? 'The bot does what it says.' : transcriptFailure(result) }
}
const it = inPlayground.extend({ options: { simulator: { transcripts: { run } } } })

describe.skipIf(!hasBrowser)('a newcomer', () => {
  it('can write to Echo, inspect, edit and resend the delivery, and save a test that passes at once', async ({
    playground,
  }) => {
    const page = await playground.open()
    const conversation = conversationOf(page)
    await page.getByRole('textbox', { name: 'Message Echo' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('hello')
    await page.keyboard.press('Enter')
    await conversation.message('hello').waitFor()
    await done(page, 'Write to Echo').waitFor()
    expect((await page.getByRole('region', { name: 'First steps' }).boundingBox())?.height).toBeLessThanOrEqual(33)

    await conversation.messages.getByRole('button', { name: /Delivery 1 to Echo: answered/ }).click()
    await page.getByRole('heading', { name: 'Delivery 1 to Echo' }).waitFor()
    await done(page, 'Look at its delivery').waitFor()

    await page.getByRole('button', { name: 'Edit it and send it again' }).click()
    await bodyEditor(page).fill((await bodyText(page)).replaceAll('hello', 'good evening'))
    await page.getByRole('region', { name: 'Delivery' }).getByRole('button', { name: 'Send', exact: true }).click()
    await conversation.message('good evening').waitFor()
    await done(page, 'Edit it and send it again').waitFor()
    const conversations = page.getByRole('navigation', { name: 'Conversations' })
    await conversations.getByRole('button', { name: 'lunch' }).click()
    await page.getByRole('region', { name: 'First steps' }).waitFor({ state: 'detached' })
    await page.goBack()
    await page.getByRole('button', { name: 'Done' }).click()

    await page.getByRole('button', { name: 'Save as a test' }).click()
    const dialogue = page.getByRole('dialog', { name: 'Save as a test' })
    expect(await dialogue.getByRole('checkbox', { name: /^Include what people did/ }).count()).toBe(0)
    await dialogue.getByRole('button', { name: 'Run' }).click()
    await dialogue.getByText('The bot does what it says.').waitFor()
    const lines = await dialogue.getByLabel('The transcript').locator('.cm-line').allTextContents()
    expect(lines.join('\n')).toContain('Hamlet: hello\nEcho: hello\n')
  })

  it('can do the same without a mouse', async ({ playground }) => {
    const page = await playground.open('', { acceptDownloads: true })
    const { keyboard } = page
    const conversation = conversationOf(page)
    const field = page.getByRole('textbox', { name: 'Message Echo' }).and(page.locator(':focus'))
    await field.waitFor()
    await keyboard.type('hello')
    await keyboard.press('Enter')
    const chip = conversation.messages.getByRole('button', { name: /Delivery 1 to Echo: answered/ })
    await chip.waitFor()
    await tabTo(page, chip, 10, 'Shift+Tab')
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Delivery 1 to Echo' }).waitFor()

    await keyboard.press('e')
    const editor = bodyEditor(page)
    await editor.and(page.locator(':focus')).waitFor()
    const body = (await bodyText(page)).replaceAll('hello', 'good evening')
    await keyboard.press('Control+a')
    await keyboard.insertText(body)
    await keyboard.press('Control+Enter')
    await conversation.message('good evening').waitFor()

    await fromPalette(page, 'Echo')
    await field.waitFor()
    await keyboard.type('and once more')
    await keyboard.press('Enter')
    await conversation.message('and once more').waitFor()
    await fromPalette(page, 'save the conversation')
    await keepTest(page, async (dialogue) => {
      const from = dialogue.getByRole('combobox', { name: 'From' })
      await tabTo(page, from, 10)
      // The messages come after the dialogue.
      await lastSaid(dialogue)
      await keyboard.press('End')
      await keyboard.press('ArrowUp')
      await from.locator('option:checked', { hasText: 'and once more' }).waitFor({ state: 'attached' })
      await dialogue.locator('.transcript[aria-busy="false"]').waitFor()
      await tabTo(page, dialogue.getByRole('button', { name: 'Download', exact: true }), 10)
      await keyboard.press('Enter')
    })
  })
})

const done = (page: Page, step: string) =>
  page.getByRole('region', { name: 'First steps' }).getByRole('listitem').filter({ hasText: step }).getByText('done')

/** Keeps what the dialogue makes, and plays it to Echo. */
async function keepTest(page: Page, keep: (dialogue: Locator) => Promise<void>): Promise<void> {
  const dialogue = page.getByRole('dialog', { name: 'Save as a test' })
  const downloaded = page.waitForEvent('download')
  await dialogue.waitFor()
  const kept = keep(dialogue)
  const folder = mkdtempSync(join(tmpdir(), 'earshot-newcomer-'))
  const path = join(folder, 'newcomer.chat')
  await (await downloaded).saveAs(path)
  await kept
  const { passed } = await runTranscriptFile(path, { bot: createEcho() })
  rmSync(folder, { recursive: true })
  expect(passed).toBe(true)
}

/** What the newcomer said last: what is tried begins there, as the bot was told something else before that. */
async function lastSaid(dialogue: Locator): Promise<string> {
  const options = dialogue.getByRole('combobox', { name: 'From' }).locator('option')
  const said = options.filter({ hasText: 'Hamlet: and once more' }).last()
  await said.waitFor({ state: 'attached' })
  return (await said.textContent()) ?? ''
}
