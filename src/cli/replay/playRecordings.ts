import { basename } from 'node:path'
import { readRecording } from '../../testing/record/recording.js'
import { writtenRecording } from '../../testing/record/transcripts.js'
import { failureText } from '../../testing/transcript/run.js'
import { exitCodes } from '../shared/failure.js'
import type { Output } from '../shared/output.js'
import { printable } from '../shared/terminal.js'
import { UsageError } from '../shared/usageError.js'
import { freshBot } from '../test/bots.js'

/** Plays whole recordings with a bot, and shows how its behaviour differs. */
export async function playRecordings(
  texts: readonly { readonly file: string; readonly text: string }[],
  { bot, name }: { readonly bot: string; readonly name: string | undefined },
  output: Output,
): Promise<number> {
  const played: { readonly file: string; readonly passed: boolean; readonly diff: string }[] = []
  for (const { file, text } of texts) {
    const recording = readRecording(text, file)
    for (const sentence of recording.missing) output.note(printable(sentence))
    const make = (account: string) => freshBot(bot, name ?? account)
    const { result, problem, notes } = await nothingOr(
      writtenRecording(recording, { name: basename(file).replace(/\.jsonl$/, ''), bot: make, keepTexts: true }),
    )
    for (const note of notes) output.note(printable(note))
    const passed = result?.passed === true
    played.push({ file, passed, diff: result?.diff ?? problem ?? '' })
    if (output.json) continue
    const { out } = output.terminal
    const failure = result === undefined ? (problem ?? '') : failureText(result)
    out.write(
      passed
        ? `${out.paint('good', 'passed')} ${printable(file)}: the bot does what was recorded.\n`
        : `${out.paint('bad', 'failed')} ${printable(file)}\n${printable(failure)}\n`,
    )
  }
  if (output.json) output.result(played, () => '')
  return played.every(({ passed }) => passed) ? exitCodes.worked : exitCodes.failed
}

/** Reports recordings that can't be used as wrong usage. */
export async function nothingOr<Value>(making: Promise<Value>): Promise<Value> {
  try {
    return await making
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`This recording can't be used. ${error.message}`)
    throw error
  }
}
