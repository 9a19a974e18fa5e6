import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bot } from 'earshot'
import { runTranscript } from 'earshot/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { type Block, blocksOf, pages, root } from './blocks.js'

const folder = join(root, '.cache', `tutorial-${process.pid}`)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const blocks = pages()
  .filter(({ place }) => place === 'docs/guides/tutorial.md')
  .flatMap(blocksOf)
const chats = blocks.filter(({ language }) => language === 'chat')

describe('the tutorial', () => {
  it('contains at least three conversations', () => {
    expect(chats.length).toBeGreaterThanOrEqual(3)
  })

  it.each(chats.map((chat) => [chat.line, chat] as const))(
    'shows a conversation that its bot passes: line %i',
    async (_, chat) => {
      const { bot } = await botBefore(chat)
      const { diff } = await runTranscript(chat.code, { bot })
      expect(diff).toBe('')
    },
  )
})

/** The bot of the last example before a conversation. */
async function botBefore(chat: Block): Promise<{ bot: Bot }> {
  const example = blocks.findLast(({ language, line, code }) => {
    return language === 'ts' && line < chat.line && code.includes('export const bot')
  })
  if (example === undefined) throw new Error('No example before the conversation exports a bot.')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `bot-${example.line}.ts`)
  writeFileSync(file, example.code)
  return await import(/* @vite-ignore */ file)
}
