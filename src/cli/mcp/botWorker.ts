import { type BotWorker, createBotWorker } from '../../mcp/simulator/worker.js'
import { withoutUndefined } from '../../values.js'
import { createOutput } from '../shared/output.js'
import { processTerminal } from '../shared/terminal.js'
import { freshBot } from '../test/bots.js'
import { test } from '../test/test.js'

/** Runs bots, and plays transcripts, in this process. */
export function botWorker(): BotWorker {
  return createBotWorker({
    load: freshBot,
    async playTranscripts({ files, levels, update, ...flags }, progress) {
      let results: unknown
      const terminal = processTerminal()
      const output = {
        ...createOutput(terminal, true),
        note: progress,
        result(value: unknown) {
          results = value
        },
      }
      const level = levels === 'all' ? { levels } : withoutUndefined({ level: levels })
      await test(files, { ...withoutUndefined(flags), ...level, ...(update && { update }) }, output)
      return results
    },
  })
}
