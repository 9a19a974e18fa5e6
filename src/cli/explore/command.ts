import type { RoleName } from '../../protocol/index.js'
import {
  another,
  Command,
  Option,
  parseDuration,
  parseWholeNumber,
  type RunCommand,
  wayOption,
} from '../shared/command.js'
import { explain } from '../shared/help.js'

export function exploreCommand(run: RunCommand): Command {
  return new Command('explore')
    .summary('Try random conversations, and save the shortest that breaks a bot.')
    .description('Try random conversations on a bot, and save the shortest that breaks it.')
    .argument('<file>', 'the file that exports the bot, such as bot.ts')
    .option('--random-seed <number>', 'try the same conversations again', parseWholeNumber)
    .option('--runs <count>', 'how many conversations (default: 200, or as many as --time allows)', parseWholeNumber)
    .option('--time <time>', 'for how long, such as 1m', parseDuration)
    .option('--out <folder>', 'where transcripts are saved (default: beside the bot)')
    .option('--account <name>', "the bot's account in the simulated organisation (default: Echo)")
    .addOption(new Option('--role <role>', 'the rights of that account').choices(roles))
    .addOption(wayOption())
    .option('--owner <name>', 'the owner of the account, whose credentials the bot gets')
    .option('--without <rule>', 'leave out a rule; may be given several times', another, [])
    .option('--json', 'print the report as JSON')
    .addHelpText('after', explain(explanation))
    .action(run(async () => (await import('./explore.js')).exploreBot))
}

const roles = ['owner', 'administrator', 'moderator', 'member', 'guest'] satisfies readonly RoleName[]

const explanation = `
Simulated people write commands, odd texts and answers, press buttons, vote, and write at the same
time; calls fail, the bot restarts, time passes; with --by events, event queues get lost.
Everything happens in this process, in virtual time. Needs the package fast-check.

Exits with 0 if nothing was found, 1 if a rule was broken, and 2 if the bot couldn't be tried.

  $ earshot explore bot.ts
  $ earshot explore bot.ts --time 5m --role administrator
  $ earshot explore bot.ts --random-seed 7 --without answered`
