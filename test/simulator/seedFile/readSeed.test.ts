import { describe, expect, it } from 'vitest'
import { createSimulator } from '../../../src/simulator/index.js'
import { readSeed } from '../../../src/simulator/seedFile/index.js'
import { shop } from './reading.js'

const short = 'name: Corner Shop\nusers:\n  - { full_name: Iago, role: owner }\n'

describe('a short seed file', () => {
  it('needs a name and an owner, and nothing else', () => {
    expect(readSeed(short)).toEqual({
      name: 'Corner Shop',
      description: '',
      subdomain: 'corner-shop',
      users: [{ user_id: 1, full_name: 'Iago', email: 'iago@example.com', role: 'owner' }],
      bots: [],
      channel_folders: [],
      channels: [],
      groups: [],
      group_settings: {},
      linkifiers: [],
      emoji: [],
      profile_fields: [],
      attachments: [],
      messages: [],
      scheduled_messages: [],
    })
  })

  it('is an organisation that a simulator runs', () => {
    const simulator = createSimulator({
      organisation: readSeed(`${short}channels:\n  - name: general\nbots:\n  - full_name: Echo\n`),
      clock: 'frozen',
    })
    const id = simulator.say('Iago', { channel: 'general', topic: 'greetings' }, 'Good morning')
    expect(simulator.messages({ channel: 'general', topic: 'greetings' }).map((message) => message.id)).toEqual([id])
    expect(simulator.credentials('Echo').token).toMatch(/^\w{32}$/)
  })

  it('names system groups, and users beside groups, in settings', () => {
    const group_settings = {
      can_access_all_users_group: 'role:members',
      can_invite_users_group: { direct_members: [1], direct_subgroups: ['role:moderators'] },
    }
    const seed = readSeed(`${short}group_settings: ${JSON.stringify(group_settings)}\n`)
    expect(seed.group_settings).toEqual(group_settings)
  })

  it('counts IDs on from the highest that is given, users and bots together', () => {
    const seed = readSeed(
      shop({
        users: '  - { full_name: Ophelia }\n  - { user_id: 40, full_name: Yorick }',
        rest: 'bots: [{ full_name: Echo }]',
      }),
    )
    expect(seed.users.map((user) => user.user_id)).toEqual([1, 2, 41, 40])
    expect(seed.bots.map((bot) => bot.user_id)).toEqual([42])
  })

  it('makes addresses from names, each its own, whatever the alphabet', () => {
    const seed = readSeed(
      shop({ users: '  - { full_name: Iago }\n  - { full_name: Zoë Ärmel }\n  - { full_name: 花子 }' }),
    )
    expect(seed.users.map((user) => user.email)).toEqual([
      'iago@example.com',
      'hamlet@example.com',
      'iago-2@example.com',
      'zoe-armel@example.com',
      'user@example.com',
    ])
  })

  it('leaves an address alone that somebody else has given', () => {
    const seed = readSeed(shop({ users: '  - { full_name: Iago Two, email: HAMLET@example.com }' }))
    expect(seed.users.map((user) => user.email)).toEqual([
      'iago@example.com',
      'hamlet-2@example.com',
      'HAMLET@example.com',
    ])
  })

  it('gives bots to the first active owner, and makes them outgoing-webhook bots', () => {
    const seed = readSeed(`name: Shop
users:
  - { user_id: 5, full_name: Prospero, role: owner, is_active: false }
  - { user_id: 6, full_name: Desdemona, role: owner }
bots:
  - { full_name: Echo }
  - { full_name: Old Scale, owner_id: null, type: generic }
`)
    expect(seed.bots.map(({ type, owner_id }) => [type, owner_id])).toEqual([
      ['outgoing webhook', 6],
      ['generic', null],
    ])
  })

  it('puts folders in the order in which they are listed', () => {
    const { channel_folders: folders } = readSeed(
      shop({ rest: 'channel_folders: [{ name: Kitchen }, { name: Front }]' }),
    )
    expect(folders.map(({ id, name, order, creator_id }) => [id, name, order, creator_id])).toEqual([
      [1, 'Kitchen', 0, null],
      [2, 'Front', 1, null],
    ])
  })
})

describe('a time in a seed file', () => {
  const agoOf = (written: string) =>
    readSeed(
      shop({
        rest: `channels: [{ name: general }]\nmessages:\n  - { sender_id: 1, to: { stream_id: 1, topic: a }, content: b, ago: ${written} }`,
      }),
    ).messages[0]?.ago

  it.each([
    ['0', 0],
    ['90', 90],
    ['90s', 90],
    ['40m', 2_400],
    ['3h', 10_800],
    ['2d', 172_800],
    ['"1d 12h 30m"', 131_400],
  ])('may be written %s', (written, seconds) => {
    expect(agoOf(written)).toBe(seconds)
  })

  it('may lie before the start where a message has failed', () => {
    const { scheduled_messages: scheduled } = readSeed(
      shop({
        rest: 'scheduled_messages:\n  - { sender_id: 1, to: { user_ids: [2] }, content: Late, due: -1h, failed: true }',
      }),
    )
    expect(scheduled.map(({ due }) => due)).toEqual([-3_600])
  })
})

describe('the text of a seed file', () => {
  it('may be JSON', () => {
    const json = '{\n\t"name": "Corner Shop \\ud83e\\udd50",\n\t"users": [{"full_name":"Iago","role":"owner"}]\n}\n'
    expect(readSeed(json, { name: 'seed.json' }).name).toBe('Corner Shop 🥐')
  })

  it('may begin with a byte-order mark', () => {
    expect(readSeed(`\uFEFF${short}`).name).toBe('Corner Shop')
  })

  it('may have the line ends of another system', () => {
    expect(readSeed(short.replaceAll('\n', '\r\n')).users).toHaveLength(1)
  })

  it('may repeat itself by anchors and aliases', () => {
    const seed = readSeed(
      shop({
        rest: 'channels:\n  - { name: general, subscribers: &both [1, 2] }\n  - { name: kitchen, subscribers: *both }',
      }),
    )
    expect(seed.channels.map((channel) => channel.subscribers)).toEqual([
      [1, 2],
      [1, 2],
    ])
  })

  it('keeps a text in several lines as it is written', () => {
    const { attachments } = readSeed(
      shop({
        rest: 'attachments:\n  - owner_id: 1\n    name: manual.txt\n    content: |\n      Turn it on.\n      Wait.\n',
      }),
    )
    expect(attachments[0]?.content).toBe('Turn it on.\nWait.\n')
  })
})
