/** Metrics of one serving, written as Prometheus reads them. Nothing of it is shared between servings of a process. */
export interface Registry {
  counter<Label extends string>(name: string, help: string, labels: readonly Label[]): Counter<Label>
  /** @param buckets Upper bounds, in order. */
  histogram<Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
    buckets: readonly number[],
  ): Histogram<Label>
  /** A number that goes up and down, and is asked for when the metrics are. */
  gauge<Label extends string>(name: string, help: string, labels: readonly Label[], read: Read<Label>): void
  /** A number that only grows and that somebody else counts. */
  counted<Label extends string>(name: string, help: string, labels: readonly Label[], read: Read<Label>): void
  text(): string
}

type Values<Label extends string> = Readonly<Record<Label, string>>
type Read<Label extends string> = () => readonly (readonly [Values<Label>, number])[]

export interface Counter<Label extends string> {
  add(values: Values<Label>, amount?: number): void
  /** Counts what always has the same values, for which they are looked at once. */
  of(values: Values<Label>): { add(amount?: number): void }
}

export interface Histogram<Label extends string> {
  observe(values: Values<Label>, value: number): void
  /** Measures what always has the same values. */
  of(values: Values<Label>): { observe(value: number): void }
}

/** What a server says that answers with it. */
export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8'

export function createRegistry(): Registry {
  const families: (() => string)[] = []
  const read = (kind: 'gauge' | 'counter'): Registry['gauge'] => {
    return (name, help, labels, samples) => {
      const lines = () => samples().map(([values, value]) => sample(name, labelText(labels, values), value))
      families.push(() => family(name, help, kind, lines()))
    }
  }
  return {
    counter(name, help, labels) {
      const totals = new Map<string, Total>()
      const of = (values: Values<string>) => {
        const text = labelText(labels, values)
        let total = totals.get(text)
        if (total === undefined) {
          total = new Total()
          totals.set(text, total)
        }
        return total
      }
      families.push(() =>
        family(
          name,
          help,
          'counter',
          [...totals].flatMap(([text, { sum, wasAdded }]) => (wasAdded ? [sample(name, text, sum)] : [])),
        ),
      )
      return { of, add: (values, amount) => of(values).add(amount) }
    },
    histogram(name, help, labels, buckets) {
      const shapes = new Map<string, Shape>()
      const of = (values: Values<string>) => {
        const text = labelText(labels, values)
        let shape = shapes.get(text)
        if (shape === undefined) {
          shape = new Shape(buckets)
          shapes.set(text, shape)
        }
        return shape
      }
      families.push(() =>
        family(
          name,
          help,
          'histogram',
          [...shapes].flatMap((of) => (of[1].count === 0 ? [] : histogramLines(name, buckets, of))),
        ),
      )
      return { of, observe: (values, value) => of(values).observe(value) }
    },
    gauge: read('gauge'),
    counted: read('counter'),
    text: () => families.map((write) => write()).join('\n'),
  }
}

class Total {
  sum = 0
  /** Nothing is told of what was never counted. */
  wasAdded = false

  add(amount = 1): void {
    this.sum += amount
    this.wasAdded = true
  }
}

/** How often something was in which bucket, each counted once. */
class Shape {
  readonly #bounds: readonly number[]
  readonly counts: number[]
  sum = 0
  count = 0

  /** @param bounds Upper ones, in order. */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.counts = bounds.map(() => 0)
  }

  observe(value: number): void {
    const bounds = this.#bounds
    let at = 0
    while (at < bounds.length && value > (bounds[at] ?? 0)) at += 1
    if (at < bounds.length) this.counts[at] = (this.counts[at] ?? 0) + 1
    this.sum += value
    this.count += 1
  }
}

function histogramLines(name: string, buckets: readonly number[], [text, shape]: readonly [string, Shape]): string[] {
  let below = 0
  const lines = buckets.map((bound, at) => {
    below += shape.counts[at] ?? 0
    return sample(`${name}_bucket`, withLabel(text, 'le', number(bound)), below)
  })
  return [
    ...lines,
    sample(`${name}_bucket`, withLabel(text, 'le', '+Inf'), shape.count),
    sample(`${name}_sum`, text, shape.sum),
    sample(`${name}_count`, text, shape.count),
  ]
}

function family(name: string, help: string, kind: string, samples: readonly string[]): string {
  const explained = help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
  return [`# HELP ${name} ${explained}`, `# TYPE ${name} ${kind}`, ...samples, ''].join('\n')
}

const sample = (name: string, labels: string, value: number) =>
  `${name}${labels === '' ? '' : `{${labels}}`} ${number(value)}`

/** As it stands between the braces; of the same values the same text, so that it is what samples are known by. */
function labelText<Label extends string>(labels: readonly Label[], values: Values<Label>): string {
  let text = ''
  for (const label of labels) text = withLabel(text, label, values[label])
  return text
}

function withLabel(text: string, label: string, value: string): string {
  return `${text === '' ? '' : `${text},`}${label}="${escaped(value)}"`
}

function escaped(value: string): string {
  if (!/[\\"\n]/.test(value)) return value
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}

function number(value: number): string {
  if (Number.isFinite(value)) return String(value)
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'
}
