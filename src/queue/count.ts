/** How many are under way, for whoever waits until there are none. */
export class Count {
  #count = 0
  #waiting: (() => void)[] = []

  get isZero(): boolean {
    return this.#count === 0
  }

  up(): void {
    this.#count += 1
  }

  down(): void {
    this.#count -= 1
    if (this.#count > 0 || this.#waiting.length === 0) return
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve()
  }

  async zero(): Promise<void> {
    while (this.#count > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }
}
