import type { Metric, Registry } from 'prom-client'

type Label = string | number

type Labels = Readonly<Record<string, Label>>

/** A line of a metric. */
interface Sample {
  readonly metricName?: string
  readonly labels: Labels
  readonly value: number
}

interface Description {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly labelNames: readonly string[]
}

/**
 * A metric that keeps plain numbers for each combination of labels, and makes text of them when asked. The metrics of
 * `prom-client` check and join all labels each time that they count.
 */
export class Series<Value extends { samples(labels: Labels, name: string): Sample[] }> {
  readonly name: string
  readonly #description: Description
  readonly #create: () => Value
  readonly #values = new Map<Label, { readonly labels: Labels; readonly value: Value }>()

  constructor(registry: Registry, description: Description, create: () => Value) {
    this.name = description.name
    this.#description = description
    this.#create = create
    if (description.labelNames.length === 0) this.of()
    // `name` and `get` are all that a registry uses of a metric.
    registry.registerMetric(this as unknown as Metric)
  }

  /** The value for these labels, in the order of their names. */
  of(first: Label = '', second?: Label, third?: Label): Value {
    const key = second === undefined ? first : `${first}\n${second}\n${third}`
    return (this.#values.get(key) ?? this.#add(key, [first, second, third])).value
  }

  #add(key: Label, labels: readonly unknown[]) {
    const named = this.#description.labelNames.map((name, at) => [name, labels[at]])
    const added = { labels: Object.fromEntries(named), value: this.#create() }
    this.#values.set(key, added)
    return added
  }

  async get(): Promise<object> {
    const values = [...this.#values.values()].flatMap(({ labels, value }) => value.samples(labels, this.name))
    return { ...this.#description, values }
  }
}

/** The value of a counter or a gauge. */
export class Tally {
  count = 0

  samples(labels: Labels): Sample[] {
    return [{ labels, value: this.count }]
  }
}

/** The value of a histogram. */
export class Durations {
  readonly #bounds: readonly number[]
  /** How many are within each bound, but not within the one before. */
  readonly #counts: number[]
  #count = 0
  #sum = 0

  /** @param bounds Seconds, ascending. */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.#counts = bounds.map(() => 0)
  }

  add(milliseconds: number): void {
    const seconds = milliseconds / 1_000
    const at = this.#bounds.findIndex((bound) => seconds <= bound)
    if (at !== -1) this.#counts[at] = (this.#counts[at] ?? 0) + 1
    this.#count += 1
    this.#sum += seconds
  }

  samples(labels: Labels, name: string): Sample[] {
    let sum = 0
    const buckets = this.#bounds.map((le, at) => {
      sum += this.#counts[at] ?? 0
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: sum }
    })
    return [
      ...buckets,
      { metricName: `${name}_bucket`, labels: { le: '+Inf', ...labels }, value: this.#count },
      { metricName: `${name}_sum`, labels, value: this.#sum },
      { metricName: `${name}_count`, labels, value: this.#count },
    ]
  }
}
