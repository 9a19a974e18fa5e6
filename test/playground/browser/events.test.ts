import { describe, expect } from 'vitest'
import { violationsOf } from './axe.js'
import { hasBrowser } from './browser.js'
import { it as inBrowser } from './playground.js'

const it = inBrowser.extend({ options: { by: 'events' } })

describe.skipIf(!hasBrowser)('the events of a bot that listens, in the playground', () => {
  it('are listed with the calls that the bot made for each', async ({ playground }) => {
    await playground.chat.as('hamlet').say('@**Echo** soup', { channel: 'kitchen', topic: 'lunch' })
    const page = await playground.open('#/deliveries')
    await page.getByRole('button', { name: 'Events', exact: true }).click()
    const events = page.getByRole('listbox', { name: 'Events' }).getByRole('option')
    await events.filter({ hasText: 'Hamlet: @Echo soup' }).click()
    const detail = page.getByRole('region', { name: 'Event' })
    await detail.getByRole('heading', { name: 'message to Echo' }).waitFor()
    await detail.getByRole('link', { name: 'messages.send' }).waitFor()
    await detail.getByText('"content"').waitFor()
    expect(await violationsOf(page)).toEqual([])

    await playground.chat.as('hamlet').say('@**Echo** bread', { channel: 'kitchen', topic: 'lunch' })
    await events.filter({ hasText: 'Hamlet: @Echo bread' }).waitFor()
    const other = await playground.open(new URL(page.url()).hash)
    await other.getByRole('heading', { name: 'message to Echo' }).waitFor()

    await detail.getByRole('link', { name: 'messages.send' }).click()
    await page.getByRole('heading', { name: /messages/ }).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Deliveries', exact: true }).click()
    await page.getByText('No deliveries yet').waitFor()
  })
})
