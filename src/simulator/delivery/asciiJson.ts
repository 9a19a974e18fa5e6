/**
 * JSON as the server writes it into a delivery: ASCII only, a space after each comma and colon. A receiver that counts
 * bytes or signs bodies sees here what it will see there.
 */
export function asciiJson(value: unknown): string {
  if (typeof value === 'string') return text(value)
  if (Array.isArray(value)) return `[${value.map(asciiJson).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members: string[] = []
  for (const [key, item] of Object.entries(value)) {
    if (item !== undefined) members.push(`${text(key)}: ${asciiJson(item)}`)
  }
  return `{${members.join(', ')}}`
}

const beyondAscii = /[\u007f-\uffff]/
const eachBeyondAscii = /[\u007f-\uffff]/g

function text(value: string): string {
  const json = JSON.stringify(value)
  if (!beyondAscii.test(json)) return json
  return json.replace(eachBeyondAscii, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
