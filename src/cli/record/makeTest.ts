import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { writeSeed } from '../../simulator/index.js'
import { shortPath } from '../../testing/player/files.js'
import { transcriptFailure } from '../../testing/player/run.js'
import { type Recording, readRecording } from '../../testing/record/recording.js'
import { type WrittenRecording, writtenRecording } from '../../testing/record/transcripts.js'
import { shellPath } from '../../text/shellWord.js'
import { exitCodes } from '../shared/failure.js'
import type { Output } from '../shared/output.js'
import type { Paint } from '../shared/terminal.js'
import { UsageError } from '../shared/usageError.js'
import { freshBot } from '../test/bots.js'

interface TestToMake {
  /** Path of the files, without extensions. */
  readonly name: string
  /** Path of the recording. */
  readonly file: string
  readonly bot?: string
}

/** Turns a recording into a transcript and a seed file, runs them, and prints the next steps. */
export async function makeTest({ name, file, bot }: TestToMake, output: Output): Promise<number> {
  const recording = recordingIn(file, output)
  const written = await nothingOr(
    writtenRecording(recording, {
      name: basename(name),
      ...(bot && { bot: (account) => freshBot(bot, account) }),
    }),
  )
  const { transcript, organisation, actions, notes, result, problem } = written
  writeFileSync(`${name}.chat`, transcript)
  writeFileSync(`${name}.yaml`, writeSeed(organisation))
  output.note(`Read ${name}.chat before you share it: it says what people wrote, under other names.`)
  for (const note of notes) output.note(note)
  const passed = result?.passed ?? (problem === undefined ? null : false)
  output.result(
    {
      passed,
      actions,
      transcript: `${name}.chat`,
      organisation: `${name}.yaml`,
      recording: file,
      diff: result?.diff ?? problem ?? '',
    },
    (paint) => resultText(written, { name, file, bot }, paint),
  )
  return passed === false ? exitCodes.failed : exitCodes.worked
}

/** Reports recordings that can't be used as wrong usage. */
async function nothingOr<Value>(making: Promise<Value>): Promise<Value> {
  try {
    return await making
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`This recording can't be used. ${error.message}`)
    throw error
  }
}

/** @throws {UsageError} if it can't be read @throws {RecordingError} */
function recordingIn(file: string, output: Output): Recording {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new UsageError(`The recording ${file} can't be read. Give one that earshot record wrote.`)
  }
  const recording = readRecording(text, file)
  for (const sentence of recording.missing) output.note(sentence)
  return recording
}

function resultText(
  { actions, result, problem }: WrittenRecording,
  { name, file, bot }: Omit<TestToMake, 'bot'> & { readonly bot: string | undefined },
  paint: Paint,
): string {
  const outcome =
    result === undefined
      ? (problem ?? 'It was not run, because no bot was given.')
      : result.passed
        ? paint('good', 'The bot passes it.')
        : `${paint('bad', 'The bot does not pass it:')}\n${transcriptFailure(result)}\n`
  const withBot = bot === undefined ? '' : ` --bot ${shellPath(shortPath(bot))}`
  return [
    `${name}.chat: ${actions} ${actions === 1 ? 'thing' : 'things'} that people did, in the organisation of ${name}.yaml.`,
    outcome,
    `Names, addresses and IDs were replaced. Read both files before you share them; ${file} has everything as it was.`,
    '',
    `  $ earshot test ${shellPath(`${name}.chat`)}${withBot}`,
  ].join('\n')
}
