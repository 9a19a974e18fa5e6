import { Command, Option } from '../shared/commander.js'
import type { RunCommand } from '../shared/runCommand.js'
import type { NewFlags } from './new.js'
import { templates } from './templates.js'

/** `earshot new`: from an empty folder to a bot with tests. */
export function newCommand(run: RunCommand): Command {
  return new Command('new')
    .description('Make a folder with a bot in it, and its tests.')
    .argument('[folder]', 'an empty or new folder')
    .addOption(new Option('--template <name>', 'the template to start from').choices(Object.keys(templates)))
    .option('--name <name>', "the package's name (default: the folder's)")
    .option('--earshot <version>', 'the Earshot version to depend on (default: this one)')
    .option('--install', 'install its packages too')
    .option('--no-install', "don't, and don't ask")
    .option('--json', 'print the result as JSON, and ask nothing')
    .addHelpText('after', explanation())
    .action((folder: string | undefined, flags: NewFlags) =>
      run('new', flags, async (output) => {
        const [{ askPerson }, { newBot }] = await Promise.all([import('./ask.js'), import('./new.js')])
        const isTerminal = process.stdin.isTTY === true && process.stderr.isTTY === true
        const asks = isTerminal && !flags.json && (folder === undefined || flags.template === undefined)
        return newBot(folder, flags, output, asks ? askPerson(process.stdin, process.stderr) : undefined)
      }),
    )
}

function explanation(): string {
  const list = Object.entries(templates).map(([name, what]) => `  ${name.padEnd(20)}${what}`)
  return `
Templates (minimal unless given):
${list.join('\n')}

On a terminal it asks for the folder and the template if either is missing; elsewhere it never asks.

  $ earshot new hello --template commands`
}
