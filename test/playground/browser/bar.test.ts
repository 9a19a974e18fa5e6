import { describe, expect } from 'vitest'
import { hasBrowser } from './browser.js'
import { inOnePage } from './playground.js'

const it = inOnePage()

describe.skipIf(!hasBrowser)('checkpoints in the playground', () => {
  it('are saved, restored and forgotten', async ({ shared: { playground, page, goTo } }) => {
    const { simulator } = playground
    // What somebody has looked at for a second may be gone by the time that it is marked as read.
    playground.expectProblem(/400 .*messages\/flags/)
    // An event queue that the page opened after the checkpoint is gone once that is restored, and the page opens another.
    playground.expectProblem(/400 .*api\/v1\/events/)
    await goTo('#/chat?c=10:channel/2/lunch')
    await page.getByRole('button', { name: 'Checkpoints' }).click()
    await page.getByRole('textbox', { name: 'Name of the checkpoint' }).fill('before lunch')
    await page.getByRole('button', { name: 'Save a checkpoint' }).click()
    await page.getByRole('button', { name: 'Restore before lunch' }).waitFor()
    simulator.say('iago', { channel: 'kitchen', topic: 'lunch' }, 'Served')
    await page.getByText('Served', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Restore before lunch' }).click()
    await page.getByText('Served', { exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Checkpoints' }).click()
    await page.getByRole('button', { name: 'Forget before lunch' }).click()
    await page.getByRole('button', { name: 'Restore before lunch' }).waitFor({ state: 'detached' })
    expect(simulator.checkpoints.map(({ name }) => name)).toEqual(['before going back'])
  })
})

describe.skipIf(!hasBrowser)('a notice of the playground', () => {
  it.for([
    { width: 1440, height: 900 },
    { width: 400, height: 800 },
  ])('moves no element and covers no input at $width pixels', async (viewport, { shared: { page, goTo } }) => {
    await page.setViewportSize(viewport)
    await goTo('#/chat?c=10:channel/2/lunch&d=off')
    await page.getByRole('log').first().waitFor()
    const places = () =>
      page.evaluate<string>(`JSON.stringify([...document.querySelectorAll('main, .time-bar, [role=log], form')]
        .map((one) => one.getBoundingClientRect()))`)
    const before = await places()
    await page.getByRole('button', { name: 'Checkpoints' }).click()
    await page.getByRole('button', { name: 'Save a checkpoint' }).click()
    const notice = page.locator('.notice').filter({ hasText: 'was saved' })
    await notice.waitFor()
    await page.keyboard.press('Escape')
    // What was open goes with its own event.
    await expect.poll(places).toBe(before)
    const isFree = await page.evaluate<boolean>(`{
      const told = document.querySelector('.notice').getBoundingClientRect()
      const others = [...document.querySelectorAll('.top, .time-bar, form')].filter((one) => one.checkVisibility())
      others.map((one) => one.getBoundingClientRect())
        .every(({ top, bottom, left, right }) =>
          bottom <= told.top + 1 || top >= told.bottom - 1 || right <= told.left + 1 || left >= told.right - 1)
    }`)
    expect(isFree).toBe(true)
  })

  it('asks for the timers only after what may have changed them', async ({ playground }) => {
    const { simulator } = playground
    const page = await playground.open('#/calls')
    await page.getByText('There were no calls yet.').or(page.getByText('Only the playground')).first().waitFor()
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('/clock/pending')) asked += 1
    })
    const { email, apiKey } = simulator.credentials('echo')
    const headers = { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` }
    await simulator.fetch(`${simulator.url}/api/v1/users/me`, { headers })
    await page
      .getByRole('listbox', { name: 'Calls' })
      .getByRole('option', { name: /users\/me/ })
      .waitFor()
    expect(asked).toBe(0)
    const answered = page.waitForResponse(/\/clock\/pending/)
    await simulator.advance('1m')
    await answered
  })
})
