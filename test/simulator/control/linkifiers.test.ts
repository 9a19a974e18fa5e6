import { describe, expect, it } from 'vitest'
import { stage } from './stage.js'

const open = stage()
const issue = {
  id: 1,
  pattern: '#(?P<id>[0-9]+)',
  url_template: 'https://tracker.example.com/issue/{id}',
  example_input: '#1234',
  reverse_template: '#{id}',
  alternative_url_templates: ['https://tracker.example.com/i/{id}'],
}

describe('trying linkifiers', () => {
  it('returns the links in a text in order, and the text that stands for a URL', async () => {
    const { control } = open()
    const greedy = { id: 2, pattern: '#12', url_template: 'https://twelve.example.com/' }
    const body = { linkifiers: [greedy, issue], text: 'see #12 and #34', url: 'https://tracker.example.com/i/34' }
    expect((await control('POST', '/linkifiers/try', body)).body).toEqual({
      links: [
        { linkifier: 2, start: 4, end: 7, text: '#12', url: 'https://twelve.example.com/' },
        { linkifier: 1, start: 12, end: 15, text: '#34', url: 'https://tracker.example.com/issue/34' },
      ],
      reversed: '#34',
      problems: [],
    })
  })

  it("returns the service's error messages for each field", async () => {
    const { control } = open()
    const linkifiers = [
      { id: 7, pattern: '(?P<a>x', url_template: 'https://example.com/{a}' },
      { id: 8, pattern: '(?P<a>x)', url_template: 'https://example.com/{b}' },
      { id: 9, pattern: '' },
    ]
    const { body } = await control('POST', '/linkifiers/try', { linkifiers, text: 'x' })
    expect(body).toMatchObject({
      links: [],
      problems: [
        { linkifier: 7, field: 'pattern', message: expect.stringContaining('Bad regular expression'), skipped: true },
        { linkifier: 8, field: 'url_template', message: expect.stringContaining("Group 'b'"), skipped: true },
        { linkifier: 9, field: 'url_template', message: 'This field cannot be blank.', skipped: true },
        { linkifier: 9, field: 'pattern', message: 'This field cannot be blank.', skipped: true },
      ],
    })
  })

  it('accepts linkifiers as older servers list them', async () => {
    const { control } = open({ featureLevel: 163 })
    const older = { id: 1, pattern: '#(?P<id>[0-9]+)', url_format: 'https://tracker.example.com/%(id)s?at=100%%' }
    const { body } = await control('POST', '/linkifiers/try', { linkifiers: [older], text: '#5' })
    expect(body).toMatchObject({ links: [{ url: 'https://tracker.example.com/5?at=100%25' }], problems: [] })
  })

  it('refuses anything but a list of linkifiers', async () => {
    const { control } = open()
    for (const linkifiers of [undefined, 'all', [{}], [{ id: 'x', pattern: 1 }]]) {
      expect((await control('POST', '/linkifiers/try', { linkifiers })).status).toBe(400)
    }
  })
})
