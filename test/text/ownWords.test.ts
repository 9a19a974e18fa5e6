import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ownWords, withoutMentionsOf } from '../../src/text/index.js'
import { runs } from '../seed.js'

const bot = { name: 'Echo', id: 20 }
const site = 'https://chat.example.com/#narrow'
const said = `@_**Hamlet|10** [said](${site}/channel/2-kitchen/topic/lunch/near/123):`
const soup = `${said}\n\`\`\`quote\nIs there soup?\n\`\`\``
const hamletAsks = { sender: { name: 'Hamlet', id: 10 }, messageId: 123, text: 'Is there soup?' }
const read = (text: string) => ownWords(text, { bot, isMentioned: true })

describe('ownWords', () => {
  it.each([
    [`${soup}\n@**Echo** status`],
    [`${soup}\n\n@**Echo|20**: status`],
    [`${soup}\nstatus @**Echo**`],
    [`\n${soup}\n  @**|20** status  `],
    [`@**Echo** ${soup}\nstatus`],
    [`@**Echo**\n${soup}\nstatus`],
    [`@**Echo**, ${soup}\n@**Echo** status`],
    [`@**Hamlet** @**Echo**\n${soup}\nstatus`],
    [`@**Hamlet**\n${soup}\n@**Echo** status`],
    [`${soup}\n@**Hamlet**, @**Echo** status`],
    [`@*bakers* ${soup}\nstatus`],
    [soup.replaceAll('\n', '\r\n').concat('\r\n@**Echo** status')],
  ])('omits the quotation at the start of %j', (text) => {
    expect(read(text)).toMatchObject({ text: 'status', quoted: hamletAsks })
  })

  it.each([
    ['German', `@_**Hamlet|10** [schrieb](${site}/dm/8,10-dm/near/123):`],
    ['Chinese', `@_**Hamlet|10** [发言道](${site}/channel/2/topic/x/near/123)：`],
    ['French typography', `@_**Hamlet|10** [a dit](${site}/pm-with/10-pm/near/123) :`],
    ['words beside the link', `@_**Hamlet|10**さんが[言った](${site}/stream/2/topic/x/near/123)こと:`],
    ['a forwarded channel message', `${said.slice(0, -1)} in [#kitchen > lunch](${site}/channel/2/topic/lunch):`],
    ['a forwarded direct message', `${said.slice(0, -1)} to @_**Iago|8**, @_**Echo|20**:`],
    ['a relative link', '@_**Hamlet|10** [said](#narrow/channel/2/topic/lunch/near/123):  '],
  ])('recognises the attribution line of a quotation: %s', (_, line) => {
    const text = `${line}\n\`\`\`quote\nIs there soup?\n\`\`\`\n@**Echo** status`
    expect(read(text)).toMatchObject({ text: 'status', quoted: hamletAsks })
  })

  it.each([
    ['@_**Hamlet** [said](…/near/5):', { sender: { name: 'Hamlet', id: undefined }, messageId: 5 }],
    ['@_**|10** [said](…/near/5):', { sender: { name: undefined, id: 10 }, messageId: 5 }],
    [`@_**A|b|10** [said](…/near/${'9'.repeat(30)}):`, { sender: { name: 'A|b', id: 10 }, messageId: undefined }],
  ])('parses the author and message ID of %j', (line, quoted) => {
    expect(read(`${line}\n~~~ quote\nsoup\n~~~\nstatus`)).toEqual({
      text: 'status',
      quoted: { ...quoted, text: 'soup' },
      calledBy: undefined,
    })
  })

  it('omits a quotation without an author', () => {
    const { text, quoted } = read('```quote\nsoup\n```\n@**Echo** status')
    expect([text, quoted]).toEqual(['status', { sender: undefined, messageId: undefined, text: 'soup' }])
  })

  it('returns the last of several quotations, joined if one author is quoted in a row', () => {
    const iago = soup.replace('Hamlet|10', 'Iago|8').replace('123', '124')
    expect(read(`${soup}\n${iago}\n@**Echo** status`)).toMatchObject({
      text: 'status',
      quoted: { sender: { name: 'Iago', id: 8 }, messageId: 124, text: 'Is there soup?' },
    })
    expect(read(`${iago}\n\n${soup}\n\`\`\`quote\nOr stew?\n\`\`\`\n@**Echo** status`)).toMatchObject({
      text: 'status',
      quoted: { ...hamletAsks, text: 'Is there soup?\n\nOr stew?' },
    })
  })

  it.each([
    ['code', '````', 'see:\n```js\nstatus()\n```'],
    ['a quotation', '````', '@_**Iago|8** [said](…/near/1):\n```quote\nstatus\n```'],
    ['a shorter fence of the same sign', '```', 'see:\n```js\nstatus()\n```'],
    ['tildes', '```', '~~~\nstatus'],
    ['a command to the bot', '```', '@**Echo** delete all\n@**Echo** yes'],
    ['nothing', '```', ''],
  ])('omits a quotation that contains %s', (_, fence, inner) => {
    const open = inner.startsWith('~~~') ? '\n~~~' : ''
    const text = `${said}\n${fence}quote\n${inner}${open}\n${fence}\n@**Echo** status`
    expect(read(text)).toMatchObject({
      text: 'status',
      quoted: { ...hamletAsks, text: inner + open },
      calledBy: 'name',
    })
  })

  it.each([
    ['a quotation alone', soup],
    ['a quotation and a mention', `@**Echo** ${soup}`],
    ['a quotation whose fence is not closed', `${soup.slice(0, -4)}\n@**Echo** delete all`],
    ['a mention', '@**Echo**'],
    ['nothing', ' \n '],
  ])('returns no text for %s', (_, text) => {
    expect(read(text).text).toBe('')
  })

  it.each([
    ['in the middle', `status\n${soup}\nplease`],
    ['at the end', `status\n\n${soup}`],
    ['after words about it', `see ${soup}`],
    [
      'after a line that is no link to a message',
      `@_**Hamlet|10** [said](https://example.com):\n\`\`\`quote\nx\n\`\`\``,
    ],
    ['after a line without a colon', soup.replace('):', ')')],
    ['after a line that mentions its author loudly', soup.replace('@_', '@')],
    ['after an empty line', soup.replace(':\n', ':\n\n')],
    ['in a list', '- ```quote\n  x\n  ```\nstatus'],
    ['by signs', '> Is there soup?\n\nstatus'],
    ['as code', '````\n```quote\nx\n```\n````\nstatus'],
    ['as a spoiler', '```spoiler quote\nx\n```\nstatus'],
  ])('keeps a quotation %s', (_, text) => {
    expect(ownWords(text, { bot })).toEqual({ text, quoted: undefined, calledBy: undefined })
    expect(read(`@**Echo** ${text}`).text).toBe(text)
  })

  it.each([
    ['@**Hamlet** @**Echo** status', 'status'],
    ['@**Hamlet**, @*bakers*: @**all** @**Echo|20**, status', 'status'],
    ['@**Echo** @**Echo|20** status @**Echo**', 'status'],
    ['status @**Echo**', 'status'],
    ['status, @**Echo**', 'status'],
    ['status, @**Echo**, please', 'status, please'],
    ['please @**Echo** status', 'please status'],
    ['@**Echo** @**Hamlet** is late', '@**Hamlet** is late'],
    ['@**Echo** @*bakers* are late', '@*bakers* are late'],
    ['@**Hamlet** is @**Echo** there?', '@**Hamlet** is there?'],
    ['@**Hamlet** and @**Echo** status', '@**Hamlet** and status'],
    ['@_**Hamlet** @**Echo** status', '@_**Hamlet** status'],
    ['@**Echo|12** @**Echo** status', 'status'],
    ['@**Echo**\n\n    @*bakers*', '    @*bakers*'],
  ])('returns for %j the text %j', (text, own) => {
    expect(read(text)).toEqual({ text: own, quoted: undefined, calledBy: 'name' })
  })

  it.each([
    ['@*bakers* status', 'group', 'status'],
    ['status @*bakers*', 'group', 'status'],
    ['@*Echo*: status', 'group', 'status'],
    ['@**Hamlet** @*bakers* status', 'group', 'status'],
    ['@*bakers* @*millers* status', 'group', 'status'],
    ['@*bakers* tell @*millers*', 'group', 'tell @*millers*'],
    ['@**Echo|12** @*bakers* status', 'group', 'status'],
    ['`@**Echo**` @*bakers*', 'group', '`@**Echo**`'],
    ['@_*millers* and @*bakers* status', 'group', '@_*millers* and status'],
    ['@**bakers** and @*bakers*', 'group', '@**bakers** and'],
    ['@**all** status', 'wildcard', 'status'],
    ['status @**topic**', 'wildcard', 'status'],
    ['@**everyone** @*bakers* status', 'wildcard', 'status'],
    ['@*bakers* @**Echo** status', 'name', 'status'],
    ['@**all** @**Echo** status', 'name', 'status'],
    ['status', undefined, 'status'],
    ['@_*bakers* status', undefined, '@_*bakers* status'],
    ['`@*bakers*` status', undefined, '`@*bakers*` status'],
    ['> @*bakers* status', undefined, '> @*bakers* status'],
    ['a *@* b and 2*3*4', undefined, 'a *@* b and 2*3*4'],
  ])('returns for %j the caller %s and the text %j', (text, calledBy, own) => {
    expect(read(text)).toEqual({ text: own, quoted: undefined, calledBy })
  })

  it("keeps group and wildcard mentions of a message that wasn't delivered as a mention", () => {
    const text = '@*bakers* @**all** status'
    expect(ownWords(text, { bot })).toEqual({ text, quoted: undefined, calledBy: undefined })
  })

  // A fence in it that isn't closed takes in the rest of the message, in which the server then sees no mention.
  it('never includes a leading quotation, whatever is quoted', () => {
    const pieces = [
      '```',
      '````',
      '~~~',
      'quote',
      '\n',
      '\n\n',
      ' ',
      '@**Echo**',
      '@*bakers*',
      said,
      '> ',
      'delete',
      '\\',
      '    ',
    ]
    const content = fc.array(fc.constantFrom(...pieces), { maxLength: 25 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(content, (inner) => {
        const fence = '`'.repeat(5)
        const { text, quoted } = read(`${said}\n${fence}quote\n${inner}\n${fence}\n@**Echo** status`)
        expect(text).toBe(quoted?.text === inner.trimEnd() ? 'status' : '')
        expect([quoted?.messageId, quoted?.text.startsWith(inner.trimEnd())]).toEqual([123, true])
      }),
      { numRuns: runs(2_000) },
    )
  })

  it('equals withoutMentionsOf if nobody else is mentioned and nothing quoted', () => {
    const pieces = fc.constantFrom('@**Echo**', ' ', '\n', 'soup', ',', ':', '`', '    ', '@**|20** ', '- ', '> ')
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 25 }), (parts) => {
        const text = parts.join('')
        expect(read(text).text).toBe(withoutMentionsOf(text, bot))
      }),
      { numRuns: runs(2_000) },
    )
  })

  it.each([
    ['mentions of others', '@**Hamlet** '.repeat(50_000)],
    ['mentions of the bot', '@**Echo** '.repeat(50_000)],
    ['mentions of groups', '@*bakers* '.repeat(50_000)],
    ['mentions before a quotation', `${'@**Hamlet** '.repeat(50_000)}\n${soup}`],
    ['quotations', `${soup}\n`.repeat(5_000)],
    ['quotations without an author', '```quote\nx\n```\n'.repeat(20_000)],
    ['fences that are not closed', '```quote\n'.repeat(20_000)],
    ['fences of ever more signs', Array.from({ length: 800 }, (_, at) => `${'`'.repeat(at + 3)}quote`).join('\n')],
    ['a line of half links', `${'@_**a** ['.repeat(50_000)}:\n\`\`\`quote\nx\n\`\`\``],
    ['a line of links', `${'@_**a** [x](y)'.repeat(50_000)}:\n\`\`\`quote\nx\n\`\`\``],
    ['a line of addresses', `@_**a** [x](${'/near/1'.repeat(50_000)}\n\`\`\`quote\nx\n\`\`\``],
    ['a line of colons', `${said}${': '.repeat(100_000)}x\n\`\`\`quote\nx\n\`\`\``],
    ['blanks', `${' '.repeat(300_000)}x`],
    ['stars', '@*'.repeat(150_000)],
  ])('parses hostile text in linear time: %s', (_, text) => {
    expect(read(text).text.length).toBeLessThanOrEqual(text.length)
  })
})
