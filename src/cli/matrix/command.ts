import { Command, Option, type RunCommand, seconds, wholeNumber } from '../shared/command.js'

export function matrixCommand(run: RunCommand): Command {
  return new Command('matrix')
    .description('Run a test command against every version of the server that behaves differently.')
    .usage('[options] -- <test command>')
    .argument('<command...>', 'the command that runs your tests, such as: npm test')
    .option('--from <level>', 'the lowest feature level to try', wholeNumber, 0)
    .addOption(
      new Option('--by <way>', 'how bots get their messages (default: EARSHOT_BY, or webhook)').choices([
        'webhook',
        'events',
      ]),
    )
    .option('--quick', 'skip levels that change nothing the bot uses')
    .option('--jobs <count>', 'how many runs at the same time', wholeNumber, 1)
    .option('--timeout <seconds>', 'how long one run may take', seconds, 600_000)
    .option('--badge <file>', 'write an SVG badge with the lowest level that works')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', explanation)
    .action(run(async () => (await import('./matrix.js')).runMatrix))
}

const explanation = `
The command is run once for each way in which servers behave. It learns the feature
level from EARSHOT_FEATURE_LEVEL, which every simulator heeds that is not told a level.

The exit code is 0 when the tests work at all levels that were tried, 1 when they break
at one of them, and 2 when nothing could be tried. A bot that need not work on older
servers says so with --from.

  $ earshot matrix --quick --jobs 4 --badge level.svg -- npm test`
