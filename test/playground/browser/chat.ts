import type { Locator, Page } from 'playwright-core'

/** A conversation of the chat. */
export interface ConversationOfPage {
  readonly messages: Locator
  /** The message that says exactly this; the last of several. */
  message(text: string): Locator
  say(text: string): Promise<void>
}

export function conversationOf(page: Page): ConversationOfPage {
  const conversation = page.getByRole('region', { name: /^Conversation, / })
  const messages = conversation.getByRole('log')
  return {
    messages,
    message: (text) =>
      messages
        .getByRole('article')
        .filter({ has: page.getByText(text, { exact: true }) })
        .last(),
    async say(text) {
      const field = conversation.getByRole('form').getByRole('textbox')
      await field.fill(text)
      await conversation.getByRole('button', { name: 'Send', exact: true }).click()
      await field.and(page.locator(':focus')).or(field).first().waitFor()
    },
  }
}
