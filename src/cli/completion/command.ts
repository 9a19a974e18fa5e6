import { Argument, Command } from '../shared/commander.js'
import { exitCodes } from '../shared/exitCodes.js'
import type { RunCommand } from '../shared/runCommand.js'

/** `earshot completion`: lets a shell complete commands, options, endpoints and their parameters. */
export function completionCommand(run: RunCommand): Command {
  const command = new Command('completion')
    .description('Print a script that lets a shell complete commands, options and endpoints.')
    .addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', explanation)
    .action((shell: string) =>
      run('completion', {}, async ({ terminal }) => {
        const { scriptFor } = await import('./scripts.js')
        terminal.out.write(scriptFor(shell, command.parent ?? command))
        return exitCodes.worked
      }),
    )
  return command
}

const explanation = `
  $ source <(earshot completion bash)
  $ earshot completion zsh > ~/.zsh/completions/_earshot
  $ earshot completion fish > ~/.config/fish/completions/earshot.fish`
