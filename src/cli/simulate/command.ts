import { another, Command, Option, parsePort, parseWholeNumber, type RunCommand } from '../shared/command.js'
import { explain } from '../shared/help.js'

export function simulateCommand(run: RunCommand): Command {
  return new Command('simulate')
    .summary('Start a simulated chat server.')
    .description('Start a simulated chat server, and print its address, its bots, and whom to write as.')
    .option('--port <n>', 'the port (default: a free one)', parsePort, 0)
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('--level <n>', "the server's feature level (default: the newest)", parseWholeNumber)
    .addOption(
      new Option(
        '--dialect <name>',
        "the names of fields on the wire: only a Zulip server's, or only Earshot's own (svc; default: both)",
      ).choices(['svc', 'zulip']),
    )
    .option('--seed-file <file>', 'the initial organisation, as YAML or JSON (default: a small bakery)')
    .option('--data <directory>', 'store everything there, and resume from it')
    .addOption(new Option('--clock <kind>', 'how time passes').choices(['real', 'frozen', 'jump']).default('real'))
    .option('--connect <bot=address>', "where to post a bot's notifications (repeatable)", another, [])
    .option('--queue <where>', 'show the queue of bots that run elsewhere: sqlite:bots.db or redis://…')
    .option('--fault <sentence>', 'a fault to inject (repeatable)', another, [])
    .option('--assume <name=value>', 'change an assumption; see /sim/assumptions (repeatable)', another, [])
    .option(
      '--rate-limit [calls/seconds]',
      'refuse calls of an account above a limit: 200/60, as a real server does, unless given (default: none is refused)',
    )
    .option('--deliver-to <host>', 'allow deliveries to another host (repeatable)', another, [])
    .option(
      '--allow-host <name>',
      'accept requests under another host name, and /sim from other machines (repeatable)',
      another,
      [],
    )
    .option(
      '--random-seed <text>',
      'the seed of keys and tokens: the same text gives the same ones (default: a new one at each start)',
    )
    .option('--write-credentials <bot>', "print a bot's credentials file, and everything else as a log: … > earshotrc")
    .option('--keys', 'also print the keys and tokens of all accounts, and a call to copy')
    .option('--json', 'print one JSON object instead of text')
    .addHelpText('after', explain(explanation))
    .action(run(async () => (await import('./simulate.js')).simulate))
}

const explanation = `
Runs until Ctrl-C. The API is at /api/v1, its description at /openapi.json.
Tests control the simulator through /sim, which lists what it takes.

  $ earshot simulate --port 9991 --connect Echo=http://127.0.0.1:5002
  $ earshot simulate --write-credentials echo > earshotrc
  $ earshot simulate --level 169 --clock frozen --json
  $ earshot simulate --connect Echo=http://127.0.0.1:5002 --queue sqlite:bots.db
  $ earshot simulate --seed-file bakery.yaml --data ./chat
  $ earshot simulate --fault 'every third call answers 503'`
