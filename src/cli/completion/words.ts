import type { Command, Option } from 'commander'
import { type Endpoint, endpoints } from '../../protocol/index.js'

/** What can be typed behind `earshot`, from its commands and the contract. */
export interface Words {
  readonly commands: readonly CommandWords[]
  readonly endpoints: readonly EndpointWords[]
}

export interface CommandWords {
  readonly name: string
  readonly description: string
  readonly options: readonly OptionWords[]
  /** What may stand behind it, where that is one of a few words. */
  readonly choices: readonly string[]
}

export interface OptionWords {
  /** `--json`; the long name. */
  readonly flag: string
  readonly description: string
  /** Whether a value follows. */
  readonly takesValue: boolean
  /** What that may be; none where anything may. */
  readonly choices: readonly string[]
}

export interface EndpointWords {
  readonly name: string
  readonly description: string
  /** `stream_id=`. */
  readonly parameters: readonly string[]
}

/** Reads what there is to complete from the program itself, so that a new command or endpoint needs nothing here. */
export function wordsOf(program: Command): Words {
  const commands = program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    options: [...command.options.filter(({ hidden }) => !hidden).map(optionWords), ...help(command)],
    choices: command.registeredArguments[0]?.argChoices ?? [],
  }))
  return {
    commands: [
      ...commands,
      {
        name: 'help',
        description: 'Display help for a command.',
        options: [],
        choices: commands.map(({ name }) => name),
      },
    ],
    endpoints: endpoints.map(({ name, summary, params }: Endpoint) => ({
      name,
      description: summary,
      parameters: Object.keys(params).map((parameter) => `${parameter}=`),
    })),
  }
}

function optionWords({ long, short, description, required, optional, argChoices = [] }: Option): OptionWords {
  return { flag: long ?? short ?? '', description, takesValue: required || optional, choices: argChoices }
}

/** Commander keeps its own option for help apart. */
function help(command: Command): OptionWords[] {
  if (command.options.some(({ long }) => long === '--help')) return []
  return [{ flag: '--help', description: 'display help', takesValue: false, choices: [] }]
}
