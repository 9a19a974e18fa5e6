import { Refusal } from './refusal.js'

/** How much JSON is read. */
export interface JsonLimits {
  /** Levels. */
  readonly maxJsonDepth: number
  /** Entries of lists and fields of objects together. */
  readonly maxJsonValues: number
}

/** Nothing that a server sends comes near them; what walks the JSON later may do so without fear for the stack. */
export const jsonDefaults: JsonLimits = { maxJsonDepth: 32, maxJsonValues: 100_000 }

/**
 * Reads a JSON object.
 *
 * @throws {Refusal} `TOO_DEEP`, `TOO_MANY_VALUES`, `INVALID_JSON` or `NOT_AN_OBJECT`.
 */
export function readJsonObject(text: string, limits: JsonLimits): Readonly<Record<string, unknown>> {
  checkSize(text, limits)
  const json = parsed(text)
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

/** Counts before anything is parsed, so that a body that is made to fill the memory is never unfolded. */
function checkSize(text: string, { maxJsonDepth, maxJsonValues }: JsonLimits): void {
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === openBrace || code === openBracket) {
      depth += 1
      values += 1
      if (depth > maxJsonDepth) throw new Refusal('TOO_DEEP', { limit: maxJsonDepth })
    } else if (code === closeBrace || code === closeBracket) depth -= 1
    else if (code === comma) values += 1
    if (values > maxJsonValues) throw new Refusal('TOO_MANY_VALUES', { limit: maxJsonValues })
  }
}

/** Where the string that begins there ends; the end of the text where it doesn't. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === backslash) backslashes += 1
    if (backslashes % 2 === 0) return end
  }
  return text.length
}

const quote = 0x22
const comma = 0x2c
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
