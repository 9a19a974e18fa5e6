/** A checkpoint was asked for that is not there, or by a name that cannot be one. */
export class CheckpointError extends Error {
  override readonly name = 'CheckpointError'
  readonly code = 'NO_SUCH_CHECKPOINT'
  readonly checkpoint: string

  constructor(checkpoint: string, message: string) {
    super(message)
    this.checkpoint = checkpoint
  }
}
