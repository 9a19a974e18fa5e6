import { Command, parsePort, type RunCommand } from '../shared/command.js'
import { explain } from '../shared/help.js'

export function recordCommand(run: RunCommand): Command {
  return new Command('record')
    .summary('Turn the traffic between a server and your bot into a test.')
    .description('Record the traffic between a server and your bot, and turn it into a test.')
    .argument('[name]', 'the name of the files, without an extension (default: recording)')
    .option('--site <url>', "the server's address (default: EARSHOT_SITE)")
    .option('--to <url>', "the bot's address", 'http://127.0.0.1:5002')
    .option('--port <n>', 'the port to listen on', parsePort, 5003)
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('--bot <file>', 'the file that exports the bot, to try the test (default: bot.ts or bot.js here)')
    .option('--from <file>', 'record nothing; make the test from an existing recording')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', explain(explanation))
    .action(run(async () => (await import('./record.js')).record))
}

const explanation = `
It prints an address: set it in the bot's account on the server, and as the site in the bot's
credentials. Ctrl-C ends the recording and writes a transcript (.chat) and its organisation
(.yaml), in which names, addresses and IDs are replaced, and plays it with the bot.
The recording itself (.jsonl) contains everything but keys and tokens.

Exits with 0 if the bot passes the transcript or there is no bot to run, 1 if it doesn't pass,
and 2 if nothing could be recorded or read.

  $ earshot record lunch --site https://chat.example.com --bot src/bot.ts
  $ earshot record lunch --from lunch.jsonl`
