import { isObject } from '../../values.js'

export type Path = readonly PropertyKey[]

/** A mistake at an offset, or at a path. */
export interface Mistake {
  readonly path: Path
  /** Continues a sentence that begins with the field's name: `is missing; give one`. */
  readonly says: string
  /** Set if the path doesn't lead to it: for a syntax error, or a repeated field. */
  readonly offset?: number
  /** Whether the mistake is in the field's name, not its value. */
  readonly ofName?: boolean
}

/** The entries of a list with their index, without malformed ones. */
export function entriesOf(holder: Record<string, unknown>, list: string) {
  const entries = holder[list]
  if (!Array.isArray(entries)) return []
  return entries.flatMap((entry: unknown, at) => (isObject(entry) ? [{ entry, at }] : []))
}

/** Why a text is not JSON, and where; undefined if it is JSON. */
export function jsonProblem(text: string): { readonly offset: number; readonly says: string } | undefined {
  const message = jsonMistake(text)
  if (message === undefined) return undefined
  // The engine reports no position for an unexpected token: it is where the text stops being a prefix of valid JSON.
  let [good, bad] = [0, text.length + 1]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (mayGoOn(text.slice(0, middle))) good = middle
    else bad = middle
  }
  return { offset: good, says: `is not JSON (${message})` }
}

function jsonMistake(text: string): string | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return (error as SyntaxError).message
  }
}

/** Whether a text can be a prefix of valid JSON. */
function mayGoOn(text: string): boolean {
  const message = jsonMistake(text)
  if (message === undefined || /end of JSON|Unterminated/.test(message)) return true
  const position = /at position (\d+)/.exec(message)?.[1]
  return position !== undefined && Number(position) >= text.length
}
