import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { terminalLines } from '../../src/cli/dev/lines.js'

/** What a terminal of 40 columns gets when these lines are typed, and which lines were taken. */
async function typed(...lines: readonly string[]) {
  let printed = ''
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 40 })
  output.on('data', (part) => {
    printed += part
  })
  const input = new PassThrough()
  const screen = terminalLines(input as never, output as never, () => {})
  const taken: string[] = []
  void screen.begin({ prompt: 'Iago → Echo: ', take: async (line) => void taken.push(line) })
  for (const line of lines) input.write(`${line}\r`)
  await expect.poll(() => taken).toEqual(lines)
  screen.close()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what moves up and removes
  return [...printed.matchAll(/\u001b\[(\d+)A\r\u001b\[J/g)].map(([, rows]) => Number(rows))
}

it('removes the line in which a message was typed, since the chat shows it', async () => {
  expect(await typed('hello')).toEqual([1])
})

it('removes all rows of a long line', async () => {
  expect(await typed('x'.repeat(26), 'x'.repeat(27), 'x'.repeat(70))).toEqual([1, 2, 3])
})

it('leaves a command above its answer', async () => {
  expect(await typed('/who', '', '//who', '/me waves')).toEqual([1, 1])
})
