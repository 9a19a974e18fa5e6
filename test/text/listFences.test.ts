import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withFencesAtLineStart } from '../../src/text/listFences.js'

describe('code in a list', () => {
  it.each([
    ['below an item', '1. Mix\n\n   ```sh\n   mix --all\n   ```\n2. Bake', '1. Mix\n\n```sh\nmix --all\n```\n2. Bake'],
    ['with lines that are indented further', '- a\n  ```\n  if x:\n    y\n  ```', '- a\n```\nif x:\n  y\n```'],
    [
      'below an item in an item',
      '- a\n  - b\n\n    ~~~js\n    c()\n    ~~~\n- d',
      '- a\n  - b\n\n~~~js\nc()\n~~~\n- d',
    ],
    ['with tabs', '* a\n\t```\n\tx\n\t```', '* a\n```\nx\n```'],
    ['that is still open', '1. a\n   ```py\n   b', '1. a\n```py\nb'],
    ['that a message closes at its end', '1. a\n   ```py\n   b\n```', '1. a\n```py\nb\n```'],
    ['with a longer fence around a shorter one', '- a\n  ````\n  ```\n  ````', '- a\n````\n```\n````'],
  ])('%s begins its lines', (_, text, expected) => expect(withFencesAtLineStart(text)).toBe(expected))

  it.each([
    ['code at the start of its lines', '```\n  ```x\n```'],
    ['an indented block outside of a list', 'So:\n\n    ```\n    x\n    ```'],
    ['code in a line', '- a\n  ```x``` b'],
    ['a list', '1. a\n   b\n2. c'],
  ])('leaves %s as it is', (_, text) => expect(withFencesAtLineStart(text)).toBe(text))

  it('moves nothing twice, and keeps all but blanks', () => {
    const line = fc.constantFrom('- a', '1. b', '  ```', '   ```js', '    x', '```', '', 'text', '\t~~~', '  ~~~ ')
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const text = lines.join('\n')
        const moved = withFencesAtLineStart(text)
        expect(moved.replace(/[ \t]/g, '')).toBe(text.replace(/[ \t]/g, ''))
        expect(moved.split('\n')).toHaveLength(text.split('\n').length)
      }),
    )
  })
})
