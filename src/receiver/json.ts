import { Refusal } from './refusal.js'

/** Nothing that a server sends comes near it; what walks the JSON later may do so without fear for the stack. */
const deepest = 32

/**
 * Reads a JSON object.
 *
 * @throws {Refusal} `INVALID_JSON`, `TOO_DEEP` or `NOT_AN_OBJECT`.
 */
export function readJsonObject(text: string): Readonly<Record<string, unknown>> {
  const json = parsed(text)
  if (isDeeperThan(deepest, json)) throw new Refusal('TOO_DEEP', { limit: deepest })
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new Refusal('NOT_AN_OBJECT')
  }
  return json as Record<string, unknown>
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own words quote the text, which may hold the token.
    throw new Refusal('INVALID_JSON')
  }
}

/** Goes down level by level instead of calling itself. */
function isDeeperThan(limit: number, json: unknown): boolean {
  let level = [json]
  for (let depth = 0; depth <= limit; depth += 1) {
    const below: unknown[] = []
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue
      for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) below.push(inner)
    }
    if (below.length === 0) return false
    level = below
  }
  return true
}
