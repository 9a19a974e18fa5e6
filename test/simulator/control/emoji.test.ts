import { describe, expect, it } from 'vitest'
import { lunch, stage } from './stage.js'

const open = stage()

describe('the list of Unicode emoji', () => {
  it('has unique names, and each of its emoji is accepted as a reaction', async () => {
    const { simulator, control } = open()
    const { emoji } = (await control('GET', '/emoji')).body as {
      emoji: { code: string; names: [string, ...string[]] }[]
    }
    const names = emoji.flatMap((one) => one.names)
    expect(names).toEqual(expect.arrayContaining(['smile', '+1', 'laughing', 'lol']))
    expect(new Set(names).size).toBe(names.length)

    const { email, apiKey } = simulator.credentials('hamlet')
    const id = simulator.say('hamlet', lunch, 'bread')
    for (const { code, names } of emoji) {
      const response = await simulator.fetch(`${simulator.url}/api/v1/messages/${id}/reactions`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` },
        body: new URLSearchParams({ emoji_name: names[0], emoji_code: code, reaction_type: 'unicode_emoji' }),
      })
      expect([names, response.status]).toEqual([names, 200])
    }
  })
})
