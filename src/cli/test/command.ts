import { isFeatureLevel } from '../../protocol/levels/features.js'
import { Command, InvalidArgumentError, type RunCommand, wayOption } from '../shared/command.js'
import { explain } from '../shared/help.js'

export function testCommand(run: RunCommand): Command {
  return new Command('test')
    .description('Play transcripts (.chat files), and report where the bot differs.')
    .argument('[files...]', 'transcripts, or folders of them (default: all below this folder)')
    .option('--bot <file>', 'the file that exports the bot (default: bot.ts or bot.js beside the transcript)')
    .option('--update', 'update the transcripts with what the bot really does')
    .addOption(wayOption(undefined, 'both'))
    .option('--level <levels>', 'feature levels of the server, as in 39,176', levelList)
    .option('--levels <all>', 'every level at which servers behave differently', everyLevel)
    .option('--json', 'print the result as JSON')
    .addHelpText('after', explain(explanation))
    .action(run(async () => (await import('./test.js')).test))
}

const explanation = `
Exits with 0 if the bot does what all transcripts say, 1 if it doesn't, and 2 if something
couldn't be tried: a transcript that can't be read, or no bot.

  $ earshot test
  $ earshot test lunch.chat --bot src/bot.ts --level 39,176
  $ earshot test --by both
  $ earshot test --update`

function levelList(text: string): readonly number[] {
  const levels = text.split(',').map((part) => (/^\s*\d+\s*$/.test(part) ? Number(part) : Number.NaN))
  if (levels.every(isFeatureLevel)) return [...new Set(levels)]
  throw new InvalidArgumentError('Give levels with commas between them, as in 39,176.')
}

function everyLevel(text: string): 'all' {
  if (text === 'all') return text
  throw new InvalidArgumentError('Write --levels all, or --level 39,176 for some of them.')
}
