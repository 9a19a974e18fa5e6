/** The samples in Prometheus' text format, by what they are written as; it takes nothing that the format does not know. */
export function samplesIn(text: string): Map<string, number> {
  const samples = new Map<string, number>()
  const kinds = new Map<string, string>()
  for (const line of text.split('\n')) {
    const kind = /^# TYPE ([a-z_]+) (counter|gauge|histogram)$/.exec(line)
    if (kind?.[1] !== undefined && kind[2] !== undefined) {
      if (kinds.has(kind[1])) throw new Error(`${kind[1]} is there twice`)
      kinds.set(kind[1], kind[2])
      continue
    }
    if (line === '' || /^# HELP [a-z_]+ \S.*$/.test(line)) continue
    const [, name = '', labels = '', value = ''] = sample.exec(line) ?? []
    if (name === '') throw new Error(`No sample, help or type: ${line}`)
    const family = name.replace(/_(bucket|sum|count)$/, '')
    const kindOf = kinds.get(name) ?? kinds.get(family)
    if (kindOf === undefined) throw new Error(`${name} has no type before it`)
    if (samples.has(name + labels)) throw new Error(`${name}${labels} is there twice`)
    samples.set(name + labels, value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value))
  }
  if (!text.endsWith('\n')) throw new Error('The last line does not end')
  return samples
}

const label = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"'
const sample = new RegExp(`^([a-z_]+)(\\{${label}(?:,${label})*\\})? (\\+Inf|-?[0-9.]+(?:e[+-]?[0-9]+)?)$`)
