/**
 * Ends the process quietly once nobody reads what it prints, as in `earshot call --list | head -1`. Without this, Node
 * ends it with a stack trace.
 */
export function endWithClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
    throw error
  })
  // Errors can't be shown then; the exit code still reports them.
  process.stderr.on('error', () => {})
}
