/** A secret in all the ways in which an answer may echo it: base64 at each offset in a longer text, hexadecimal, in a form, and in JSON in JSON. */
export function encodedForms(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret)
  const inBase64 = [0, 1, 2].map((before) => {
    const all = btoa(String.fromCharCode(...new Uint8Array(before), ...bytes))
    // The first and the last letter hold bits of what is around it.
    return all.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  })
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const inUrl = new URLSearchParams({ '': secret }).toString().slice(1)
  const inJson = JSON.stringify(JSON.stringify(secret)).slice(3, -3)
  const forms = [
    secret,
    ...inBase64,
    hex,
    hex.toUpperCase(),
    inUrl,
    inUrl.replace(/%../g, (code) => code.toLowerCase()),
    inJson,
  ]
  return [...new Set([...forms, ...inBase64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))])]
}
