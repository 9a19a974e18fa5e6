#!/usr/bin/env node
import { runCli } from './cli.js'
import { readEnvFile } from './shared/envFile.js'
import { processTerminal } from './shared/terminal.js'

endWithClosedPipe()
const terminal = processTerminal()
const unread = readEnvFile(process.argv[2])
if (unread === undefined) process.exitCode = await runCli(process.argv.slice(2), terminal)
else {
  terminal.err.write(`earshot: .env can't be read: ${unread}\n`)
  process.exitCode = 1
}

/**
 * Ends the process quietly when its output's reader is gone, as in `earshot call --list | head -1`, where Node would print
 * a stack trace. Running bots continue without a reader of their log.
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
