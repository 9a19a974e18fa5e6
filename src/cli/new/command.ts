import { Command, Option, type RunCommand } from '../shared/command.js'
import { explain } from '../shared/help.js'
import { templates } from './templates.js'

export function newCommand(run: RunCommand): Command {
  return new Command('new')
    .description('Create a folder with a bot and its tests.')
    .argument('[folder]', 'an empty or new folder')
    .addOption(new Option('--template <name>', 'the template to start from').choices(Object.keys(templates)))
    .option('--name <name>', "the package's name (default: the folder's)")
    .option('--earshot <version>', 'the Earshot version to depend on (default: this one)')
    .option('--install', 'install its packages too')
    .option('--no-install', "don't, and don't ask")
    .option('--json', 'print the result as JSON, and ask nothing')
    .addHelpText('after', explain(explanation()))
    .action(run(async () => (await import('./new.js')).newBotFromTerminal))
}

function explanation(): string {
  const list = Object.entries(templates).map(([name, what]) => `  ${name.padEnd(20)}${what}`)
  return `
Templates (default: minimal):
${list.join('\n')}

On a terminal it asks for the folder and the template if one is missing; elsewhere it never asks.

  $ earshot new hello --template commands`
}
