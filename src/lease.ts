import { type Cancel, type Clock, steady } from './clock.js'

/** A process as the holder of leases. Its ID is stored with each, so that nobody takes over what a living process holds. */
export interface LeaseHolder {
  readonly id: string
  /** Whether the process with this ID has died; undefined if that can't be seen from here. */
  isDead(id: string): boolean | undefined
  /** Whether it has died, or, if that can't be seen from here, has given no sign of life for so many milliseconds. */
  isGone(id: string, silence: number): boolean | Promise<boolean>
  /** Gives signs of life from now on, often enough for leases of so many milliseconds. */
  begin(lease: number): void
}

export const leaseAdvice = 'Give milliseconds: at least 100, at most a day'

/** A shorter lease couldn't be renewed in time, and nobody would wait for the end of a longer one. */
export const isLease = (milliseconds: unknown) =>
  typeof milliseconds === 'number' && milliseconds >= 100 && milliseconds <= 86_400_000

export interface LeaseOptions {
  readonly clock: Clock
  /** Milliseconds that a renewal lasts. */
  readonly lease: number
  /** Milliseconds until the lease ends unless it is renewed. Infinity: only what `renew` returns ends it. (default: `lease`) */
  readonly left?: number
  /** Renews the lease. `false` ends the lease; after an error, the renewal is tried again. */
  readonly renew: () => Promise<boolean>
  /** Called once if the lease is lost: `renew` returned `false`, or it couldn't be renewed in time. */
  readonly onLost?: () => void
}

/** A lease that is renewed every third of its duration, sooner after a failure. */
export class KeptLease {
  readonly #options: LeaseOptions
  readonly #now: () => number
  #until: number
  #isOver = false
  #renewing = Promise.resolve()
  /** Cancels the only timer: the next renewal's, or during a renewal that of the loss. */
  #cancelTimer: Cancel

  constructor(options: LeaseOptions) {
    const { lease, left = lease } = options
    this.#options = options
    this.#now = steady(options.clock)
    this.#until = this.#now() + left
    this.#cancelTimer = this.#later(lease / 3, () => this.#renew())
  }

  /** Milliseconds for which it is certainly held. */
  get left(): number {
    return this.#until - this.#now()
  }

  /** Stops renewing. Resolves when no renewal is running. */
  stop(): Promise<void> {
    this.#end()
    return this.#renewing
  }

  #renew(): void {
    // If the store can't be reached, only the clock can end the lease.
    if (this.#options.onLost) this.#loseLater()
    this.#renewing = this.#attempt()
  }

  async #attempt(): Promise<void> {
    const { lease, renew, onLost } = this.#options
    const wanted = this.#now() + lease
    const isRenewed = await renew().catch(() => undefined)
    if (this.#isOver) return
    if (isRenewed === false) return this.#lose()
    if (isRenewed) this.#until = Math.max(this.#until, wanted)
    this.#cancelTimer()
    const wait = isRenewed ? lease / 3 : lease / 12
    if (onLost && this.left < wait) this.#loseLater()
    else this.#cancelTimer = this.#later(wait, () => this.#renew())
  }

  #loseLater(): void {
    const { left } = this
    if (!Number.isFinite(left)) return
    const look = () => (this.left > 0 ? this.#loseLater() : this.#lose())
    this.#cancelTimer = this.#later(Math.max(0, left), look)
  }

  #later(milliseconds: number, action: () => void): Cancel {
    const due = this.#now() + milliseconds
    const act = () => {
      // A process that was blocked could not renew anything meanwhile: the next renewal finds out whether it lost the lease.
      this.#until += Math.max(0, this.#now() - due)
      action()
    }
    return this.#options.clock.later(milliseconds, act, { background: true })
  }

  #lose(): void {
    if (this.#isOver) return
    this.#end()
    this.#options.onLost?.()
  }

  #end(): void {
    if (!this.#isOver) this.#cancelTimer()
    this.#isOver = true
  }
}
