import type { WebhookReply } from '../protocol/index.js'
import { isTextAlone } from '../protocol/lean.js'

/** How much is remembered. */
export interface RememberedLimits {
  /** Answers; 0 for none. */
  readonly entries: number
  /** Characters of all messages and answers together; what is not ASCII counts two or three times. */
  readonly characters: number
}

/** What a delivery and its repeats have in common, and no other. */
export interface DeliveryMark {
  /** Stands for the bot and the message. */
  readonly number: number
  /** What was written: a message that was edited since is another delivery. */
  readonly data: string
}

/**
 * What deliveries were answered, the oldest forgotten first. All of it is kept as bytes and numbers in three arrays: as
 * objects, which would live just long enough to be moved to where only a collection of the whole heap finds them, it would
 * cost more time and memory than all else that is done for a delivery.
 */
export class Remembered {
  readonly #mostEntries: number
  readonly #mostBytes: number
  /** The texts of the entries, one after the other, from the start again when the end is reached. */
  #bytes: Uint8Array
  /** Where the next text goes. */
  #end = 0
  /** A row of numbers for each entry, one after the other, from the start again when the end is reached. */
  #rows: Float64Array
  /** For all numbers that share a place here, the youngest entry. */
  #heads: Int32Array
  #oldest = 0
  #count = 0

  constructor({ entries, characters }: RememberedLimits) {
    this.#mostEntries = entries
    this.#mostBytes = characters
    this.#rows = new Float64Array(Math.min(64, entries) * width)
    this.#heads = headsFor(this.#rows)
    this.#bytes = new Uint8Array(Math.min(16_384, characters))
  }

  /** @param at UNIX milliseconds. */
  add({ number, data }: DeliveryMark, answer: WebhookReply, at: number): void {
    // Most are nothing but a text, and making JSON of that would take longer than all the rest.
    const isText = isTextAlone(answer)
    const text = isText ? answer.content : JSON.stringify(answer)
    const size = data.length + text.length
    if (this.#mostEntries === 0 || size > this.#mostBytes) return
    if (this.#count === this.#mostEntries) this.#forgetOldest()
    if (this.#count === this.#places) this.#move(this.#count * growth, this.#bytes.length)
    // Of most texts this is the size; what is not ASCII takes more, and is seen when it does not fit.
    while (this.#end + size > this.#limit) if (!this.#makeRoom()) return
    for (;;) {
      const start = this.#end
      const middle = this.#write(data, start)
      const end = middle < 0 ? misfit : this.#write(text, middle)
      if (end >= 0) {
        this.#note(number, at, isText ? 1 : 0, start, middle, end)
        return
      }
      if (!this.#makeRoom()) return
    }
  }

  /** The answer to a delivery, and when it was given. */
  find({ number, data }: DeliveryMark): { readonly answer: WebhookReply; readonly at: number } | undefined {
    let written: Uint8Array | undefined
    for (let place = this.#heads[this.#headOf(number)] ?? none; place !== none; place = this.#at(place, other)) {
      if (this.#at(place, key) !== number) continue
      written ??= encoder.encode(data)
      const middle = this.#at(place, middleOf)
      if (!areSame(this.#bytes.subarray(this.#at(place, startOf), middle), written)) continue
      const text = decoder.decode(this.#bytes.subarray(middle, this.#at(place, endOf)))
      // What is no text by itself was written as JSON by `add`.
      const answer = this.#at(place, form) === 1 ? { content: text } : (JSON.parse(text) as WebhookReply)
      return { answer, at: this.#at(place, time) }
    }
    return undefined
  }

  get #places(): number {
    return this.#rows.length / width
  }

  #at(place: number, column: number): number {
    return this.#rows[place * width + column] ?? none
  }

  #headOf(number: number): number {
    return (number >>> 0) % this.#heads.length
  }

  /** Where the room ends that begins at `#end`. */
  get #limit(): number {
    const first = this.#at(this.#oldest, startOf)
    return this.#count > 0 && first >= this.#end ? first : this.#bytes.length
  }

  /** Writes a text, and gives where it ends; less than 0 where there is no room for all of it. */
  #write(text: string, at: number): number {
    const { read, written } = encoder.encodeInto(text, this.#bytes.subarray(at, this.#limit))
    return read === text.length ? at + written : misfit
  }

  /** Makes more room at `#end`, or moves that to where there is some; false where all the room there may be is there. */
  #makeRoom(): boolean {
    const isLast = this.#limit === this.#bytes.length
    const before = this.#count === 0 ? this.#end : this.#at(this.#oldest, startOf)
    if (isLast && before * 2 > this.#bytes.length) this.#end = 0
    else if (this.#bytes.length < this.#mostBytes) this.#move(this.#places, this.#bytes.length * growth)
    else if (isLast && before === 0 && this.#count === 0) return false
    else if (isLast) this.#end = 0
    else this.#forgetOldest()
    return true
  }

  #forgetOldest(): void {
    const oldest = this.#oldest
    const head = this.#headOf(this.#at(oldest, key))
    let place = this.#heads[head] ?? none
    if (place === oldest) this.#heads[head] = none
    // It is the last of those that share its head.
    while (place !== none && this.#at(place, other) !== oldest) place = this.#at(place, other)
    if (place !== none) this.#rows[place * width + other] = none
    this.#oldest = (oldest + 1) % this.#places
    this.#count -= 1
  }

  #note(number: number, at: number, isText: number, start: number, middle: number, end: number): void {
    const place = (this.#oldest + this.#count) % this.#places
    const head = this.#headOf(number)
    const next = this.#heads[head] ?? none
    this.#rows.set([number, at, isText, start, middle, end, next], place * width)
    this.#heads[head] = place
    this.#end = end
    this.#count += 1
  }

  /** Moves all to larger arrays. */
  #move(entries: number, size: number): void {
    const [rows, bytes, oldest, count, places] = [this.#rows, this.#bytes, this.#oldest, this.#count, this.#places]
    this.#rows = new Float64Array(Math.min(entries, this.#mostEntries) * width)
    this.#heads = headsFor(this.#rows)
    this.#bytes = new Uint8Array(Math.min(size, this.#mostBytes))
    this.#end = this.#oldest = this.#count = 0
    for (let at = oldest; at < oldest + count; at += 1) {
      const row = (at % places) * width
      const [number = 0, since = 0, isText = 0, start = 0, middle = 0, end = 0] = rows.subarray(row, row + width)
      const to = this.#end
      this.#bytes.set(bytes.subarray(start, end), to)
      this.#note(number, since, isText, to, to + middle - start, to + end - start)
    }
  }
}

/** The columns of a row: the number of the delivery, when it was answered, and whether its answer is nothing but a text. */
const [key, time, form] = [0, 1, 2]
/** Where its texts are: what was written, and from the middle on its answer. */
const [startOf, middleOf, endOf] = [3, 4, 5]
/** The next older entry with the same head. */
const other = 6
const width = 7

/** Times as large are the arrays that take the place of those that are full. */
const growth = 8

const none = -1
const misfit = -1

const headsFor = (rows: Float64Array) => new Int32Array((rows.length / width) * 2).fill(none)

function areSame(one: Uint8Array, another: Uint8Array): boolean {
  return one.length === another.length && one.every((byte, at) => byte === another[at])
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
