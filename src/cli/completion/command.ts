import { Argument, Command } from 'commander'
import { exitCodes } from '../shared/exitCodes.js'
import { runCommand } from '../shared/runCommand.js'
import { bashScript } from './bash.js'
import { fishScript } from './fish.js'
import { type Words, wordsOf } from './words.js'
import { zshScript } from './zsh.js'

const scripts: Readonly<Record<string, (words: Words) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}

/** `earshot completion`: lets a shell complete commands, options, endpoints and their parameters. */
export function completionCommand(): Command {
  const command = new Command('completion')
    .description('Print a script that lets a shell complete commands, options and endpoints.')
    .addArgument(new Argument('<shell>', 'which shell').choices(Object.keys(scripts)))
    .addHelpText('after', explanation)
    .action((shell: string) =>
      runCommand('completion', {}, async ({ terminal }) => {
        terminal.out.write(scripts[shell]?.(wordsOf(command.parent ?? command)) ?? '')
        return exitCodes.worked
      }),
    )
  return command
}

const explanation = `
  $ source <(earshot completion bash)
  $ earshot completion zsh > ~/.zsh/completions/_earshot
  $ earshot completion fish > ~/.config/fish/completions/earshot.fish`
