import { asCode } from '../../text/index.js'

/** What a message is to a question that waits. */
export type Reading =
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'cancelled' }
  /** None of the choices, or nothing at all. */
  | { readonly kind: 'none' }

/**
 * Reads a message, without the bot's mention, as an answer. A choice is meant by itself whatever its case, by its number,
 * or by a beginning that no other choice has; in that order, so that a choice called `2` is never the second one.
 */
export function readAnswer(text: string, choices: readonly string[] | undefined): Reading {
  const said = text.trim()
  const alike = said.toLowerCase()
  if (choices === undefined) {
    if (alike === cancelWord) return { kind: 'cancelled' }
    return said === '' ? { kind: 'none' } : { kind: 'answer', text }
  }
  const meant = said === '' ? undefined : choiceMeant(alike, choices)
  if (meant !== undefined) return { kind: 'answer', text: meant }
  return { kind: alike === cancelWord ? 'cancelled' : 'none' }
}

/** Ends a conversation; unless it is one of the choices. */
const cancelWord = 'cancel'

function choiceMeant(alike: string, choices: readonly string[]): string | undefined {
  const lower = choices.map((choice) => choice.trim().toLowerCase())
  const whole = lower.indexOf(alike)
  if (whole !== -1) return choices[whole]
  if (/^[1-9]\d*$/.test(alike)) return choices[Number(alike) - 1]
  if (alike === cancelWord) return undefined
  const beginning = choices.filter((_, at) => lower[at]?.startsWith(alike))
  return beginning.length === 1 ? beginning[0] : undefined
}

/** What somebody reads who answered something else. */
export function choicesText(choices: readonly string[] | undefined): string {
  if (choices === undefined) return `I am waiting for your answer. Say ${asCode(cancelWord)} to stop.`
  const listed = choices.map((choice) => asCode(choice))
  const last = listed.pop() ?? ''
  const all = listed.length === 0 ? last : `${listed.join(', ')} or ${last}`
  return `Please answer ${all}. Say ${asCode(cancelWord)} to stop.`
}
