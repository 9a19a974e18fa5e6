export const breads = ['rye', 'wheat', 'spelt'] as const
export type Bread = (typeof breads)[number]

/** How many loaves of which bread were ordered, for as long as the process runs. */
export class OrderBook {
  readonly #loaves = new Map<Bread, number>()

  order(bread: Bread, count: number): number {
    const loaves = (this.#loaves.get(bread) ?? 0) + count
    this.#loaves.set(bread, loaves)
    return loaves
  }

  list(): string {
    if (this.#loaves.size === 0) return 'Nothing is ordered.'
    return [...this.#loaves].map(([bread, loaves]) => `* ${bread}: ${loaves}`).join('\n')
  }

  clear(): void {
    this.#loaves.clear()
  }
}
