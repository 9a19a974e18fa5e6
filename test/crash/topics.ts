import { Client } from 'earshot/client'
import type { Simulator } from 'earshot/simulator'
import { answeredBy, channel } from './answers.js'

/** A name that a topic had, and until when; in UNIX milliseconds. */
interface Name {
  readonly text: string
  until: number
}

/** The topics in which people talk. They are renamed while the bot works, and each keeps its messages. */
export class Topics {
  readonly #simulator: Simulator
  readonly #client: Client
  readonly #names: Name[][]
  readonly #mayBeUnderWay: number

  /** @param longestStall Milliseconds for which a process may stand still between looking where a topic is and sending. */
  constructor(simulator: Simulator, count: number, longestStall = 0) {
    this.#mayBeUnderWay = mayBeUnderWay + longestStall
    this.#simulator = simulator
    this.#client = new Client({ ...simulator.credentials('Desdemona'), fetch: simulator.fetch })
    this.#names = Array.from({ length: count }, (_, topic) => [named(`topic ${topic}`)])
  }

  get count(): number {
    return this.#names.length
  }

  /** What a topic is called now. */
  nameOf(topic: number): string {
    return this.#names[topic]?.at(-1)?.text ?? ''
  }

  /** Adds a topic by its name, and returns its number. */
  add(name: string): number {
    return this.#names.push([named(name)]) - 1
  }

  /** Gives a topic another name, with all its messages. */
  async rename(topic: number): Promise<void> {
    const names = this.#names[topic] ?? []
    const [first] = this.#simulator.messages({ channel, topic: this.nameOf(topic) })
    if (first === undefined) return
    const next = named(`${names[0]?.text}, renamed ${names.length}`)
    await this.#client.messages.edit({ message_id: first.id, topic: next.text, propagate_mode: 'change_all' })
    const last = names.at(-1)
    if (last) last.until = this.#simulator.clock.now()
    names.push(next)
  }

  /** What the bot said in a topic, whatever that was called meanwhile: the IDs of the messages that it answered, in order. */
  answersIn(name: string): number[] {
    return this.#namesOf(name)
      .flatMap(({ text }) => this.#simulator.messages({ channel, topic: text }))
      .sort((one, other) => one.id - other.id)
      .flatMap(({ content }) => answeredBy(content) ?? [])
  }

  isRenamed(name: string): boolean {
    return this.#namesOf(name).length > 1
  }

  #namesOf(name: string): readonly Name[] {
    return this.#names.find((all) => all.some(({ text }) => text === name)) ?? [named(name)]
  }

  /** The messages that the bot answered under a name that their topic had no longer, by their IDs. */
  misplaced(): number[] {
    return this.#names.flat().flatMap(({ text, until }) =>
      this.#simulator
        .messages({ channel, topic: text })
        .filter(({ timestamp = 0 }) => timestamp * 1_000 > until + this.#mayBeUnderWay)
        .flatMap(({ content }) => answeredBy(content) ?? []),
    )
  }
}

const named = (text: string): Name => ({ text, until: Number.POSITIVE_INFINITY })

/** Milliseconds: a place is believed for a second, and sending takes a while under load. */
const mayBeUnderWay = 3_000
