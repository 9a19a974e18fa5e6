import type { CommandWords, OptionWords, Words } from './words.js'

/** Completion for fish, with descriptions. */
export function fishScript({ commands, endpoints }: Words): string {
  const lines = [
    '# Completion of earshot for fish. To have it in every shell:',
    '#   earshot completion fish > ~/.config/fish/completions/earshot.fish',
    'complete -c earshot -n __fish_use_subcommand -f',
    ...commands.map(
      ({ name, description }) => `complete -c earshot -n __fish_use_subcommand -a ${name} -d ${quoted(description)}`,
    ),
    ...commands.flatMap(optionLines),
    ...endpoints.map(({ name, description }) => {
      const condition = quoted('__fish_seen_subcommand_from call; and not string match -q -- "*.*" (commandline -opc)')
      return `complete -c earshot -n ${condition} -f -a ${name} -d ${quoted(description)}`
    }),
    ...endpoints
      .filter(({ parameters }) => parameters.length > 0)
      .map(({ name, parameters }) => {
        const condition = quoted(`__fish_seen_subcommand_from call; and __fish_seen_subcommand_from ${name}`)
        return `complete -c earshot -n ${condition} -f -a ${quoted(parameters.join(' '))}`
      }),
  ]
  return `${lines.join('\n')}\n`
}

function optionLines({ name, options, choices }: CommandWords): string[] {
  const behind = `complete -c earshot -n '__fish_seen_subcommand_from ${name}'`
  const rest = choices.length === 0 ? [] : [`${behind} -f -a ${quoted(choices.join(' '))}`]
  return [...options.map((option) => `${behind} ${words(option)}`), ...rest]
}

function words({ flag, description, takesValue, choices }: OptionWords): string {
  const values = choices.length === 0 ? '' : ` -f -a ${quoted(choices.join(' '))}`
  return `-l ${flag.replace(/^--/, '')}${takesValue ? ` -r${values}` : ''} -d ${quoted(description)}`
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
