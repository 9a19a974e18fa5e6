import { Command, parseSeconds, type RunCommand, withConnectionOptions } from '../shared/command.js'
import { explain } from '../shared/help.js'
import type { CallFlags } from './call.js'

export function callCommand(run: RunCommand): Command {
  const command = new Command('call')
    .description('Call any endpoint of the API, and print its response.')
    .usage('<endpoint> [key=value ...]')
    .argument('[endpoint]', 'the name of the endpoint, such as users.getByEmail')
    .argument('[parameters...]', 'key=value, key:=json, key=@file')
  return (
    withConnectionOptions(command)
      .option('--list', 'list the endpoints')
      .option('--json', 'print the exact response, as JSON')
      .option('--table [columns]', 'print the list in the response as a table, with all its columns or those named')
      .option('--dry-run', 'show the request, and send nothing')
      .option('--timeout <seconds>', 'how long the call may take, including retries', parseSeconds)
      // Replaces commander's own option, since after an endpoint it shows that endpoint's help.
      .helpOption(false)
      .option('-h, --help', 'display help; after an endpoint, its parameters and result')
      .addHelpText('after', explain(explanation))
      .hook('preAction', () => {
        if (command.opts<CallFlags>().help === true && command.args.length === 0) command.help()
      })
      .action(run(async () => (await import('./call.js')).call))
  )
}

const explanation = `
A value is text, a number, true or false, or JSON, depending on the parameter; key:=... is always
JSON. key=@path reads the value from a file, key=@- from standard input. A mention such as
content='@**Echo** hi' isn't taken for a file; in other texts that begin with @, write @@.

Exits with 0 if the call succeeded, 1 if it failed, 2 if it couldn't be made.

  $ earshot call --list
  $ earshot call streams.deleteTopic --help
  $ earshot call users.getByEmail email=iago@example.com
  $ earshot call users.list --table full_name,email,role
  $ earshot call users.list --json | jq '.members[].full_name'
  $ earshot call files.upload file=@menu.pdf --as owner`
