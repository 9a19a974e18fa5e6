import { describe, expect, it } from 'vitest'
import { bakery as seed } from '../../../src/simulator/realm/seed/seed.js'
import { checkLinkifier } from '../../../src/text/linkify/readLinkifier.js'
import { openBakery } from './bakery.js'

const withLinkifiers = (...linkifiers: (typeof seed.linkifiers)[number][]) =>
  openBakery({ seed: { ...seed, linkifiers } })

const numbers = { id: 1, pattern: '#(?P<id>[0-9]+)', url_template: 'https://numbers.example.com/{id}' }
const tens = { id: 2, pattern: '#(?P<ten>[0-9]0)', url_template: 'https://tens.example.com/{ten}' }

/** What the message that was said last has in its topic and its text. */
function links(bakery: ReturnType<typeof openBakery>, topic: string, text: string) {
  const message_id = bakery.say('hamlet', { channel: 'general', topic }, text)
  const { message } = bakery.as('hamlet').call('messages.get', { message_id })
  return { topic: message.topic_links, html: message.content }
}

describe('linkifiers', () => {
  it.each(seed.linkifiers)('of the bakery are valid: $pattern', (linkifier) => {
    expect(checkLinkifier(linkifier)).toEqual([])
  })

  it('are applied to topics and texts', () => {
    expect(links(openBakery(), 'ORDER-7, then #12', 'see #12 and batch rye, not a#1')).toEqual({
      topic: [
        { text: 'ORDER-7', url: 'https://orders.example.com/7' },
        { text: '#12', url: 'https://tracker.example.com/issue/12' },
      ],
      html: '<p>see <a href="https://tracker.example.com/issue/12">#12</a> and <a href="https://batches.example.com/?name=rye">batch rye</a>, not a#1</p>',
    })
  })

  it('are not applied to URLs in a topic', () => {
    const topic = 'see https://example.com/a?b=1, #12 http://a.org/7#12!'
    expect(links(openBakery(), topic, 'hi').topic).toEqual([
      { text: 'https://example.com/a?b=1', url: 'https://example.com/a?b=1' },
      { text: '#12', url: 'https://tracker.example.com/issue/12' },
      { text: 'http://a.org/7#12', url: 'http://a.org/7#12' },
    ])
  })

  it('are applied in the order that was set', () => {
    const bakery = withLinkifiers(numbers, tens)
    expect(links(bakery, '#20', 'hi').topic).toEqual([{ text: '#20', url: 'https://numbers.example.com/20' }])
    bakery.as('iago').call('linkifiers.reorder', { ordered_linkifier_ids: [2, 1] })
    expect(links(bakery, '#20', 'hi').topic).toEqual([{ text: '#20', url: 'https://tens.example.com/20' }])
  })

  it('are applied in the order of their IDs below the level of reordering', () => {
    const bakery = withLinkifiers(tens, numbers)
    bakery.realm.featureLevel = 201
    expect(links(bakery, '#20', 'hi').topic).toEqual([{ text: '#20', url: 'https://numbers.example.com/20' }])
  })

  it("make no script or markup of a user's text", () => {
    const anything = { id: 1, pattern: '!(?P<all>.+)', url_template: '{+all}' }
    expect(links(withLinkifiers(anything), 't', '!javascript:alert(1)').html).toBe('<p>!javascript:alert(1)</p>')
    expect(links(withLinkifiers(anything), 't', `!"onclick='x'<b>`).html).toBe(
      `<p><a href="http://%22onclick='x'%3Cb%3E">!"onclick='x'&lt;b&gt;</a></p>`,
    )
  })

  it.each([
    [{ pattern: '(' }, 'pattern (Bad regular expression: missing ): ()'],
    [{ url_template: '{' }, 'url_template (Invalid URL template.)'],
    [{ url_template: '{nr}' }, "url_template (Group 'nr' in URL template is not present in linkifier pattern.)"],
    [{ alternative_url_templates: ['}'] }, 'alternative_url_templates (Invalid URL template.)'],
    [{ reverse_template: '{id' }, 'example_input (Example text is required when auto-conversion field is set.)'],
  ])('of a seed are refused with %j', (changed, problem) => {
    expect(() => withLinkifiers({ ...numbers, ...changed })).toThrow(
      `Linkifier 1 of the seed has a malformed ${problem}`,
    )
  })
})
