import { readFileSync } from 'node:fs'
import { Bot, escapeMentions } from 'earshot'
import { parseTranscript, runTranscript, writeTranscript } from 'earshot/testing'
import { describe, expect, it } from 'vitest'

const docs = readFileSync(new URL('../../../docs/reference/transcripts.md', import.meta.url), 'utf8')
const echo = () => {
  const say = ({ text }: { readonly text: string }) => escapeMentions(text)
  return new Bot().onMention(say).onDirectMessage(say)
}

/** What stands in the blocks of a kind; a block ends with its fence at the beginning of a line. */
const examples = [...docs.matchAll(/^(`{3,})chat\n([\s\S]*?)^\1$/gm)].map(([, , text = '']) => text)

/** The lines that the tables explain. */
const rows = [...docs.matchAll(/^\| `([^`|]+)` \|/gm)].map(([, line = '']) => line)

describe('the documentation of transcripts', () => {
  it.each(examples)('has an example that passes: %s', async (text) => {
    const { diff, passed } = await runTranscript(text, { bot: echo })
    expect(diff).toBe('')
    expect(passed).toBe(true)
    expect(writeTranscript(parseTranscript(text)).trim()).not.toBe('')
  })

  it.each(rows.filter((row) => !/^\{\{/.test(row)))('has a line that can be parsed: %s', (row) => {
    const isSetting = /^[a-z]+: /.test(row)
    expect(parseTranscript(isSetting ? `${row}\n` : `# kitchen > lunch\n${row}\n`).entries).toHaveLength(
      isSetting ? 1 : 2,
    )
  })

  it('has examples and tables', () => {
    expect(examples.length).toBeGreaterThanOrEqual(4)
    expect(rows.length).toBeGreaterThan(20)
  })
})
