import type { CommandWords, EndpointWords, OptionWords, Words } from './words.js'

/** Completion for zsh, with descriptions: a file `_earshot` in a folder of `$fpath`. */
export function zshScript({ commands, endpoints }: Words): string {
  return `#compdef earshot
# Completion of earshot for zsh. To have it in every shell, in a folder of $fpath:
#   earshot completion zsh > ~/.zsh/completions/_earshot

_earshot_endpoints() {
  local -a endpoints
  endpoints=(
${endpoints.map(({ name, description }) => `    ${quoted(`${name}:${description}`)}`).join('\n')}
  )
  _describe endpoint endpoints
}

_earshot_parameters() {
  case $words[2] in
${endpoints.map(parameterCase).join('\n')}
  esac
}

_earshot() {
  local -a commands
  commands=(
${commands.map(({ name, description }) => `    ${quoted(`${name}:${description}`)}`).join('\n')}
  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
${commands.map(commandCase).join('\n')}
  esac
}

if [[ $funcstack[1] == _earshot ]]; then _earshot "$@"; else compdef _earshot earshot; fi
`
}

function parameterCase({ name, parameters }: EndpointWords): string {
  return parameters.length === 0 ? `    ${name}) ;;` : `    ${name}) compadd -S '' -- ${parameters.join(' ')} ;;`
}

function commandCase({ name, options, choices }: CommandWords): string {
  const files = [choices.length === 0 ? "'*: :_files'" : `'1: :(${choices.join(' ')})'`]
  const rest = name === 'call' ? ["'1: :_earshot_endpoints'", "'*: :_earshot_parameters'"] : files
  return `    ${name}) _arguments ${[...options.map(argument), ...rest].join(' ')} ;;`
}

function argument({ flag, description, takesValue, choices }: OptionWords): string {
  const value = takesValue ? `:value:${choices.length === 0 ? '_files' : `(${choices.join(' ')})`}` : ''
  return quoted(`*${flag}[${description.replaceAll(/[\\[\]:]/g, '\\$&')}]${value}`)
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
