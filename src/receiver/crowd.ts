/**
 * Those that come and go all the time, a few at once. A set would do, but for what it leaves behind when it moves to
 * another place: that holds who was there, with all that is theirs, until memory is looked through as a whole.
 */
export class Crowd<Member> {
  readonly #places: Place<Member>[] = []

  get size(): number {
    return this.#places.length
  }

  get all(): Member[] {
    return this.#places.map(({ member }) => member)
  }

  /** Gives the way to leave. */
  add(member: Member): () => void {
    const place = { member, at: this.#places.length }
    this.#places.push(place)
    return () => this.#leave(place)
  }

  /** The last takes the place that is free. */
  #leave(place: Place<Member>): void {
    if (this.#places[place.at] !== place) return
    const last = this.#places.pop()
    if (last === undefined || last === place) return
    last.at = place.at
    this.#places[last.at] = last
  }
}

interface Place<Member> {
  readonly member: Member
  at: number
}
