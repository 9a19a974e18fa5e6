import { portNumber, seconds, wholeNumber } from '../shared/arguments.js'
import { Command, Option } from '../shared/commander.js'
import type { RunCommand } from '../shared/runCommand.js'
import type { ServeFlags } from './serve.js'

/** `earshot serve`: bots in production. */
export function serveCommand(run: RunCommand): Command {
  return new Command('serve')
    .description('Serve the bots of a file to a chat server.')
    .argument('<file>', 'the file that exports your bot, or several')
    .option('--port <n>', 'where it listens; PORT, or 5002, unless given; for a worker, where /readyz is', portNumber)
    .option('--host <address>', 'where it listens; HOST, or 127.0.0.1, unless given')
    .option(
      '--tls-cert <file>',
      'the certificate for HTTPS, in PEM format; EARSHOT_TLS_CERT, or plain HTTP, unless given',
    )
    .option('--tls-key <file>', "the certificate's key; EARSHOT_TLS_KEY unless given")
    .option(
      '--allow <addresses>',
      'who may ask: addresses and networks, with commas; EARSHOT_ALLOW, or all, unless given',
    )
    .option('--trust-proxy <addresses>', 'proxies whose X-Forwarded-For is believed; EARSHOT_TRUST_PROXY unless given')
    .option('--config <file>', 'the credentials file; EARSHOT_CONFIG, or earshotrc, unless given')
    .option('--queue <where>', 'inline, sqlite:bots.db or redis://…; EARSHOT_QUEUE, or inline, unless given')
    .addOption(
      new Option('--role <role>', 'with a queue: whether it takes deliveries, works on them, or both')
        .choices(['both', 'receiver', 'worker'])
        .default('both'),
    )
    .option('--concurrency <n>', 'how many deliveries of a queue it works on at once; 10 unless given', wholeNumber)
    .option('--storage <where>', "memory, sqlite:bots.db or redis://…; EARSHOT_STORAGE, or the queue's, unless given")
    .addOption(
      new Option('--log <kind>', 'how the log is written; text on a terminal, else json').choices(['json', 'text']),
    )
    .addOption(
      new Option('--log-level <level>', 'the least that is written')
        .choices(['debug', 'info', 'warn', 'error'])
        .default('info'),
    )
    .option('--patience <seconds>', 'how long handlers may take to end when it is told to end', seconds, 10_000)
    .option('--json', 'the same as --log json')
    .addHelpText('after', explanation)
    .action((file: string, flags: ServeFlags) =>
      // What it prints is its log, so a failure is told in words alone.
      run('serve', {}, async (output) => {
        const { serveFile } = await import('./serve.js')
        return serveFile(file, flags, output)
      }),
    )
}

const explanation = `
Credentials are read from EARSHOT_SITE, EARSHOT_EMAIL, EARSHOT_API_KEY and EARSHOT_TOKEN, or from the file
earshotrc; for several bots, each from the section that is called as the bot is exported.
The path that deliveries come to, if it is a secret, is read from EARSHOT_PATH.
SIGINT and SIGTERM let handlers end first; a second one does not.

  $ earshot serve bot.ts
  $ earshot serve bot.ts --host 0.0.0.0 --port 8080 --queue sqlite:bots.db
  $ earshot serve bot.ts --queue redis://localhost:6379 --role worker`
