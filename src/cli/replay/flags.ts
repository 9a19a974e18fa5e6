/** What `earshot replay` was told besides the files. */
export interface ReplayFlags {
  readonly to?: string
  readonly bot?: string
  /** Which of several bots of the file. */
  readonly name?: string
  readonly token?: string
  readonly simulator?: string
  readonly exact?: true
  readonly force?: true
  /** Milliseconds. */
  readonly timeout: number
  readonly json?: true
}
