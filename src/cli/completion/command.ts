import { Argument, Command, type RunCommand } from '../shared/command.js'

export function completionCommand(run: RunCommand): Command {
  const command = new Command('completion')
  return command
    .description('Print a script that lets a shell complete commands, options and endpoints.')
    .addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', explanation)
    .action(run(async () => (await import('./completion.js')).printScriptFor(command.parent ?? command)))
}

const explanation = `
  $ source <(earshot completion bash)
  $ earshot completion zsh > ~/.zsh/completions/_earshot
  $ earshot completion fish > ~/.config/fish/completions/earshot.fish`
