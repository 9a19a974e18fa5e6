import { another, Command, type RunCommand } from '../shared/command.js'

/** `earshot setup`: from nothing to an account that a bot can run with. */
export function setupCommand(run: RunCommand): Command {
  return new Command('setup')
    .description("Create a bot's account on the chat server, and write its credentials file.")
    .argument('<name>', "the bot's name, as people mention it")
    .option('--url <address>', 'where the server is to post; without it the bot listens, and needs no address')
    .option('--channel <name>', 'subscribe the bot to a channel (repeatable)', another, [])
    .option('--owner-file <file>', 'the credentials file of the person who is to own the bot (default: asked for)')
    .option('--config <file>', 'the credentials file to write (default: earshotrc)', 'earshotrc')
    .option('--dry-run', 'change nothing, and say what would be done')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', explanation)
    .action(run(async () => (await import('./setup.js')).setupFromTerminal))
}

const explanation = `
The owner's file is the zuliprc that the chat server offers to a person with their API key. Its site, address and key
are used only for this, and not saved. On a terminal you are asked for them.
What exists already isn't changed: run twice, it finds the bot and its file.

The exit code is 0 when the bot can be started, 1 when the server refused something or "earshot doctor" found
something wrong, and 2 when nothing could be tried.

  $ earshot setup Helpdesk --channel support
  $ earshot setup Helpdesk --url https://bots.example.com/ --owner-file ~/owner.rc`
