/** Parsed JSON of unknown shape. */
export type Wire = Readonly<Record<string, unknown>>

export const wireOf = (value: unknown): Wire => (typeof value === 'object' && value !== null ? (value as Wire) : {})
