import type { Command } from 'commander'
import { exitCodes } from '../shared/failure.js'
import type { Output } from '../shared/output.js'
import { type CommandWords, type EndpointWords, type OptionWords, type Words, wordsOf } from './words.js'

export function printScriptFor(program: Command) {
  return async (shell: keyof typeof scripts, _flags: object, { terminal }: Output): Promise<number> => {
    terminal.out.write(scripts[shell](wordsOf(program)))
    return exitCodes.worked
  }
}

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript }

function bashScript({ commands, endpoints }: Words): string {
  const names = commands.map(({ name }) => name).join(' ')
  return `# Completion of earshot for bash. To have it in every shell:
#   earshot completion bash > ~/.local/share/bash-completion/completions/earshot

_earshot() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" words=
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W '${names} --help --version' -- "$current"))
    return
  fi
  case "$command $before" in
${commands.flatMap(bashValues).join('\n')}
  esac
  case "$command" in
${commands.map(bashOptions).join('\n')}
  esac
  if [[ $command == call && $current != -* ]]; then
    local endpoint= word
    for word in "\${COMP_WORDS[@]:2:COMP_CWORD-2}"; do
      if [[ $word == *.* && $word != -* ]]; then endpoint=$word; break; fi
    done
    case "$endpoint" in
${endpoints.map(({ name, parameters }) => `      ${name}) words='${parameters.join(' ')}' ;;`).join('\n')}
      *) words='${endpoints.map(({ name }) => name).join(' ')}' ;;
    esac
    compopt -o nospace 2>/dev/null
    [[ -z $endpoint ]] && compopt +o nospace 2>/dev/null
  elif [[ $current != -* ]]; then
    case "$command" in
${commands
  .filter(({ choices }) => choices.length > 0)
  .map(({ name, choices }) => `      ${name}) words='${choices.join(' ')}' ;;`)
  .join('\n')}
      *) COMPREPLY=($(compgen -f -- "$current")); return ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _earshot earshot
`
}

function bashValues({ name, options }: CommandWords): string[] {
  return options
    .filter(({ takesValue }) => takesValue)
    .map(({ flag, choices }) => {
      const completed = choices.length === 0 ? '-f' : `-W '${choices.join(' ')}'`
      return `    '${name} ${flag}') COMPREPLY=($(compgen ${completed} -- "$current")); return ;;`
    })
}

function bashOptions({ name, options }: CommandWords): string {
  return `    ${name}) words='${options.map(({ flag }) => flag).join(' ')}' ;;`
}

function zshScript({ commands, endpoints }: Words): string {
  return `#compdef earshot
# Completion of earshot for zsh. To have it in every shell, in a folder of $fpath:
#   earshot completion zsh > ~/.zsh/completions/_earshot

_earshot_endpoints() {
  local -a endpoints
  endpoints=(
${endpoints.map(({ name, description }) => `    ${inSingleQuotes(`${name}:${description}`)}`).join('\n')}
  )
  _describe endpoint endpoints
}

_earshot_parameters() {
  case $words[2] in
${endpoints.map(zshParameters).join('\n')}
  esac
}

_earshot() {
  local -a commands
  commands=(
${commands.map(({ name, description }) => `    ${inSingleQuotes(`${name}:${description}`)}`).join('\n')}
  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
${commands.map(zshCommand).join('\n')}
  esac
}

if [[ $funcstack[1] == _earshot ]]; then _earshot "$@"; else compdef _earshot earshot; fi
`
}

function zshParameters({ name, parameters }: EndpointWords): string {
  return parameters.length === 0 ? `    ${name}) ;;` : `    ${name}) compadd -S '' -- ${parameters.join(' ')} ;;`
}

function zshCommand({ name, options, choices }: CommandWords): string {
  const files = [choices.length === 0 ? "'*: :_files'" : `'1: :(${choices.join(' ')})'`]
  const rest = name === 'call' ? ["'1: :_earshot_endpoints'", "'*: :_earshot_parameters'"] : files
  return `    ${name}) _arguments ${[...options.map(zshOption), ...rest].join(' ')} ;;`
}

function zshOption({ flag, description, takesValue, choices }: OptionWords): string {
  const value = takesValue ? `:value:${choices.length === 0 ? '_files' : `(${choices.join(' ')})`}` : ''
  return inSingleQuotes(`*${flag}[${description.replaceAll(/[\\[\]:]/g, '\\$&')}]${value}`)
}

function inSingleQuotes(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function fishScript({ commands, endpoints }: Words): string {
  const lines = [
    '# Completion of earshot for fish. To have it in every shell:',
    '#   earshot completion fish > ~/.config/fish/completions/earshot.fish',
    'complete -c earshot -n __fish_use_subcommand -f',
    ...commands.map(
      ({ name, description }) =>
        `complete -c earshot -n __fish_use_subcommand -a ${name} -d ${fishQuoted(description)}`,
    ),
    ...commands.flatMap(fishOptions),
    ...endpoints.map(({ name, description }) => {
      const condition = fishQuoted(
        '__fish_seen_subcommand_from call; and not string match -q -- "*.*" (commandline -opc)',
      )
      return `complete -c earshot -n ${condition} -f -a ${name} -d ${fishQuoted(description)}`
    }),
    ...endpoints
      .filter(({ parameters }) => parameters.length > 0)
      .map(({ name, parameters }) => {
        const condition = fishQuoted(`__fish_seen_subcommand_from call; and __fish_seen_subcommand_from ${name}`)
        return `complete -c earshot -n ${condition} -f -a ${fishQuoted(parameters.join(' '))}`
      }),
  ]
  return `${lines.join('\n')}\n`
}

function fishOptions({ name, options, choices }: CommandWords): string[] {
  const behind = `complete -c earshot -n '__fish_seen_subcommand_from ${name}'`
  const rest = choices.length === 0 ? [] : [`${behind} -f -a ${fishQuoted(choices.join(' '))}`]
  return [...options.map((option) => `${behind} ${fishOption(option)}`), ...rest]
}

function fishOption({ flag, description, takesValue, choices }: OptionWords): string {
  const values = choices.length === 0 ? '' : ` -f -a ${fishQuoted(choices.join(' '))}`
  return `-l ${flag.replace(/^--/, '')}${takesValue ? ` -r${values}` : ''} -d ${fishQuoted(description)}`
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
