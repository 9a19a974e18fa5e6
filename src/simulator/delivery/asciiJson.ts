/**
 * JSON as the server writes it into a delivery: ASCII only, a space after each comma and colon. A receiver that counts
 * bytes or signs bodies sees here what it will see there. Takes data alone: nothing makes itself into something else.
 */
export function asciiJson(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'boolean' || Number.isFinite(value)) return String(value)
  if (typeof value !== 'object' || value === null) return 'null'
  return Array.isArray(value) ? list(value) : object(value as Readonly<Record<string, unknown>>)
}

function object(fields: Readonly<Record<string, unknown>>): string {
  let json = ''
  for (const name of Object.keys(fields)) {
    const value = fields[name]
    if (value !== undefined) json += `${json === '' ? '{' : ', '}${beginning(name)}${asciiJson(value)}`
  }
  return json === '' ? '{}' : `${json}}`
}

function list(items: readonly unknown[]): string {
  return items.length === 0 ? '[]' : `[${items.map(asciiJson).join(', ')}]`
}

/** How a field begins. The same few names stand in every notification. */
function beginning(name: string): string {
  const known = beginnings.get(name)
  if (known !== undefined) return known
  const made = `${quoted(name)}: `
  if (beginnings.size < beginningsKept) beginnings.set(name, made)
  return made
}

const beginnings = new Map<string, string>()
const beginningsKept = 1_000

function quoted(text: string): string {
  if (!needsEscaping.test(text)) return `"${text}"`
  return JSON.stringify(text).replace(eachBeyondAscii, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** Whether there is anything but printable ASCII, or a sign that ends or escapes. */
const needsEscaping = /[^ !#-[\]-~]/
const eachBeyondAscii = /[\u007f-\uffff]/g
