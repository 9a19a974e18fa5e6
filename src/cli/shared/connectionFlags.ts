import type { Command } from 'commander'

/** What a command was told about the server to speak to, and the account to speak as. */
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
    .option('--simulator <url>', 'a running `earshot simulate`, with its people (or EARSHOT_SIMULATOR)')
    .option('--as <who>', 'who calls: with --simulator a name, address, ID or role, else bot or owner')
    .option('--config <file>', 'a credentials file (or EARSHOT_CONFIG); ./earshotrc unless given')
    .option('--section <name>', 'which section of the credentials file')
    .option('--site <url>', "the server's address, in place of the one in the settings")
}
