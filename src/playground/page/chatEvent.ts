/** An event, as the server sends it to clients. */
export interface ChatEvent {
  readonly id: number
  readonly type: string
  readonly [field: string]: unknown
}
