import { readFile } from 'node:fs/promises'
import { systemClock } from '../../client/index.js'
import { deliveryRules, type NotificationProblem, svcDialect } from '../../protocol/index.js'
import type { AttemptResult } from '../../simulator/delivery/attempt.js'
import { attempt } from '../../simulator/delivery/attempt.js'
import { requestWith } from '../../simulator/delivery/deliveryRequest.js'
import type { Network } from '../../simulator/delivery/network.js'
import { interpret } from '../../simulator/delivery/outcomes.js'
import { answerText } from '../../simulator/delivery/reading.js'
import { isRecording } from '../../testing/record/recording.js'
import { isObject, shortened } from '../../values.js'
import { exitCodes } from '../shared/failure.js'
import type { Output } from '../shared/output.js'
import { type SimulatorApi, simulatorAt } from '../shared/simulatorApi.js'
import { type Paint, printable } from '../shared/terminal.js'
import { UsageError } from '../shared/usageError.js'
import { playRecordings } from './playRecordings.js'
import { isMasked, type Prepared, prepared, type Recorded, recordedIn } from './recorded.js'
import { type Target, targetAt, targetIn } from './target.js'

export async function replay(files: readonly string[], flags: ReplayFlags, output: Output): Promise<number> {
  const { force = false, timeout } = flags
  const { environment } = output.terminal
  const address = flags.simulator ?? (environment.EARSHOT_SIMULATOR?.trim() || undefined)
  // Reads all files and tokens before sending anything, so that an error in the last one leaves nothing half done.
  const texts = await Promise.all(files.map(async (file) => ({ file, text: await textOf(file, output) })))
  const { bot: botFile, name } = flags
  if (botFile !== undefined && texts.some(({ text }) => isRecording(text)))
    return playRecordings(texts, { bot: botFile, name }, output)
  const recorded = texts.map(({ file, text }) => ({ file, all: recordedIn(file, text) }))
  const simulator = address === undefined ? undefined : await simulatorAt(address)
  const target = await targetFor(flags, simulator, output)
  const replays: Replay[] = []
  try {
    const waiting = recorded.flatMap(({ file, all }) =>
      all.map((one, at) => ({
        ...{ file, one, number: at + 1, ofFile: all.length },
        token: tokenFor(one, file, target.token ?? flags.token, simulator, { force, environment }),
      })),
    )
    for (const { file, one, number, ofFile, token } of waiting) {
      const messageId = flags.exact === true ? undefined : systemClock.now() + replays.length
      const { body, ...facts } = prepared(one, { token, messageId })
      const isSent = facts.problems.length === 0 || force
      const posted = isSent ? await post(target.networkFor(facts.bot), target.url, body, timeout) : undefined
      const done = { file, number, ...facts, posted }
      replays.push(done)
      if (!output.json) output.terminal.out.write(replayText(done, ofFile, output.terminal.out.paint))
    }
  } finally {
    await target.close()
  }
  if (output.json) output.result(replays, () => '')
  return exitCodeOf(replays)
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
  const problem = to === undefined ? 'There is nothing to replay to' : '--to and --bot were both given'
  throw new UsageError(`${problem}. Give the bot's address with --to, or its file with --bot.`)
}

/** The token to send; undefined keeps the recorded one. @throws {UsageError} if that is masked and no other is known. */
function tokenFor(
  one: Recorded,
  file: string,
  given: string | undefined,
  simulator: SimulatorApi | undefined,
  { force, environment }: { force: boolean; environment: Output['terminal']['environment'] },
): string | undefined {
  if (given !== undefined || !isMasked(one)) return given
  const bot = isObject(one.json) ? one.json.bot_email : undefined
  const known = simulator?.organisation.bots.find(({ email }) => email === bot)?.token
  const token = known ?? (environment.EARSHOT_TOKEN?.trim() || undefined)
  if (token !== undefined || force) return token
  throw new UsageError(
    `The token in ${file} is masked, so the bot would refuse the delivery. ` +
      'Set EARSHOT_TOKEN, give the token with --token, or the simulator that knows it with --simulator.',
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

function replayText(replay: Replay, ofFile: number, paint: Paint): string {
  const { file, number, bot, messageId, problems, warnings, posted } = replay
  const place = ofFile === 1 ? file : `${file}, delivery ${number}`
  const message = messageId === undefined ? '' : `, message ${messageId}`
  const lines = [
    `${paint('strong', printable(place))}: to ${printable(bot)}${message}`,
    ...problems.map((one) => paint('bad', fieldText(one))),
    ...warnings.map((one) => `${paint('warning', fieldText(one))} (the bot ignores it)`),
    ...(posted === undefined ? ['not sent; --force sends it anyway'] : postedLines(posted, paint)),
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
      return [head, ...body, `${paint('good', 'reply:')} ${printable(reading.content).replaceAll('\n', '\n    ')}`]
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

const inOneLine = (text: string) => shortened(printable(text).replaceAll(/\s+/g, ' ').trim(), 300)

export interface ReplayFlags {
  readonly to?: string
  readonly bot?: string
  readonly name?: string
  readonly token?: string
  readonly simulator?: string
  readonly exact?: true
  readonly force?: true
  /** Milliseconds. */
  readonly timeout: number
  readonly json?: true
}

export interface Replay extends Omit<Prepared, 'body'> {
  readonly file: string
  /** Its number in the file, from 1. */
  readonly number: number
  /** Undefined if it wasn't sent. */
  readonly posted: DeliveryOutcome | undefined
}

export interface DeliveryOutcome {
  /** HTTP status; undefined if no answer came. */
  readonly status?: number
  readonly answer?: string
  readonly milliseconds: number
  readonly reading: ResponseReading
}

type ResponseReading =
  | { readonly kind: 'reply'; readonly content: string }
  | { readonly kind: 'quiet'; readonly because: string }
  /** `notice` is for the users, `reason` for the bot's owner. */
  | { readonly kind: 'failure'; readonly notice: string; readonly reason: string }

/** Posts a delivery once, and reads the response, as the server does. */
export async function post(network: Network, url: string, body: string, timeout: number): Promise<DeliveryOutcome> {
  const began = systemClock.now()
  const { result } = await attempt(() => network, requestWith(url, body, 'earshot replay'), {
    clock: systemClock,
    timeout,
    maxAnswerBytes: 10 * 1024 * 1024,
    redirects: deliveryRules.redirects,
  })
  const milliseconds = systemClock.now() - began
  const reading = readingOf(result, timeout)
  if (result.kind !== 'answered') return { milliseconds, reading }
  return { status: result.status, answer: answerText(result.body, result.type), milliseconds, reading }
}

function readingOf(result: AttemptResult, timeout: number): ResponseReading {
  const { reading, failure } = interpret(result, { dialect: svcDialect, timeout, content: '…' })
  if (failure !== undefined) {
    const [firstLine = ''] = failure.toOwner.split('\n')
    const reason = result.kind === 'connection error' ? result.reason : firstLine
    return { kind: 'failure', notice: failure.inConversation, reason }
  }
  if (reading?.kind === 'reply') return { kind: 'reply', content: reading.content }
  return { kind: 'quiet', because: reading?.kind === 'quiet' ? reading.because : '' }
}
