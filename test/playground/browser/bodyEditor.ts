import type { Page } from 'playwright-core'

/** The field in which the body of a delivery is edited. */
export const bodyEditor = (page: Page) => page.getByRole('textbox', { name: /^Body/ })

/** The text in that field, if it is short enough that all its lines are drawn. */
export async function bodyText(page: Page): Promise<string> {
  const lines = bodyEditor(page).locator('.cm-line')
  await lines.first().waitFor()
  return (await lines.allTextContents()).join('\n')
}
