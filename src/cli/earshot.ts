#!/usr/bin/env node
import { statSync } from 'node:fs'
import { errorMessage } from '../values.js'
import { runCli } from './cli.js'
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

/**
 * Reads `.env` in the working directory for the commands that run or check bots. Variables that are set already keep their
 * values. Returns why it can't be read, if it is there.
 */
function readEnvFile(command = ''): string | undefined {
  if (!['serve', 'listen', 'dev', 'doctor'].includes(command)) return undefined
  try {
    // A folder of this name may belong to another language's tools.
    if (statSync('.env', { throwIfNoEntry: false })?.isFile()) process.loadEnvFile()
    return undefined
  } catch (error) {
    return errorMessage(error)
  }
}
