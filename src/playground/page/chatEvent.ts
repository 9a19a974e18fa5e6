/** An event, as the service sends it to clients. */
export interface ChatEvent {
  readonly id: number
  readonly type: string
  readonly [field: string]: unknown
}
