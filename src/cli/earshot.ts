#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { matrixCommand } from './matrix.js'
import { simulateCommand } from './simulate/command.js'

/** The `earshot` command: every command of it is a call that a program could make too. */

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string
}

await new Command('earshot')
  .description('Bots within earshot of your team chat.')
  .version(version)
  .showHelpAfterError('(try: earshot --help)')
  .addCommand(simulateCommand())
  .addCommand(matrixCommand())
  .parseAsync()
