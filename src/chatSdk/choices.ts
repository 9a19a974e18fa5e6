import type { StateAdapter } from 'chat'
import { choices, type Widget } from '../bot/index.js'
import { findNumbered, findTyped } from '../text/index.js'
import { shortened } from '../values.js'
import type { CardAction, WrittenCard } from './cards.js'
import { replacePlaceholders } from './markdown/write.js'

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
  readonly #threadOf: (message: number) => Promise<string | undefined>

  /** @param threadOf Asks the server in which thread a message is now; undefined if it's gone. */
  constructor(state: () => StateAdapter, threadOf: (message: number) => Promise<string | undefined>) {
    this.#state = state
    this.#threadOf = threadOf
  }

  /** A new message with buttons. Answers end in a code, so that each is for its own card. */
  draw({ heading, actions }: WrittenCard): { readonly code: string; readonly widget: Widget } {
    const code = newCode()
    const used = new Set<string>()
    const options = actions.map(({ label }, at) => {
      const line = shown(label)
      let name = line
      while (used.has(name)) name = `${name} (${at + 1})`
      used.add(name)
      return { label: name, reply: `${line} (${code}-${at + 1})` }
    })
    return {
      code,
      widget: choices({ heading: oneLine(heading, longestHeading).replace(/^\/+/, '') || 'Choose:', options }),
    }
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
    if (opened !== null) await state.set(codeKey(code), { ...opened, actions: [] }, choicesAge)
    await state.delete(cardKey(messageId))
    return opened ?? undefined
  }

  /** Whether a message is the buttons of a card or a press of one, open or not, and so no turn of the talk. */
  async isPartOf(content: string): Promise<boolean> {
    const [, code] = /\(([a-z0-9]{6})-\d+\)`?\s*$/.exec(content) ?? []
    return code !== undefined && (await this.#state().get(codeKey(code))) !== null
  }

  /**
   * The action that an answer chooses: by its code, or by a label or number typed while the newest card of the thread is open.
   * @param isAddressed Whether the answer is to the bot; what people say to each other chooses nothing without a code.
   */
  async chosen(text: string, threadId: string, isAddressed: boolean): Promise<Chosen | undefined> {
    const [, code, number] = /\(([a-z0-9]{6})-(\d+)\)\s*$/.exec(text) ?? []
    const state = this.#state()
    const pressed = code === undefined ? null : await state.get<OpenChoices>(codeKey(code))
    const action = pressed?.actions[Number(number) - 1]
    if (pressed !== null && action !== undefined) {
      // Whoever answers elsewhere may not be able to see the card.
      const isThere = pressed.threadId === threadId || (await this.#threadOf(pressed.buttons)) === threadId
      return isThere ? { choices: pressed, action } : undefined
    }
    if (!isAddressed || text.length > longestAnswer) return undefined
    const newest = await state.get<string>(threadKey(threadId))
    const opened = newest === null ? null : await state.get<OpenChoices>(codeKey(newest))
    return opened === null ? undefined : matching(opened, text)
  }
}

function matching(opened: OpenChoices, text: string): Chosen | undefined {
  const answer = oneLine(text, longestLabel)
  const nameOf = ({ label }: CardAction) => shown(label)
  const action = findTyped(answer, opened.actions, nameOf) ?? findNumbered(answer, opened.actions, nameOf)
  return action && { choices: opened, action }
}

const shown = (label: string) => oneLine(label, longestLabel) || 'OK'

/** Without signs that would mention somebody or mark the text, since clients show it as it is. */
function oneLine(text: string, most: number): string {
  const plain = replacePlaceholders(text).replace(/[\s\p{Cc}@*`#]+/gu, ' ')
  return shortened(plain.trim(), most)
}

function newCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6))
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join('')
}

/** Characters of a typed answer; no button has a longer label. */
const longestAnswer = 200

/** Characters. The most buttons of a card, each with its label and its answer, fit into one message. */
const longestLabel = 75
const longestHeading = 200

/** Milliseconds for which buttons can be pressed. */
const choicesAge = 30 * 86_400_000

const codeKey = (code: string) => `zulip:choices:${code}`
const cardKey = (messageId: string) => `zulip:card:${messageId}`
const threadKey = (threadId: string) => `zulip:newest-choices:${threadId}`
