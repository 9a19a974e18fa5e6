/** An event as the service tells its clients. */
export interface ChatEvent {
  readonly id: number
  readonly type: string
  readonly [field: string]: unknown
}
