import { Command, Option, parsePort, type RunCommand, withProcessOptions } from '../shared/command.js'
import { explain } from '../shared/help.js'

export function serveCommand(run: RunCommand): Command {
  const command = new Command('serve')
    .description('Serve the bots of a file to a chat server.')
    .argument('<file>', 'the file that exports your bot, or several')
    .option(
      '--port <n>',
      'the port to listen on; for a worker, the port of /readyz (default: PORT, or 5002)',
      parsePort,
    )
    .option('--host <address>', 'the address to listen on (default: HOST, or 127.0.0.1)')
    .option('--tls-cert <file>', 'the certificate for HTTPS, in PEM format (default: EARSHOT_TLS_CERT, or plain HTTP)')
    .option('--tls-key <file>', "the certificate's key (default: EARSHOT_TLS_KEY)")
    .option(
      '--allow <addresses>',
      'allowed addresses and networks, separated by commas (default: EARSHOT_ALLOW, or all)',
    )
    .option('--trust-proxy <addresses>', 'proxies whose X-Forwarded-For is trusted (default: EARSHOT_TRUST_PROXY)')
    .addOption(
      new Option('--role <role>', 'with a queue: receive deliveries, handle them, or both')
        .choices(['both', 'receiver', 'worker'])
        .default('both'),
    )
  return withProcessOptions(command)
    .addHelpText('after', explain(explanation))
    .action(run(async () => (await import('./serve.js')).serveFile))
}

const explanation = `
Credentials are read from EARSHOT_SITE, EARSHOT_EMAIL, EARSHOT_API_KEY and EARSHOT_TOKEN, or from the file
earshotrc; several bots each use the section named like their export.
A secret path for deliveries is read from EARSHOT_PATH.
SIGINT or SIGTERM lets handlers finish first; a second one doesn't.

  $ earshot serve bot.ts
  $ earshot serve bot.ts --host 0.0.0.0 --port 8080 --queue sqlite:bots.db
  $ earshot serve bot.ts --queue redis://localhost:6379 --role worker`
