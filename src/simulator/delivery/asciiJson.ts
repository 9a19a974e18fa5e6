/**
 * JSON as the server writes it into a delivery: ASCII only, a space after each comma and colon. A receiver that counts
 * bytes or signs bodies sees here what it will see there.
 */
export function asciiJson(value: unknown): string {
  // Written in lines, which are then put behind each other: no line ends inside a text, where it would be escaped.
  const lines = JSON.stringify(value, undefined, 1) ?? 'null'
  const json = lines.replace(/,\n */g, ', ').replace(/\n */g, '')
  if (!beyondAscii.test(json)) return json
  return json.replace(eachBeyondAscii, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const beyondAscii = /[\u007f-\uffff]/
const eachBeyondAscii = /[\u007f-\uffff]/g
