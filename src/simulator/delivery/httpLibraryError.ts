/** What the server's HTTP library throws when an answer came and cannot be used; never retried. */
export class HttpLibraryError extends Error {
  override readonly name = 'HttpLibraryError'
  /** The class that users are told of. */
  readonly type: string

  constructor(type: string, text: string) {
    super(text)
    this.type = type
  }
}
