import { Command, portNumber, type RunCommand } from '../shared/command.js'

export function recordCommand(run: RunCommand): Command {
  return new Command('record')
    .description('Record what passes between a server and your bot, and make a test of it.')
    .argument('[name]', 'what the files are called, without an ending (default: recording)')
    .option('--site <url>', "the server's address (default: EARSHOT_SITE)")
    .option('--to <url>', "the bot's address", 'http://127.0.0.1:5002')
    .option('--port <n>', 'the port to listen on', portNumber, 5003)
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('--bot <file>', 'the file that exports the bot, to try the test (default: bot.ts or bot.js here)')
    .option('--keep-texts', 'leave what people wrote as it is')
    .option('--from <file>', 'record nothing; make the test of a recording that there is')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', explanation)
    .action(run(async () => (await import('./record.js')).record))
}

const explanation = `
Set the address that it prints as the address of the bot's account on the server, and as
the site in the bot's credentials. Ctrl-C ends it and writes a transcript (.chat) with the
organisation that it needs (.yaml), with other names, addresses, IDs and texts in them. Which
words your bot needs is found by playing the transcript with it, many times over.
The recording itself (.jsonl) has everything as it was, except for keys and tokens.

Ends with 0 when the bot passes the transcript, or when there is no bot to try, 1 when it does
not pass, and 2 when nothing could be recorded or read.

  $ earshot record lunch --site https://chat.example.com --bot src/bot.ts
  $ earshot record lunch --from lunch.jsonl --keep-texts
  $ earshot replay lunch.jsonl --bot src/bot.ts`
