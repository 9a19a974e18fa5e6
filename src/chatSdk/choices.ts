import type { StateAdapter } from 'chat'
import { choices, type Widget } from '../bot/index.js'
import type { CardAction, WrittenCard } from './cards.js'

/** The buttons of a card, as the state keeps them. */
export interface OpenChoices {
  /** Ends the answers that its buttons send; nobody has to type it. */
  readonly code: string
  /** The card's message ID in the Chat SDK. */
  readonly messageId: string
  readonly threadId: string
  /** ID of the message with the buttons. */
  readonly buttons: number
  readonly actions: readonly CardAction[]
}

/** An action that somebody chose. */
export interface Chosen {
  readonly choices: OpenChoices
  readonly action: CardAction
}

/** The buttons of cards that are still open. They are kept in the Chat SDK's state. */
export class Choices {
  readonly #state: () => StateAdapter

  constructor(state: () => StateAdapter) {
    this.#state = state
  }

  /** A new message with buttons. Answers end in a code, so that each is for its own card. */
  draw({ heading, actions }: WrittenCard): { readonly code: string; readonly widget: Widget } {
    const code = newCode()
    const options = actions.map(({ label }, at) => {
      const line = label.replace(/[\s@*`#]+/g, ' ').trim() || 'OK'
      return { label: line, reply: `${line} (${code}-${at + 1})` }
    })
    return { code, widget: choices({ heading: heading.replace(/\s+/g, ' ').slice(0, 200), options }) }
  }

  async open(opened: OpenChoices): Promise<void> {
    const state = this.#state()
    await state.set(codeKey(opened.code), opened, choicesAge)
    await state.set(cardKey(opened.messageId), opened.code, choicesAge)
    await state.set(threadKey(opened.threadId), opened.code, choicesAge)
  }

  /** Closes the buttons of a card, and returns them. */
  async close(messageId: string): Promise<OpenChoices | undefined> {
    const state = this.#state()
    const code = await state.get<string>(cardKey(messageId))
    if (code === null) return undefined
    const opened = await state.get<OpenChoices>(codeKey(code))
    await state.delete(codeKey(code))
    await state.delete(cardKey(messageId))
    return opened ?? undefined
  }

  /**
   * The action that an answer chooses: by its code, or by a label or number typed while the newest card of the thread is open.
   * @param isAddressed Whether the answer is to the bot; what people say to each other chooses nothing without a code.
   */
  async chosen(text: string, threadId: string, isAddressed: boolean): Promise<Chosen | undefined> {
    const [, code, number] = /\(([a-z0-9]{6})-(\d+)\)\s*$/.exec(text) ?? []
    const state = this.#state()
    if (code !== undefined) {
      const opened = await state.get<OpenChoices>(codeKey(code))
      const action = opened?.actions[Number(number) - 1]
      return opened !== null && action !== undefined ? { choices: opened, action } : undefined
    }
    if (!isAddressed || text.length > longestAnswer) return undefined
    const newest = await state.get<string>(threadKey(threadId))
    const opened = newest === null ? null : await state.get<OpenChoices>(codeKey(newest))
    return opened === null ? undefined : matching(opened, text)
  }
}

function matching(opened: OpenChoices, text: string): Chosen | undefined {
  const answer = plain(text)
  const named = opened.actions.find(({ label }) => plain(label) === answer)
  const action = named ?? (/^\d{1,2}$/.test(answer) ? opened.actions[Number(answer) - 1] : undefined)
  return action && { choices: opened, action }
}

const plain = (text: string) =>
  text
    .replace(/[\s@*`#]+/g, ' ')
    .trim()
    .toLowerCase()

function newCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6))
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join('')
}

/** Characters of a typed answer; no button has a longer label. */
const longestAnswer = 200

/** Milliseconds for which buttons can be pressed. */
const choicesAge = 30 * 86_400_000

const codeKey = (code: string) => `zulip:choices:${code}`
const cardKey = (messageId: string) => `zulip:card:${messageId}`
const threadKey = (threadId: string) => `zulip:newest-choices:${threadId}`
