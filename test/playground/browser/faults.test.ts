import { describe, expect } from 'vitest'
import { violationsOf } from './axe.js'
import { hasBrowser } from './browser.js'
import { conversationOf } from './chat.js'
import { inOnePage } from './playground.js'

const it = inOnePage()

describe.skipIf(!hasBrowser)('faults in the playground', () => {
  it('are written with suggestions and corrections, then armed and removed', async ({
    shared: { page, playground },
  }) => {
    const field = page.getByLabel('What should go wrong')
    await field.fill('the next call of messages.s')
    await expect
      .poll(() =>
        page.locator('#continuations option').evaluateAll((all) => all.map((one) => one.getAttribute('value'))),
      )
      .toContain('the next call of messages.send')
    await field.fill('the next cal by Echo hangs')
    await page
      .getByText('Did you mean “call”?')
      .or(page.getByRole('button', { name: 'Write “call”' }))
      .first()
      .waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Write “call”' }).click()
    await page.getByText('understood').waitFor()
    await page.getByRole('button', { name: 'Arm', exact: true }).click()
    await page.getByRole('region', { name: 'The plan' }).getByText('the next call by Echo').waitFor()
    expect(playground.simulator.faults.list()).toMatchObject([
      { sentence: 'the next call by Echo hangs before taking effect' },
    ])
    await page.getByRole('button', { name: 'Remove all' }).click()
    await page.getByText('Nothing is armed.').waitFor()
    expect(playground.simulator.faults.list()).toEqual([])
  })

  it("can be aimed at a bot, don't affect the playground, and end when disarmed", async ({
    shared: { page, playground, goTo },
  }) => {
    const { simulator } = playground
    const presets = page.getByRole('region', { name: 'Worth a try' })
    await page.evaluate(`location.hash = '#/faults'`)
    await presets.getByLabel('Aimed at').selectOption('Echo')
    await presets.getByRole('button', { name: '500' }).click()
    await expect
      .poll(() => simulator.faults.list())
      .toMatchObject([{ sentence: 'the next delivery to Echo is answered with 500' }])
    for (const name of ['get no answer', 'find the key revoked']) await presets.getByRole('button', { name }).click()
    simulator.faults.add('every call hangs')
    await goTo('#/chat?c=10:channel/2/lunch')
    await conversationOf(page).say('@**Echo** rye')
    await conversationOf(page).messages.getByText('Failure!').first().waitFor()
    await page.getByTitle(/^Echo: Delivery \d+ to Echo: failed/).waitFor()
    await page.getByRole('button', { name: 'Disarm' }).click()
    await conversationOf(page).say('@**Echo** spelt')
    await conversationOf(page).message('spelt').waitFor()
    await page.getByTitle(/^Echo: Delivery \d+ to Echo: answered/).waitFor()
    await page.evaluate(`location.hash = '#/faults'`)
    await page.getByRole('region', { name: 'Affected by faults' }).getByRole('link').first().waitFor()
    expect(await violationsOf(page)).toEqual([])
  })
})
