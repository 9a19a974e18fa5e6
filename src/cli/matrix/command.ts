import { Command, parseSeconds, parseWholeNumber, type RunCommand, wayOption } from '../shared/command.js'
import { explain } from '../shared/help.js'

export function matrixCommand(run: RunCommand): Command {
  return new Command('matrix')
    .summary('Run your tests against every version of the server that differs.')
    .description('Run a test command against every version of the server that behaves differently.')
    .usage('-- <test command>')
    .argument('<command...>', 'the command that runs your tests, such as: npm test')
    .option('--from <level>', 'the lowest feature level to try', parseWholeNumber, 0)
    .addOption(wayOption('how bots get their messages'))
    .option('--quick', 'skip levels that change nothing the bot uses')
    .option('--jobs <count>', 'how many runs at the same time', parseWholeNumber, 1)
    .option('--timeout <seconds>', 'how long one run may take', parseSeconds, 600_000)
    .option('--all', 'list every level that was tried, and what changed there')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', explain(explanation))
    .action(run(async () => (await import('./matrix.js')).runMatrix))
}

const explanation = `
The command runs once for each group of feature levels that behave alike. The level is passed
in EARSHOT_FEATURE_LEVEL, which every simulator without an explicit level uses.

Exits with 0 if the tests pass at all levels tried, 1 if they fail at one of them, and 2 if
nothing could be tried. For a bot that doesn't support older servers, use --from.

  $ earshot matrix --quick --jobs 4 -- npm test`
