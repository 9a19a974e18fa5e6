import type { Locator, Page } from 'playwright-core'

/** A column of the chat. */
export interface ColumnOfPage {
  readonly messages: Locator
  /** The message that says exactly this; the last of several. */
  message(text: string): Locator
  say(text: string): Promise<void>
}

/** A column, counted from 1. */
export function columnOf(page: Page, number = 1): ColumnOfPage {
  const column = page.getByRole('region', { name: new RegExp(`^Conversation ${number},`) })
  const messages = column.getByRole('log')
  return {
    messages,
    message: (text) =>
      messages
        .getByRole('article')
        .filter({ has: page.getByText(text, { exact: true }) })
        .last(),
    async say(text) {
      const field = column.getByRole('form').getByRole('textbox')
      await field.fill(text)
      await column.getByRole('button', { name: 'Send', exact: true }).click()
      await field.and(page.locator(':focus')).or(field).first().waitFor()
    },
  }
}
