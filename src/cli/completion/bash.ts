import type { CommandWords, Words } from './words.js'

/** Completion for bash: `source <(earshot completion bash)`. */
export function bashScript({ commands, endpoints }: Words): string {
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
${commands.flatMap(valueCases).join('\n')}
  esac
  case "$command" in
${commands.map(optionCase).join('\n')}
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

function valueCases({ name, options }: CommandWords): string[] {
  return options
    .filter(({ takesValue }) => takesValue)
    .map(({ flag, choices }) => {
      const completed = choices.length === 0 ? '-f' : `-W '${choices.join(' ')}'`
      return `    '${name} ${flag}') COMPREPLY=($(compgen ${completed} -- "$current")); return ;;`
    })
}

function optionCase({ name, options }: CommandWords): string {
  return `    ${name}) words='${options.map(({ flag }) => flag).join(' ')}' ;;`
}
