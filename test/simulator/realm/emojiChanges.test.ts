import { Client } from 'earshot/client'
import { createSimulator } from 'earshot/simulator'
import { describe, expect, it } from 'vitest'
import { openBakery } from './bakery.js'

const picture = (type = 'image/png', size = 3) => new File([new Uint8Array(size)], 'picture', { type })

describe('a custom emoji', () => {
  it('is uploaded, used and deactivated, after which its name is free again', () => {
    const { as, eventsOf } = openBakery()
    const react = (emoji_name: string) => as('iago').call('reactions.add', { message_id: 105, emoji_name })
    as('hamlet').call('emoji.upload', { emoji_name: 'sour dough', file: picture('image/gif') })
    expect(as('polonius').call('emoji.list').emoji[4]).toMatchObject({
      name: 'sour_dough',
      author_id: 10,
      deactivated: false,
      source_url: '/user_avatars/2/emoji/images/4.gif',
      still_url: '/user_avatars/2/emoji/images/still/4.png',
    })
    react('sour_dough')
    as('hamlet').call('emoji.deactivate', { emoji_name: 'sour_dough' })
    expect(as('iago').refused('reactions.add', { message_id: 106, emoji_name: 'sour_dough' }).msg).toBe(
      "Emoji 'sour_dough' does not exist",
    )
    as('cordelia').call('emoji.upload', { emoji_name: 'sour_dough', file: picture() })
    const { emoji } = as('hamlet').call('emoji.list')
    expect([emoji[4]?.deactivated, emoji[5]?.deactivated]).toEqual([true, false])
    expect(eventsOf('realm_emoji')).toHaveLength(3)
  })

  it.each([
    [new File(['no picture'], 'a.png', { type: 'image/png' }), 'Could not decode image; did you upload an image file?'],
    [new File(['no picture'], 'a.txt', { type: 'text/plain' }), 'Invalid image format'],
  ])('has to be a picture', async (file, msg) => {
    const simulator = createSimulator()
    const { email, apiKey } = simulator.credentials('hamlet')
    const client = new Client({ site: simulator.url, email, apiKey, fetch: simulator.fetch })
    const refused = client.emoji.upload({ emoji_name: 'sourdough', file })
    await expect(refused).rejects.toMatchObject({ code: 'BAD_IMAGE', msg })
    await simulator.close()
  })

  it.each([
    ['', 'Emoji name is missing'],
    ['Rye', 'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.'],
    ['röggen', 'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.'],
    ['rye-', 'Emoji names must end with either a letter or digit.'],
    ['baguette', 'A custom emoji with this name already exists.'],
    ['heart', 'Only administrators can override default emoji.'],
  ])('can\'t be named "%s" by a member', (emoji_name, msg) => {
    const { as, events } = openBakery()
    expect(as('hamlet').refused('emoji.upload', { emoji_name, file: picture() }).msg).toBe(msg)
    expect(events).toEqual([])
  })

  it('may override a Unicode emoji if an administrator uploads it, and has a size limit', () => {
    const { as } = openBakery()
    as('iago').call('emoji.upload', { emoji_name: 'heart', file: picture() })
    as('iago').call('reactions.add', { message_id: 105, emoji_name: 'heart' })
    expect(as('iago').call('messages.get', { message_id: 105 }).message.reactions).toMatchObject([
      { reaction_type: 'realm_emoji', emoji_code: '4' },
    ])
    const file = picture('image/png', 5 * 1024 * 1024 + 1)
    expect(as('iago').refused('emoji.upload', { emoji_name: 'huge', file }).msg).toBe(
      'Uploaded file is larger than the allowed limit of 5 MiB',
    )
  })

  it('can be deactivated by its author or an administrator', () => {
    const { as } = openBakery()
    expect(as('hamlet').refused('emoji.deactivate', { emoji_name: 'croissant_dance' }).msg).toBe(
      'Must be an organization administrator or emoji author',
    )
    as('hamlet').call('emoji.deactivate', { emoji_name: 'baguette' })
    as('desdemona').call('emoji.deactivate', { emoji_name: 'croissant_dance' })
    for (const emoji_name of ['baguette', 'heart', 'nothing']) {
      expect(as('iago').refused('emoji.deactivate', { emoji_name }).msg).toBe(`Emoji '${emoji_name}' does not exist`)
    }
  })
})
