import type { Locator, Page } from 'playwright-core'

/** Chooses from the palette by some letters. */
export async function fromPalette({ keyboard }: Page, letters: string): Promise<void> {
  await keyboard.press('Control+k')
  await keyboard.type(letters)
  await keyboard.press('Enter')
}

/** Presses Tab until something has the focus; somebody at a keyboard would have given up after so many. */
export async function tabTo(page: Page, wanted: Locator, most = 60, key = 'Tab'): Promise<void> {
  const focused = wanted.and(page.locator(':focus'))
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press(key)
    if ((await focused.count()) > 0) return
  }
  throw new Error(`Tab does not lead to ${wanted} within ${most} presses.`)
}
