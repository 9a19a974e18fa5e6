import { seconds } from '../shared/arguments.js'
import { Command } from '../shared/commander.js'
import { withConnectionOptions } from '../shared/connectionFlags.js'
import type { RunCommand } from '../shared/runCommand.js'
import type { CallFlags } from './call.js'

/** `earshot call`: any endpoint of the service from a terminal. */
export function callCommand(run: RunCommand): Command {
  const command = new Command('call')
    .description('Call any endpoint of the service, and print its answer.')
    .usage('[options] <endpoint> [key=value ...]')
    .argument('[endpoint]', 'its name, such as users.getByEmail')
    .argument('[parameters...]', 'key=value, key:=json, key=@file')
  return (
    withConnectionOptions(command)
      .option('--list', 'list the endpoints')
      .option('--json', 'print exactly the answer, as JSON')
      .option('--table', 'print the list in the answer as a table')
      .option('--dry-run', 'show the request, and send nothing')
      .option('--timeout <seconds>', 'how long the call may take, with all its repeats', seconds)
      // Not commander's own, since behind an endpoint it is help for that.
      .helpOption(false)
      .option('-h, --help', 'display help; behind an endpoint, what that takes and gives')
      .addHelpText('after', explanation)
      .action((endpoint: string | undefined, parameters: readonly string[], flags: CallFlags) => {
        if (flags.help === true && endpoint === undefined) command.help()
        return run('call', flags, async (output) => {
          const { call } = await import('./call.js')
          return call(endpoint, parameters, flags, output)
        })
      })
  )
}

const explanation = `
A value is a text, a number, true or false, or JSON, as the parameter asks; key:=... is JSON
in any case. key=@path takes it from a file, key=@- from what comes in; a mention such as
content='@**Echo** hi' is no file, and a text that begins with an @ is written with two.

Ends with 0 when the call went well, 1 when it failed, 2 when it could not be made.

  $ earshot call --list
  $ earshot call streams.deleteTopic --help
  $ earshot call users.getByEmail email=iago@example.com --simulator http://127.0.0.1:9991
  $ earshot call users.list --json | jq '.members[].full_name'
  $ earshot call files.upload file=@menu.pdf --as owner`
