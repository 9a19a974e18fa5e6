import type { Page } from 'playwright-core'

/** The field in which the body of a delivery is edited. */
export const bodyEditor = (page: Page) => page.getByRole('textbox', { name: /^Body/ })

/** The text in that field, by way of the clipboard: only the lines in sight are drawn. */
export async function bodyText(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await bodyEditor(page).locator('.cm-line').first().waitFor()
  await bodyEditor(page).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+c')
  return page.evaluate<string>('navigator.clipboard.readText()')
}
