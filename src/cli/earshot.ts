#!/usr/bin/env node
import { runCli } from './cli.js'
import { endWithClosedPipe } from './shared/closedPipe.js'
import { processTerminal } from './shared/terminal.js'

endWithClosedPipe()
process.exitCode = await runCli(process.argv.slice(2), processTerminal())
