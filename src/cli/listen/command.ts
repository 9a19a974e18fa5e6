import { Command, parseDuration, parsePort, type RunCommand, withProcessOptions } from '../shared/command.js'
import { explain } from '../shared/help.js'

export function listenCommand(run: RunCommand): Command {
  const command = new Command('listen')
    .description('Run the bots of a file by event queues: no public address is needed.')
    .argument('<file>', 'the file that exports your bot, or several')
    .option('--catch-up <time>', 'how old a missed message may be and still be answered (default: 1h)', parseDuration)
    .option('--answer-bots', 'answer messages of other bots too')
    .option('--port <n>', 'the port of /readyz and /metrics (default: none)', parsePort)
    .option('--host <address>', 'the address of that port (default: HOST, or 127.0.0.1)')
  return withProcessOptions(command)
    .addHelpText('after', explain(explanation))
    .action(run(async () => (await import('./listen.js')).listenFile))
}

const explanation = `
Credentials are read from EARSHOT_SITE, EARSHOT_EMAIL and EARSHOT_API_KEY, or from the file earshotrc. They
belong to a bot of the type "Generic bot" that is subscribed to its channels.

Exits with 0 after SIGINT or SIGTERM, and with 1 if the server rejects all bots.

  $ earshot listen bot.ts
  $ earshot listen bot.ts --queue sqlite:bots.db --catch-up 1d`
