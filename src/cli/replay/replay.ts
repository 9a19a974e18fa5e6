import { readFile } from 'node:fs/promises'
import { systemClock } from '../../client/index.js'
import type { NotificationProblem } from '../../protocol/index.js'
import { isObject, shortened } from '../../values.js'
import { exitCodes } from '../shared/exitCodes.js'
import type { Output } from '../shared/output.js'
import type { Paint } from '../shared/paint.js'
import { printable } from '../shared/printable.js'
import { type SimulatorApi, simulatorAt } from '../shared/simulatorApi.js'
import { UsageError } from '../shared/usageError.js'
import { type DeliveryOutcome, post } from './post.js'
import { isMasked, type Prepared, prepared } from './prepared.js'
import { type Recorded, recordedIn } from './recorded.js'
import { type Target, targetAt, targetIn } from './target.js'

/** Posts recorded deliveries to a bot, one after the other, and prints how the server would take its answers. */
export async function replay(files: readonly string[], flags: ReplayFlags, output: Output): Promise<number> {
  const address = flags.simulator ?? (output.terminal.environment.EARSHOT_SIMULATOR?.trim() || undefined)
  // All files are read before anything is sent, so that a mistake in the last one has no half-done work before it.
  const recorded = await Promise.all(
    files.map(async (file) => ({ file, all: recordedIn(file, await textOf(file, output)) })),
  )
  const simulator = address === undefined ? undefined : await simulatorAt(address)
  const target = await targetFor(flags, simulator, output)
  const replays: Replay[] = []
  try {
    for (const { file, all } of recorded) {
      for (const [at, one] of all.entries()) {
        const ready = prepared(one, {
          token: tokenFor(one, file, { flags, simulator, target, output }),
          messageId: flags.exact === true ? undefined : systemClock.now() + replays.length,
        })
        const done = { file, number: at + 1, ...facts(ready), posted: await posted(ready, flags, target) }
        replays.push(done)
        if (!output.json) output.terminal.out.write(replayText(done, all.length, output.terminal.out.paint))
      }
    }
  } finally {
    await target.close()
  }
  if (output.json) output.result(replays, () => '')
  return exitCodeOf(replays)
}

async function posted(
  ready: Prepared,
  { force, timeout }: ReplayFlags,
  target: Target,
): Promise<DeliveryOutcome | undefined> {
  if (ready.problems.length > 0 && force !== true) return undefined
  return post(target.networkFor(ready.bot), target.url, ready.body, timeout)
}

function facts({ bot, messageId, problems, warnings }: Prepared) {
  return { bot, messageId, problems, warnings }
}

function exitCodeOf(replays: readonly Replay[]): number {
  if (replays.some(({ posted }) => posted === undefined)) return exitCodes.notTried
  return replays.some(({ posted }) => posted?.reading.kind === 'failure') ? exitCodes.failed : exitCodes.worked
}

async function targetFor(
  { to, bot, name }: ReplayFlags,
  simulator: SimulatorApi | undefined,
  output: Output,
): Promise<Target> {
  if (to !== undefined && bot === undefined) return targetAt(to)
  if (bot !== undefined && to === undefined) return targetIn(bot, name, simulator, output)
  const problem = to === undefined ? 'Nobody was named to replay to' : 'Two were named to replay to'
  throw new UsageError(`${problem}. Give the bot's address by --to, or its file by --bot.`)
}

interface TokenSources {
  readonly flags: ReplayFlags
  readonly simulator: SimulatorApi | undefined
  readonly target: Target
  readonly output: Output
}

/** The token to put in; undefined leaves the recorded one. @throws {UsageError} when that is masked and no other is known. */
function tokenFor(one: Recorded, file: string, { flags, simulator, target, output }: TokenSources): string | undefined {
  const given = target.token ?? flags.token
  if (given !== undefined || !isMasked(one)) return given
  const bot = isObject(one.json) ? one.json.bot_email : undefined
  const known = simulator?.organisation.bots.find(({ email }) => email === bot)?.token
  const token = known ?? (output.terminal.environment.EARSHOT_TOKEN?.trim() || undefined)
  if (token !== undefined || flags.force === true) return token
  throw new UsageError(
    `The token in ${file} is masked, so the bot would refuse the delivery. ` +
      'Set EARSHOT_TOKEN or give it by --token, or name the simulator that knows it by --simulator.',
  )
}

async function textOf(file: string, { terminal }: Output): Promise<string> {
  try {
    return new TextDecoder().decode(file === '-' ? await terminal.read() : await readFile(file))
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : String(error)
    throw new UsageError(`The file ${file} can't be read: ${reason}. Give the path of a recorded delivery.`, {
      cause: error,
    })
  }
}

/** What came of one delivery, for people. */
function replayText(replay: Replay, ofFile: number, paint: Paint): string {
  const { file, number, bot, messageId, problems, warnings, posted } = replay
  const place = ofFile === 1 ? file : `${file}, delivery ${number}`
  const message = messageId === undefined ? '' : `, message ${messageId}`
  const lines = [
    `${paint('strong', printable(place))}: to ${printable(bot)}${message}`,
    ...problems.map((one) => paint('bad', fieldText(one))),
    ...warnings.map((one) => `${paint('warning', fieldText(one))} (the bot can do without)`),
    ...(posted === undefined ? ['not sent; --force sends it all the same'] : postedLines(posted, paint)),
  ]
  return `${lines.map((line, at) => (at === 0 ? line : `  ${line}`)).join('\n')}\n`
}

function fieldText({ path, problem }: NotificationProblem): string {
  const says = problem.endsWith('received undefined') ? 'is missing' : problem.replace(/^Invalid input: /, '')
  return printable(`${path === '' ? 'the notification' : path}: ${says}`)
}

function postedLines({ status, answer, milliseconds, reading }: DeliveryOutcome, paint: Paint): string[] {
  const took = `in ${milliseconds} ms`
  const head = status === undefined ? `no answer ${took}` : `${status} ${took}`
  const body = answer === undefined ? [] : [`answer: ${inOneLine(answer)}`]
  switch (reading.kind) {
    case 'reply':
      return [head, ...body, `${paint('good', 'reply:')} ${indented(reading.content)}`]
    case 'quiet':
      return [head, ...body, `${paint('good', 'nothing to post:')} ${reading.because}`]
    case 'failure':
      return [
        head,
        ...body,
        `${paint('bad', 'failure:')} ${printable(`${reading.notice} (${reading.reason.replace(/\.$/, '')})`)}`,
      ]
  }
}

function indented(text: string): string {
  return printable(text).replaceAll('\n', '\n    ')
}

const inOneLine = (text: string) => shortened(printable(text).replaceAll(/\s+/g, ' ').trim(), 300)

/** The options of `earshot replay`. */
export interface ReplayFlags {
  readonly to?: string
  readonly bot?: string
  /** Which of several bots of the file. */
  readonly name?: string
  readonly token?: string
  readonly simulator?: string
  readonly exact?: true
  readonly force?: true
  /** Milliseconds. */
  readonly timeout: number
  readonly json?: true
}

/** One delivery of a file, and what came of it. */
export interface Replay {
  readonly file: string
  /** Counts from 1 in its file. */
  readonly number: number
  readonly bot: string
  readonly messageId: number | undefined
  readonly problems: readonly NotificationProblem[]
  readonly warnings: readonly NotificationProblem[]
  /** Undefined when it was not sent. */
  readonly posted: DeliveryOutcome | undefined
}
