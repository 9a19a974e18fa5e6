import type { Command, Option } from 'commander'
import { type Endpoint, endpoints, summaryOf } from '../../protocol/index.js'

export type Words = ReturnType<typeof wordsOf>
export type CommandWords = Words['commands'][number]
export type OptionWords = CommandWords['options'][number]
export type EndpointWords = Words['endpoints'][number]

/** Collects everything to complete from the program itself, so that new commands and endpoints need no change here. */
export function wordsOf(program: Command) {
  const commands = program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    options: [...command.options.filter(({ hidden }) => !hidden).map(optionWords), ...help(command)],
    /** The possible values of its first argument, if they are fixed. */
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

/** Commander doesn't list its own help option. */
function help(command: Command): ReturnType<typeof optionWords>[] {
  if (command.options.some(({ long }) => long === '--help')) return []
  return [{ flag: '--help', description: 'display help', takesValue: false, choices: [] }]
}
