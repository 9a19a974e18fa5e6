import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { bundledBots } from '../../../bots/index.js'
import { writtenRecording } from '../../../src/testing/record/transcripts.js'
import { recordedTranscript } from './recordedTranscript.js'

it.each(bundledBots)('a recording of $full_name passes as it is', async ({ full_name: account, create }) => {
  const name = account.toLowerCase()
  const text = readFileSync(new URL(`../../../bots/${name}/${name}.chat`, import.meta.url), 'utf8')
  const recording = await recordedTranscript(text, create)
  const written = await writtenRecording(recording, { name, bot: () => async () => create(), keepTexts: true })
  if (process.env.SHOW) console.log(written.transcript, JSON.stringify(written.organisation, null, 1))
  expect({ diff: written.result?.diff, problem: written.problem, notes: written.notes }).toEqual({
    diff: '',
    problem: undefined,
    notes: [],
  })
})
