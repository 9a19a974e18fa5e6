import { Command, type RunCommand, withConnectionOptions } from '../shared/command.js'
import { explain } from '../shared/help.js'

export function driftCommand(run: RunCommand): Command {
  const command = new Command('drift')
    .description('Check the simulator against a real server, and list what differs.')
    .option(
      '--bot <file>',
      "a bot's credentials file (with --simulator, its name), to check what bots may call and see",
    )
    .option('--write', 'also run checks that write, in a private channel that is archived afterwards')
    .option('--quick', 'skip the check of heartbeats, which takes a minute')
    .option('--all', 'list every check, those that were confirmed or not asked too')
    .option('--json', 'print the report as JSON')
  return withConnectionOptions(command)
    .addHelpText('after', explain(explanation))
    .action(run(async () => (await import('./drift.js')).askForDrift))
}

const explanation = `
The account must be a person's, ideally an organisation owner's: pass their credentials file
with --config. Calls are made one at a time. Without --write nothing is changed.

Exits with 0 if nothing differs, 1 if something does, and 2 if the server couldn't be checked.

  $ earshot drift --config owner.rc
  $ earshot drift --config owner.rc --bot echo.rc
  $ earshot drift --config owner.rc --write --json > drift.json`
