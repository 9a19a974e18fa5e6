import { Argument, Command, Option, parseWholeNumber, type RunCommand } from '../shared/command.js'
import { explain } from '../shared/help.js'
import type { QueueAction } from './queue.js'

const actions = ['status', 'list', 'show', 'replay', 'purge'] as const satisfies readonly QueueAction[]

export function queueCommand(run: RunCommand): Command {
  return new Command('queue')
    .description("Inspect a bot's queue, and replay or purge its dead letters.")
    .addArgument(new Argument('<action>', 'what to do').choices(actions))
    .argument('[delivery...]', 'the IDs of dead letters, as `list` prints them')
    .option('--queue <where>', 'sqlite:bots.db or redis://… (default: EARSHOT_QUEUE, or earshotrc)')
    .option('--prefix <text>', 'the prefix of its keys in Redis (default: earshot)')
    .option('--config <file>', 'the file whose [serve] section names the queue (default: EARSHOT_CONFIG, or earshotrc)')
    .addOption(
      new Option('--reason <reason>', 'only dead letters with this reason').choices(['failed', 'uncertain', 'crashed']),
    )
    .option('--limit <n>', 'the most that `list` prints', parseWholeNumber, 100)
    .option('--after <delivery>', 'start after this one, the last of the previous list')
    .option('--all', 'replay or purge all of them')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', explain(explanation))
    .action(run(async () => (await import('./queue.js')).queue))
}

const explanation = `
  status   how many are waiting, being handled, and dead
  list     the dead letters, the oldest first
  show     one of them, with what the bot received and is known to have sent
  replay   put them back: their handlers run again, but what is known to be sent isn't sent again
  purge    delete them

A delivery becomes a dead letter if its handler runs out of attempts (failed), if it isn't known whether a reply was
sent (uncertain), or if it crashes the process too often (crashed). Replaying an uncertain one may answer it twice,
so replay --all leaves those out unless --reason uncertain is given.

  $ earshot queue status --queue sqlite:bots.db
  $ earshot queue replay --all --reason failed --queue redis://localhost:6379`
