import { createRequire } from 'node:module'
import { readDuration } from '../../text/duration.js'
import { nearest } from '../../text/nearest.js'
import { type Command, InvalidArgumentError, Option } from './commander.js'
import type { Output } from './output.js'
import type { Terminal } from './terminal.js'

export { Argument, Command, CommanderError, Help, InvalidArgumentError, Option } from './commander.js'

export const ownPackage: { readonly version: string; readonly engines: { readonly node: string } } = createRequire(
  import.meta.url,
)('../../../package.json')

/** Makes an action whose code is loaded when it is called, so that `--help` stays fast. The code returns the exit code. */
export type RunCommand = <Typed extends readonly unknown[]>(
  load: () => Promise<(...typed: [...Typed, Output]) => Promise<number>>,
) => (this: Command, ...typed: Typed) => Promise<void>

/** Makes actions for a terminal; `onEnd` gets their exit codes. Errors are reported, never thrown. */
export function commandRunner(terminal: Terminal, onEnd: (exitCode: number) => void): RunCommand {
  return (load) =>
    async function (this: Command, ...typed) {
      const [{ reportFailure }, { createOutput }] = await Promise.all([import('./failure.js'), import('./output.js')])
      // For `serve`, --json sets the format of the log.
      const output = createOutput(terminal, this.name() !== 'serve' && this.opts<{ json?: boolean }>().json === true)
      try {
        const work = await load()
        // Commander passes the command itself as the last argument.
        onEnd(await work(...([...typed.slice(0, -1), output] as unknown as Parameters<typeof work>)))
      } catch (error) {
        onEnd(reportFailure(output, this.name(), error))
      }
    }
}

/** Parsers of option values. Commander reports what they throw, along with the option's name. */

export function parseWholeNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give a whole number.')
}

export function parsePort(text: string): number {
  const port = parseWholeNumber(text)
  if (port <= 65_535) return port
  throw new InvalidArgumentError('Give a number from 0 to 65535.')
}

/** A number of seconds, in milliseconds. */
export function parseSeconds(text: string): number {
  const milliseconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Number.NaN
  if (milliseconds <= longestTimer) return milliseconds
  throw new InvalidArgumentError(`Give a number of seconds, at most ${Math.floor(longestTimer / 1000)}.`)
}

/** Milliseconds; longer timers fire immediately. */
const longestTimer = 2 ** 31 - 1

/** A time such as `1h30m`, in milliseconds. */
export function parseDuration(text: string): number {
  const milliseconds = readDuration(text)
  if (milliseconds !== undefined) return milliseconds
  throw new InvalidArgumentError('Give a time such as 30m, 1h or 2d.')
}

/** Lets the complaint about a value propose the nearest of the choices. */
export function suggestChoices(one: Pick<Option, 'argChoices' | 'parseArg'>): void {
  const { argChoices = [], parseArg } = one
  if (argChoices.length === 0 || parseArg === undefined) return
  one.parseArg = (text, previous) => {
    try {
      return parseArg(text, previous)
    } catch (error) {
      const meant = nearest(text, argChoices)
      if (!(error instanceof InvalidArgumentError) || meant === undefined) throw error
      throw new InvalidArgumentError(`${error.message} Did you mean ${meant}?`)
    }
  }
}

/** For commands that run bots in a simulator. @param more Choices besides the two ways. */
export function wayOption(text = 'how the bot gets its messages', ...more: readonly string[]): Option {
  return new Option('--by <way>', `${text} (default: EARSHOT_BY, or webhook)`).choices(['webhook', 'events', ...more])
}

export function another(value: string, before: readonly string[]): readonly string[] {
  return [...before, value]
}

export interface ConnectionFlags {
  readonly config?: string
  readonly section?: string
  readonly site?: string
  readonly simulator?: string
  readonly as?: string
}

export function withConnectionOptions(command: Command): Command {
  return command
    .option('--simulator <url>', 'a running `earshot simulate` (or EARSHOT_SIMULATOR)')
    .option('--as <who>', 'who calls: with --simulator a name, address, ID or role; otherwise bot or owner')
    .option('--config <file>', 'the credentials file (default: EARSHOT_CONFIG, or ./earshotrc)')
    .option('--section <name>', 'which section of the credentials file')
    .option('--site <url>', "the server's address, instead of the configured one")
}

export function withProcessOptions(command: Command): Command {
  return command
    .option('--config <file>', 'the credentials file (default: EARSHOT_CONFIG, or earshotrc)')
    .option('--queue <where>', 'inline, sqlite:bots.db or redis://… (default: EARSHOT_QUEUE, or inline)')
    .option('--concurrency <n>', 'how many queued deliveries to handle at once (default: 10)', parseWholeNumber)
    .option('--storage <where>', "memory, sqlite:bots.db or redis://… (default: EARSHOT_STORAGE, or the queue's)")
    .addOption(
      new Option('--log <kind>', 'the log format (default: text on a terminal, otherwise json)').choices([
        'json',
        'text',
      ]),
    )
    .addOption(
      new Option('--log-level <level>', 'the lowest level to log')
        .choices(['debug', 'info', 'warn', 'error'])
        .default('info'),
    )
    .option('--patience <seconds>', 'how long handlers may take to finish on shutdown', parseSeconds, 10_000)
    .option('--json', 'the same as --log json')
}
