import { another, Command, type RunCommand } from '../shared/command.js'
import { explain } from '../shared/help.js'

export function setupCommand(run: RunCommand): Command {
  return new Command('setup')
    .summary("Create a bot's account on the server, and its credentials file.")
    .description("Create a bot's account on the chat server, and write its credentials file.")
    .argument('<name>', "the bot's name, as people mention it")
    .option('--url <address>', 'the address that the server posts to; without it the bot listens and needs none')
    .option('--channel <name>', 'subscribe the bot to a channel (repeatable)', another, [])
    .option('--owner-file <file>', "the owner's credentials file (default: asked for)")
    .option('--config <file>', 'the credentials file to write (default: earshotrc)', 'earshotrc')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', explain(explanation))
    .action(run(async () => (await import('./setup.js')).setupFromTerminal))
}

const explanation = `
The owner's file is the zuliprc that the chat server offers people along with their API key. Its site, address and key
are used only here, and not saved. On a terminal you are asked for them.
What exists already isn't changed: a second run finds the bot and its file.

Exits with 0 if the bot can be started, 1 if the server refused something or "earshot doctor" found
something wrong, and 2 if nothing could be tried.

  $ earshot setup Helpdesk --channel support
  $ earshot setup Helpdesk --url https://bots.example.com --owner-file owner.rc`
