import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printable } from '../../src/text/printable.js'
import { shellPath, shellQuoted, shellWord } from '../../src/text/shellWord.js'
import { steering } from './steering.js'

describe('a printed text of others', () => {
  it.each([
    '\u001b]8;;http://evil.example\u0007x',
    '\u009b31m',
    'a\rb',
    '\u202eb',
    '\u{e0041}\u{e007f}',
    '\u{1f3f4}\u{e0041}',
  ])('controls no terminal: %j', (text) => {
    expect(printable(text)).not.toMatch(steering)
    expect(JSON.parse(printable(JSON.stringify(text)))).toBe(text)
  })

  it('keeps the flag of Scotland, which is made of tags', () => {
    const flag = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'
    expect(printable(`a ${flag}`)).toBe(`a ${flag}`)
  })
})

describe('a word of a command line that is printed to be copied', () => {
  const odd = [
    ...[
      '',
      ' ',
      "it's",
      '"',
      '$(touch x)',
      '`touch x`',
      '-rf',
      '--',
      '~',
      '~root',
      '=ls',
      '!!',
      '*',
      '[a]',
      '{a,b}',
      '#',
      '\\',
    ],
    ...[
      'a\nb',
      'a\n',
      '\t',
      '\u001b[31m',
      '\u009b',
      '\u202e',
      '\u{e0041}',
      'größe',
      '日本',
      '&',
      ';',
      '|',
      '<x>',
      '100%',
      'a=b',
    ],
  ]

  it('reaches a program as it was', () => {
    const texts = fc.oneof(
      fc.constantFrom(...odd),
      fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '')),
    )
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 20 }), (words) => {
        for (const quote of [shellWord, shellQuoted]) {
          const line = words.map(quote).join(' ')
          expect(line).not.toMatch(steering)
          expect(run(`printf '%s\\0' ${line}`)).toEqual(words)
        }
      }),
      { numRuns: 40 },
    )
    expect(run(`printf '%s\\0' ${odd.map(shellWord).join(' ')}`)).toEqual(odd)
  })

  it('is never an option if it is a path', () => {
    expect(shellPath('-rf')).toBe('./-rf')
    expect(shellPath('a b')).toBe("'a b'")
  })
})

function run(line: string): string[] {
  return execFileSync('sh', ['-c', line]).toString().split('\0').slice(0, -1)
}
