/** Makes text fit to stand in a URL: what no URL may hold is percent-encoded, escapes that are there already stay. */
export function toUri(text: string): string {
  return wellFormed(text).replaceAll(neverInAUri, (character) => encodeURIComponent(character))
}

/** One spelling for URLs that mean the same: capital hex digits, and no escape where none is needed. */
export function canonicalUri(url: string): string {
  return toUri(url).replaceAll(/%[\dA-Fa-f]{2}/g, (written) => {
    const character = String.fromCharCode(Number.parseInt(written.slice(1), 16))
    return /[\w\-.~]/.test(character) ? character : written.toUpperCase()
  })
}

/** A text in which half a surrogate pair, which can't be encoded, has become the replacement character. */
export function wellFormed(text: string): string {
  return text.replaceAll(/[\uD800-\uDFFF]/gu, '\uFFFD')
}

/** What the escapes stand for; undefined where their bytes are no text. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Whether a reader who follows the link would run a program in the page that shows it. */
export function runsAProgram(url: string): boolean {
  return /^(?:javascript|vbscript|data):/i.test(url)
}

/** All but the reserved and unreserved characters of RFC 3986, and a percent sign that begins no escape. */
const neverInAUri = /%(?![\dA-Fa-f]{2})|[^\w\-.~:/?#[\]@!$&'()*+,;=%]/gu
