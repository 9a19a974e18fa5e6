/** The simulator cannot listen where it was told to. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
  readonly code = 'LISTEN_FAILED'
  readonly hostname: string
  readonly port: number

  constructor(hostname: string, port: number, cause: Error) {
    super(
      `The simulator cannot listen on port ${port} of ${hostname} (${cause.message}); choose another, or 0 for a free one.`,
      { cause },
    )
    this.hostname = hostname
    this.port = port
  }
}
