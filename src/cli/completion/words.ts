import type { Command, Option } from 'commander'
import { type Endpoint, endpoints, summaryOf } from '../../protocol/index.js'

export type Words = ReturnType<typeof wordsOf>
export type CommandWords = Words['commands'][number]
export type OptionWords = CommandWords['options'][number]
export type EndpointWords = Words['endpoints'][number]

/** Reads what there is to complete from the program itself, so that a new command or endpoint needs nothing here. */
export function wordsOf(program: Command) {
  const commands = program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    options: [...command.options.filter(({ hidden }) => !hidden).map(optionWords), ...help(command)],
    /** What may stand behind it, where that is one of a few words. */
    choices: command.registeredArguments[0]?.argChoices ?? [],
  }))
  const ofHelp = { name: 'help', description: 'Display help for a command.', options: [] }
  return {
    commands: [...commands, { ...ofHelp, choices: commands.map(({ name }) => name) }],
    endpoints: endpoints.map(({ name, params }: Endpoint) => ({
      name,
      description: summaryOf({ name }),
      parameters: Object.keys(params).map((parameter) => `${parameter}=`),
    })),
  }
}

function optionWords({ long, short, description, required, optional, argChoices = [] }: Option) {
  return { flag: long ?? short ?? '', description, takesValue: required || optional, choices: argChoices }
}

/** Commander keeps its own option for help apart. */
function help(command: Command): ReturnType<typeof optionWords>[] {
  if (command.options.some(({ long }) => long === '--help')) return []
  return [{ flag: '--help', description: 'display help', takesValue: false, choices: [] }]
}
