import type { WrittenCall } from './writtenCall.js'

/** A call as TypeScript: what a program writes that uses the client. */
export function callAsClientCall(
  { endpoint, parameters }: WrittenCall,
  { url, email }: { readonly url: string; readonly email: string },
): string {
  const given = Object.keys(parameters).length === 0 ? '' : literal(parameters, '')
  return `import { Client } from 'earshot/client'

const client = new Client({ site: ${literal(url, '')}, email: ${literal(email, '')}, apiKey: process.env.API_KEY ?? '' })
const answer = await client.${endpoint.name}(${given})
`
}

/** Data as it is written in a program. */
function literal(value: unknown, indent: string): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  if (Array.isArray(value)) {
    const items = value.map((one) => literal(one, inner))
    const line = `[${items.join(', ')}]`
    return line.length + indent.length <= longestLine
      ? line
      : `[\n${items.map((one) => `${inner}${one},\n`).join('')}${indent}]`
  }
  const fields = Object.entries(value).map(([name, one]) => `${nameIn(name)}: ${literal(one, inner)}`)
  const line = fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
  if (line.length + indent.length <= longestLine && !line.includes('\n')) return line
  return `{\n${fields.map((field) => `${inner}${field},\n`).join('')}${indent}}`
}

const longestLine = 80

function nameIn(name: string): string {
  // Otherwise it would set the prototype.
  if (name === '__proto__') return `['__proto__']`
  return /^[A-Za-z_]\w*$/.test(name) ? name : quoted(name)
}

function quoted(text: string): string {
  const json = JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
  if (text.includes("'")) return json
  return `'${json.slice(1, -1).replaceAll('\\"', '"')}'`
}
