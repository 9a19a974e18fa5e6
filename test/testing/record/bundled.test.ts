import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bundledBots } from '../../../bots/index.js'
import { writtenRecording } from '../../../src/testing/record/transcripts.js'
import { recordedTranscript } from './recordedTranscript.js'

describe('a recording', () => {
  it.each(recordable)('of $full_name passes unchanged', async ({ full_name: account, create }) => {
    const name = account.toLowerCase()
    const text = readFileSync(new URL(`../../../bots/${name}/${name}.chat`, import.meta.url), 'utf8')
    const recording = await recordedTranscript(withoutExamples(text), create)
    const written = await writtenRecording(recording, { name, bot: () => async () => create() })
    expect({ diff: written.result?.diff, problem: written.problem, notes: written.notes }).toEqual({
      diff: '',
      problem: undefined,
      notes: [],
    })
  })
})

/** Of files, scheduled messages and settings of groups, a recording doesn't show enough to begin with them. */
const recordable = bundledBots.filter(({ full_name }) => !['Files', 'Later', 'Offboard'].includes(full_name))

/** Addresses in a bot's own help are replaced as any other, so that help is not what the bot says. */
const withoutExamples = (chat: string) => chat.replace(/^Hamlet: help whois$/m, 'Hamlet: whois 8')
