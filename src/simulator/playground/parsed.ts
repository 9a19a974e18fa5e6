/** What came as JSON and may be of any shape. */
export type Wire = Readonly<Record<string, unknown>>

/** The value of a text in JSON; undefined where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const wireOf = (value: unknown): Wire => (typeof value === 'object' && value !== null ? (value as Wire) : {})
