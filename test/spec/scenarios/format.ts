/** Something the spec says that takes more than one exchange to see: a delivery, an event, time that passes. */
export interface Scenario {
  /** What in `outline.ts` it proves. */
  readonly spec: readonly string[]
  readonly title: string
  /** Feature level of the server; the newest when absent. */
  readonly level?: number
  /** Plays it at that level. */
  run(level: number): Promise<unknown>
}
