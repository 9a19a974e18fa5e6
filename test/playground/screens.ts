import type { Page } from 'playwright-core'
import { connected } from './playground.js'

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Screens' })

/** Where the navigation leads, by what it says. */
export const screensOf = (page: Page): Promise<readonly string[]> =>
  navigation(page).getByRole('link').allTextContents()

/** Goes to a screen, as a reader does. */
export async function show(page: Page, title: string): Promise<void> {
  await navigation(page).getByRole('link', { name: title, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
  await connected(page).waitFor()
}
