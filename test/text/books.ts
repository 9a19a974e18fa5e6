import fc from 'fast-check'

/** Numbered words, so that a lost one is seen. */
const words = fc.array(fc.constantFrom('word', 'bread.', '@**Iago**', '`a b`', '**so it is**'), {
  minLength: 1,
  maxLength: 12,
})
const sentence = words.map((list) => list.join(' '))
const code = fc.array(fc.constantFrom('x = 1', '', '  y()', '- z', '# c'), { minLength: 1, maxLength: 15 })
const block: fc.Arbitrary<string> = fc.oneof(
  sentence,
  sentence.map((text) => `# ${text.replaceAll('\n', ' ')}`),
  fc.array(sentence, { minLength: 1, maxLength: 4 }).map((lines) => lines.map((line) => `> ${line}`).join('\n')),
  fc.array(sentence, { minLength: 1, maxLength: 6 }).map((items) => items.map((item) => `- ${item}`).join('\n')),
  fc
    .array(sentence, { minLength: 1, maxLength: 4 })
    .map((items) => items.map((item, at) => `${'  '.repeat(at)}- ${item}`).join('\n')),
  code.map((lines) => `\`\`\`py\n${lines.join('\n')}\n\`\`\``),
  fc.tuple(sentence, code).map(([text, lines]) => `\`\`\`\`quote\n${text}\n~~~\n${lines.join('\n')}\n~~~\n\`\`\`\``),
  fc.tuple(sentence, sentence).map(([one, two]) => `\`\`\`spoiler Why\n${one}\n\n${two}\n\`\`\``),
)
/** Markdown of many kinds of blocks. */
export const book = fc.array(block, { minLength: 1, maxLength: 8 }).map((blocks) => blocks.join('\n\n'))

/** All that is neither white space nor a mark of a block. */
export function wordsOf(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => !/^\s*(?:`{3,}|~{3,})/.test(line))
    .flatMap((line) => line.replace(/^[\s>]+/, '').split(/\s+/))
    .filter((word) => word !== '')
}
