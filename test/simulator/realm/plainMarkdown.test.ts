import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../seed.js'
import { openBakery } from './bakery.js'

const bakery = openBakery()
let called: number[] = []
bakery.realm.onEvent((event) => {
  if (event.type === 'outgoing webhook') called.push(event.bot)
})

function sent(content: string) {
  called = []
  const message_id = bakery.say('iago', { channel: 'kitchen', topic: 'plain' }, content)
  const { message } = bakery.as('iago').call('messages.get', { message_id })
  return { html: message.content, called }
}

/** With code below it, a text is nothing that could be written down without the parser. */
const withCode = (content: string) => sent(`${content}\n\n\`code\``)
const code = '\n<p><code>code</code></p>'

/** What decides whether a line is plain: words, signs that mean something to no rule or to some, and mentions. */
const pieces = fc.constantFrom(
  ...['loaf', 'Rye', 'e.g', 'example.com', 'localhost', 'www', 'mailto', 'http', 'batch a', 'ORDER-', 'batch'],
  ...[' ', ' ', ' ', '  ', '.', '. ', ': ', ':', '! ', '!', ',', ';', '?', "'", '"', '-', '--', '- ', '+', '=', '==='],
  ...[
    '7',
    '1. ',
    '1',
    '#12',
    '#',
    '%',
    '_',
    '__',
    '/',
    '//',
    '(',
    ')',
    '\\',
    '&',
    '*',
    '`',
    '~',
    '$$',
    '🍞',
    'ä',
    '\t',
  ],
  ...['@**Echo**', '@**echo**', '@_**Echo**', '@**Echo|20**', '@**|20**', '@**all**', '@**topic**', '@*bakers*'],
  ...['@**Nobody**', '@**Iago**', '@', '@**', '@*', ':bread:', ':tada:', 'iago@example.com', 'www.example.com'],
)

describe('a line of text, with mentions or without', () => {
  it.each([
    ['loaf 7', '<p>loaf 7</p>', []],
    ['@**Echo** loaf 7', '<p><span class="user-mention" data-user-id="20">@Echo</span> loaf 7</p>', [20]],
    ['To @**|20**: go on!', '<p>To <span class="user-mention" data-user-id="20">@Echo</span>: go on!</p>', [20]],
    ['@_**Echo** only', '<p><span class="user-mention silent" data-user-id="20">Echo</span> only</p>', []],
    ['x@**Echo**', '<p>x@<strong>Echo</strong></p>', []],
    ['batch rye', '<p><a href="https://batches.example.com/?name=rye">batch rye</a></p>', []],
  ])('%j', (content, html, called) => {
    expect(sent(content)).toEqual({ html, called })
  })

  it('looks as the parser makes it, and calls whom it calls there', () => {
    const line = fc.oneof(
      fc.array(pieces, { minLength: 1, maxLength: 8 }).map((parts) => parts.join('')),
      fc.array(pieces, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' ')),
      fc.string({ minLength: 1, maxLength: 20 }),
    )
    fc.assert(
      fc.property(line, (text) => {
        const content = text.trimEnd()
        // A fence or a list goes on into what stands below.
        fc.pre(content !== '' && !/```|~~~|^\s*([-+*]|\d+[.)])(\s|$)/.test(content))
        const whole = withCode(content)
        expect(sent(content)).toEqual({ ...whole, html: whole.html.slice(0, -code.length) })
      }),
      { numRuns: runs(300) },
    )
  })
})
