import { portNumber, seconds, wholeNumber } from '../shared/arguments.js'
import { Command, Option } from '../shared/commander.js'
import type { RunCommand } from '../shared/runCommand.js'
import type { ServeFlags } from './serve.js'

/** `earshot serve`: bots in production. */
export function serveCommand(run: RunCommand): Command {
  return new Command('serve')
    .description('Serve the bots of a file to a chat server.')
    .argument('<file>', 'the file that exports your bot, or several')
    .option(
      '--port <n>',
      'the port to listen on; for a worker, the port of /readyz (default: PORT, or 5002)',
      portNumber,
    )
    .option('--host <address>', 'the address to listen on (default: HOST, or 127.0.0.1)')
    .option('--tls-cert <file>', 'the certificate for HTTPS, in PEM format (default: EARSHOT_TLS_CERT, or plain HTTP)')
    .option('--tls-key <file>', "the certificate's key (default: EARSHOT_TLS_KEY)")
    .option(
      '--allow <addresses>',
      'allowed addresses and networks, separated by commas (default: EARSHOT_ALLOW, or all)',
    )
    .option('--trust-proxy <addresses>', 'proxies whose X-Forwarded-For is trusted (default: EARSHOT_TRUST_PROXY)')
    .option('--config <file>', 'the credentials file (default: EARSHOT_CONFIG, or earshotrc)')
    .option('--queue <where>', 'inline, sqlite:bots.db or redis://… (default: EARSHOT_QUEUE, or inline)')
    .addOption(
      new Option('--role <role>', 'with a queue: receive deliveries, handle them, or both')
        .choices(['both', 'receiver', 'worker'])
        .default('both'),
    )
    .option('--concurrency <n>', 'how many queued deliveries to handle at once (default: 10)', wholeNumber)
    .option('--storage <where>', "memory, sqlite:bots.db or redis://… (default: EARSHOT_STORAGE, or the queue's)")
    .addOption(
      new Option('--log <kind>', 'the log format (default: text on a terminal, otherwise json)').choices([
        'json',
        'text',
      ]),
    )
    .addOption(
      new Option('--log-level <level>', 'the lowest level to log')
        .choices(['debug', 'info', 'warn', 'error'])
        .default('info'),
    )
    .option('--patience <seconds>', 'how long handlers may take to finish on shutdown', seconds, 10_000)
    .option('--json', 'the same as --log json')
    .addHelpText('after', explanation)
    .action((file: string, flags: ServeFlags) =>
      // What it prints is its log, so failures are never printed as JSON.
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
