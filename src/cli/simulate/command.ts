import { another, portNumber, wholeNumber } from '../shared/arguments.js'
import { Command, Option } from '../shared/commander.js'
import type { RunCommand } from '../shared/runCommand.js'
import type { SimulateFlags } from './options.js'

/** `earshot simulate`: a server to write and test bots against, for users of any language. */
export function simulateCommand(run: RunCommand): Command {
  return new Command('simulate')
    .description('Start a simulated chat server, and print who there is and how to call it.')
    .option('--port <n>', 'its port; a free one unless given', portNumber, 0)
    .option('--host <address>', 'where it listens', '127.0.0.1')
    .option('--feature-level <n>', 'which version of the server it is; the newest unless given', wholeNumber)
    .addOption(new Option('--dialect <name>', 'in which words it speaks').choices(['svc', 'zulip']).default('svc'))
    .option('--seed <file>', 'what the organisation starts with, as YAML or JSON; a small bakery unless given')
    .option('--data <directory>', 'keep everything there, and go on from what is there')
    .addOption(new Option('--clock <kind>', 'how time goes').choices(['real', 'frozen', 'jump']).default('real'))
    .option('--connect <bot=address>', 'where the notifications of a bot go (repeatable)', another, [])
    .option('--queue <where>', 'the queue of bots that run elsewhere, to be shown: sqlite:bots.db or redis://…')
    .option('--fault <sentence>', 'what is to go wrong (repeatable)', another, [])
    .option('--assume <name=value>', 'answer an assumption otherwise; see /sim/assumptions (repeatable)', another, [])
    .option('--deliver-to <host>', 'let deliveries go to a host besides this machine (repeatable)', another, [])
    .option(
      '--allow-host <name>',
      'let it be called under another name, and /sim from elsewhere (repeatable)',
      another,
      [],
    )
    .option(
      '--random-seed <text>',
      'what keys and tokens are made from: the same text makes the same ones; other ones at every start unless given',
    )
    .option('--json', 'print one JSON object in place of a text')
    .addHelpText('after', explanation)
    .action((flags: SimulateFlags) =>
      run('simulate', flags, async (output) => {
        const { simulate } = await import('./simulate.js')
        return simulate(flags, output)
      }),
    )
}

const explanation = `
It stays up until Ctrl-C. The API is below /api/v1, its description at /docs and /openapi.json.
Whatever a test does to the server from outside, it does at /sim: see /sim/docs.

  $ earshot simulate --port 9991 --connect Echo=http://127.0.0.1:5002
  $ earshot simulate --feature-level 169 --clock frozen --json
  $ earshot simulate --connect Echo=http://127.0.0.1:5002 --queue sqlite:bots.db
  $ earshot simulate --seed bakery.yaml --data ./chat --fault 'every third call answers 503'`
