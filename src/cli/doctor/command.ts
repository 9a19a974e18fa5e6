import { Command, InvalidArgumentError, type RunCommand } from '../shared/command.js'
import { explain } from '../shared/help.js'

export function doctorCommand(run: RunCommand): Command {
  return new Command('doctor')
    .summary('Check everything a bot needs, and say how to fix what is wrong.')
    .description('Check everything a bot needs to work, and say how to fix what is wrong.')
    .argument('[file]', 'the file that exports your bot, to check what it relies on')
    .option('--config <file>', 'the credentials file (default: EARSHOT_CONFIG, or earshotrc)')
    .option('--section <name>', 'the section of the credentials file (default: all)')
    .option('--queue <where>', 'the queue to check: sqlite:bots.db or redis://… (default: EARSHOT_QUEUE, or earshotrc)')
    .option(
      '--storage <where>',
      'the storage to check: memory, sqlite:bot.db or redis://… (default: EARSHOT_STORAGE, or earshotrc)',
    )
    .option('--url <address>', 'the address that the chat server posts to (default: looked up)', address)
    .option('--json', 'print the result as JSON')
    .addHelpText('after', explain(explanation))
    .action(run(async () => (await import('./doctor.js')).doctor))
}

const explanation = `
Checks the configuration, the chat server, the credentials, the account, the token, and whether the bot answers
at the address that the server posts to. For that it posts a notification from the bot itself, which reaches no
handler. With a file, also whether the server has what the bot relies on, as its declarations and the .chat files
beside it show: endpoints, groups, events, and a storage for what it keeps; and whether a command that a queue
tries again may do something twice. Changes nothing.

Exits with 0 if nothing failed (warnings don't count), 1 if something failed, and 2 if nothing could be checked
because the configuration is invalid.

  $ earshot doctor
  $ earshot doctor bot.ts --url https://bots.example.com/`

function address(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url !== undefined && ['http:', 'https:'].includes(url.protocol)) return url
  throw new InvalidArgumentError('Give an address that begins with http:// or https://.')
}
