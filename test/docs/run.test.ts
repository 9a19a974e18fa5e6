import { join } from 'node:path'
import { Bot } from 'earshot'
import { testBot } from 'earshot/testing'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Block } from './blocks.js'
import { blocks, examples, nameOf, provideFolder, writeRuns } from './examples.js'
import { provideStandIns } from './running.js'

const folder = provideFolder()
beforeAll(() => writeRuns(folder))

describe('the examples in the documentation', () => {
  it.each(
    examples.filter(({ info }) => info !== 'no-run').map((block) => [`${block.page}:${block.line}`, block] as const),
  )('run with the output that the page shows: %s', async (_, block) => {
    const { createBot }: { createBot: () => Bot } = await import(/* @vite-ignore */ join(folder, 'bot.ts'))
    const end = await provideStandIns(folder, createBot)
    const said: string[] = []
    const log = vi.spyOn(console, 'log').mockImplementation((...values) => void said.push(values.join(' ')))
    try {
      const { bot } = await import(/* @vite-ignore */ join(folder, nameOf(block)))
      if (bot instanceof Bot) await askForHelp(bot)
    } finally {
      log.mockRestore()
      await end()
    }
    const output = outputAfter(block)
    if (output !== undefined) expect(said.join('\n')).toBe(output)
  })
})

/** A bot of an example is put into a chat, where it has to know what it can do. */
async function askForHelp(bot: Bot) {
  const chat = await testBot(bot)
  await chat.as('hamlet').dm('help')
  await chat.close()
  expect(chat.log.filter(({ level }) => level === 'error')).toEqual([])
}

/** What the page says that an example prints: the block of text after it, if there is one before the next example. */
function outputAfter(block: Block): string | undefined {
  const next = blocks[blocks.indexOf(block) + 1]
  return next?.page === block.page && next.language === 'text' ? next.code.trimEnd() : undefined
}
