/** IDs in rising order. Adding at the end, where new messages go, and finding a place are both quick. */
export class SortedIds {
  #ids: number[]

  /** With these IDs, which rise already. */
  constructor(ids: readonly number[] = []) {
    this.#ids = [...ids]
  }

  get size(): number {
    return this.#ids.length
  }

  get first(): number | undefined {
    return this.#ids[0]
  }

  get last(): number | undefined {
    return this.#ids.at(-1)
  }

  at(place: number): number | undefined {
    return this.#ids[place]
  }

  has(id: number): boolean {
    return this.#ids[this.placeOf(id)] === id
  }

  /** How many IDs are lower: where this one is, or would be. */
  placeOf(id: number): number {
    let low = 0
    let high = this.#ids.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#ids[middle] ?? 0) < id) low = middle + 1
      else high = middle
    }
    return low
  }

  add(id: number): void {
    if (this.#ids.length === 0 || id > (this.last ?? 0)) this.#ids.push(id)
    else if (!this.has(id)) this.#ids.splice(this.placeOf(id), 0, id)
  }

  /** Takes IDs out, in one pass over those that follow the lowest of them. */
  remove(gone: ReadonlySet<number>): void {
    let lowest = Number.POSITIVE_INFINITY
    for (const id of gone) lowest = Math.min(lowest, id)
    const from = this.placeOf(lowest)
    const kept = this.#ids.slice(from).filter((id) => !gone.has(id))
    this.#ids.length = from
    for (const id of kept) this.#ids.push(id)
  }

  [Symbol.iterator](): Iterator<number> {
    return this.#ids[Symbol.iterator]()
  }
}
