/** What a profile field holds beside its name, as its form shows it. */
export interface FieldDetails {
  /** Of a list of options: a line for each. */
  readonly choices: string
  /** Of an external account: which, `custom` for one of its own. */
  readonly account: string
  /** Of an external account of its own: its address with `%(username)s` in it. */
  readonly pattern: string
}

interface FieldData {
  readonly subtype?: string
  readonly url_pattern?: string
  readonly [key: string]: unknown
}

/** Reads what the service keeps as JSON in a text. What can't be read is nothing. */
export function readFieldData(text: string): FieldDetails {
  const data = parsed(text)
  const choices = Object.values(data)
    .filter(
      (one): one is { text: string; order?: string } => typeof (one as { text?: unknown } | null)?.text === 'string',
    )
    .sort((one, other) => Number(one.order) - Number(other.order))
  return {
    choices: choices.map((one) => one.text).join('\n'),
    account: data.subtype ?? '',
    pattern: data.url_pattern ?? '',
  }
}

/** What is sent for a field of this type; undefined for types that hold nothing. Options that stay keep their keys. */
export function fieldDataOf(type: number, details: FieldDetails, before = ''): Record<string, unknown> | undefined {
  if (type === external) {
    const { account, pattern } = details
    return { subtype: account, ...(account === 'custom' && { url_pattern: pattern }) }
  }
  if (type !== options) return undefined
  const known = Object.entries(parsed(before)).map(
    ([key, one]) => [(one as { text?: string } | null)?.text, key] as const,
  )
  const keyOf = new Map(known)
  const taken = new Set(keyOf.values())
  const lines = details.choices.split('\n').map((line) => line.trim())
  let next = 0
  const freeKey = () => {
    while (taken.has(String(next))) next += 1
    taken.add(String(next))
    return String(next)
  }
  return Object.fromEntries(
    lines
      .filter((line) => line !== '')
      .map((line, at) => [keyOf.get(line) ?? freeKey(), { text: line, order: String(at + 1) }]),
  )
}

const options = 3
const external = 7

function parsed(text: string): FieldData {
  try {
    const data: unknown = JSON.parse(text)
    return typeof data === 'object' && data !== null ? (data as FieldData) : {}
  } catch {
    return {}
  }
}
