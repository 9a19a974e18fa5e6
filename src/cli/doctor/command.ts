import { Command, InvalidArgumentError } from '../shared/commander.js'
import type { RunCommand } from '../shared/runCommand.js'
import type { DoctorFlags } from './doctor.js'

/** `earshot doctor`: what keeps a bot from working, and what to do. */
export function doctorCommand(run: RunCommand): Command {
  return new Command('doctor')
    .description('Look at all that a bot needs to work, and say what to do about what is wrong.')
    .argument('[file]', 'the file that exports your bot, to hear what it needs of the server')
    .option('--config <file>', 'the credentials file; EARSHOT_CONFIG, or earshotrc, unless given')
    .option('--section <name>', 'which section of the credentials file; all unless given')
    .option(
      '--queue <where>',
      'the queue to look at: sqlite:bots.db or redis://…; EARSHOT_QUEUE, or what earshotrc says, unless given',
    )
    .option('--url <address>', 'where the chat server posts to; found out unless given', address)
    .option('--json', 'print the result as JSON')
    .addHelpText('after', explanation)
    .action((file: string | undefined, flags: DoctorFlags) =>
      run('doctor', flags, async (output) => {
        const { doctor } = await import('./doctor.js')
        return doctor(file, flags, output)
      }),
    )
}

const explanation = `
It looks at the configuration, the chat server, the credentials, the account, the token, and whether the bot
answers where the server posts to: it posts a notification that the bot itself seems to have written, which no
handler hears of. It changes nothing.

The exit code is 0 when all is well or there are warnings alone, 1 when something failed, and 2 when nothing
could be tried, since the configuration can't be used.

  $ earshot doctor
  $ earshot doctor bot.ts --url https://bots.example.com/`

function address(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url !== undefined && ['http:', 'https:'].includes(url.protocol)) return url
  throw new InvalidArgumentError('Give an address that begins with http:// or https://.')
}
