import type { Command } from 'commander'

/** The options that select a server and an account. */
export interface ConnectionFlags {
  readonly config?: string
  readonly section?: string
  readonly site?: string
  readonly simulator?: string
  readonly as?: string
}

/** Adds the options that say which server is meant and who speaks to it. */
export function withConnectionOptions(command: Command): Command {
  return command
    .option('--simulator <url>', 'a running `earshot simulate` (or EARSHOT_SIMULATOR)')
    .option('--as <who>', 'who calls: with --simulator a name, address, ID or role; otherwise bot or owner')
    .option('--config <file>', 'the credentials file (default: EARSHOT_CONFIG, or ./earshotrc)')
    .option('--section <name>', 'which section of the credentials file')
    .option('--site <url>', "the server's address, instead of the configured one")
}
