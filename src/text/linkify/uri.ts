/** Percent-encodes the characters that aren't allowed in a URL; existing escapes stay. */
export function toUri(text: string): string {
  return wellFormed(text).replaceAll(neverInAUri, (character) => encodeURIComponent(character))
}

/** Replaces lone surrogates, which can't be encoded, by U+FFFD. */
export function wellFormed(text: string): string {
  return text.replaceAll(/[\uD800-\uDFFF]/gu, '\uFFFD')
}

/** Decodes percent escapes; undefined if their bytes aren't valid UTF-8. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Whether following the link could run code in the page that shows it. */
export function runsAProgram(url: string): boolean {
  return /^(?:javascript|vbscript|data):/i.test(url)
}

/** Characters that are neither reserved nor unreserved in RFC 3986, and percent signs that don't begin an escape. */
const neverInAUri = /%(?![\dA-Fa-f]{2})|[^\w\-.~:/?#[\]@!$&'()*+,;=%]/gu
