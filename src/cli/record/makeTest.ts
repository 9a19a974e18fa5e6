import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { writeSeed } from '../../simulator/index.js'
import { type Recording, readRecording } from '../../testing/record/recording.js'
import { type WrittenRecording, writtenRecording } from '../../testing/record/transcripts.js'
import { shortPath } from '../../testing/transcript/files.js'
import { failureText } from '../../testing/transcript/run.js'
import { nothingOr } from '../replay/playRecordings.js'
import { exitCodes } from '../shared/failure.js'
import type { Output } from '../shared/output.js'
import { type Paint, printable } from '../shared/terminal.js'
import { UsageError } from '../shared/usageError.js'
import { freshBot } from '../test/bots.js'

export interface TestToMake {
  /** Path of the files, without their endings. */
  readonly name: string
  /** The recording. */
  readonly file: string
  readonly bot?: string
  readonly keepTexts: boolean
}

/** Makes a transcript and a seed file of a recording, tries them, and tells how to go on. */
export async function makeTest({ name, file, bot, keepTexts }: TestToMake, output: Output): Promise<number> {
  const recording = recordingIn(file, output)
  if (bot !== undefined && !keepTexts) output.note('Finding out which words the bot needs …')
  const written = await nothingOr(
    writtenRecording(recording, {
      name: basename(name),
      keepTexts,
      ...(bot && { bot: (account) => freshBot(bot, account) }),
    }),
  )
  const { transcript, organisation, actions, kept, notes, result, problem } = written
  writeFileSync(`${name}.chat`, transcript)
  writeFileSync(`${name}.yaml`, writeSeed(organisation))
  for (const note of notes) output.note(printable(note))
  const passed = result?.passed ?? (problem === undefined ? null : false)
  output.result(
    {
      passed,
      actions,
      transcript: `${name}.chat`,
      organisation: `${name}.yaml`,
      recording: file,
      kept,
      diff: result?.diff ?? problem ?? '',
    },
    (paint) => resultText(written, { name, file, keepTexts, bot }, paint),
  )
  return passed === false ? exitCodes.failed : exitCodes.worked
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
  for (const sentence of recording.missing) output.note(printable(sentence))
  return recording
}

function resultText(
  { actions, result, problem, kept }: WrittenRecording,
  { name, file, keepTexts, bot }: Omit<TestToMake, 'bot'> & { readonly bot: string | undefined },
  paint: Paint,
): string {
  const outcome =
    result === undefined
      ? (problem ?? 'It was not run, because no bot was given.')
      : result.passed
        ? paint('good', 'The bot passes it.')
        : `${paint('bad', 'The bot does not pass it:')}\n${failureText(result)}\n`
  const left = kept.length === 0 ? 'none' : kept.join(', ')
  const words = keepTexts
    ? []
    : result === undefined
      ? ["Which words it needs can't be told then, so that all were replaced; --keep-texts leaves them."]
      : [`Words people wrote that the bot needs, and that were kept: ${left}`]
  const replaced = keepTexts ? 'Names, addresses and IDs' : 'Names, addresses, IDs and texts'
  const withBot = bot === undefined ? '' : ` --bot ${shortPath(bot)}`
  return [
    `${name}.chat: ${actions} ${actions === 1 ? 'thing' : 'things'} that people did, in the organisation of ${name}.yaml.`,
    printable(outcome),
    ...words,
    `${replaced} were replaced. Read both files before you share them; ${file} has everything as it was.`,
    '',
    `  $ earshot test ${name}.chat${withBot}`,
    `  $ earshot replay ${file}${withBot}`,
  ].join('\n')
}
