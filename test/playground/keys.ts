import type { Locator, Page } from 'playwright-core'

/** Presses Tab until something has the focus; somebody at a keyboard would have given up after so many. */
export async function tabTo(page: Page, wanted: Locator, most = 60): Promise<void> {
  const focused = wanted.and(page.locator(':focus'))
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press('Tab')
    if ((await focused.count()) > 0) return
  }
  throw new Error(`Tab does not lead to ${wanted} within ${most} presses.`)
}
