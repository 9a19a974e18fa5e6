import { Command, type RunCommand, withConnectionOptions } from '../shared/command.js'

/** `earshot drift`: what a real server does otherwise than the simulator. */
export function driftCommand(run: RunCommand): Command {
  const command = new Command('drift')
    .description('Check the simulator against a real server, and list what differs.')
    .option('--write', 'also check what takes writing, in a private channel that is archived afterwards')
    .option('--quick', 'skip the check of heartbeats, which takes a minute')
    .option(
      '--openapi <file>',
      "the server's own OpenAPI description, as YAML or JSON, to check responses against (needs the package ajv)",
    )
    .option('--all', 'list what was confirmed as well')
    .option('--json', 'print the report as JSON')
  return withConnectionOptions(command)
    .addHelpText('after', explanation)
    .action(run(async () => (await import('./drift.js')).askForDrift))
}

const explanation = `
The account must be a person's, ideally an owner of the organisation: give their credentials
file by --config. Calls are made one at a time. Without --write nothing is changed.

The exit code is 0 when nothing differs, 1 when something does, and 2 when the server
couldn't be asked.

  $ earshot drift --config owner.rc
  $ earshot drift --config owner.rc --write --json > drift.json
  $ earshot drift --config owner.rc --openapi zulip.yaml`
