#!/usr/bin/env node
import { runCli } from './cli.js'
import { processTerminal } from './shared/terminal.js'

endWithClosedPipe()
process.exitCode = await runCli(process.argv.slice(2), processTerminal())

/**
 * Ends the process quietly once nobody reads what it prints, as in `earshot call --list | head -1`. Without this, Node
 * ends it with a stack trace. Bots go on without a reader of their log.
 */
function endWithClosedPipe(): void {
  const runsBots = ['serve', 'listen'].includes(process.argv[2] ?? '')
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    if (!runsBots) process.exit()
  })
  // Errors can't be shown then; the exit code still reports them.
  process.stderr.on('error', () => {})
}
