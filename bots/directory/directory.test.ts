import type { OrganisationSeed } from 'earshot/simulator'
import { type TestChat, testBot } from 'earshot/testing'
import 'earshot/testing/vitest'
import { afterEach, describe, expect, it } from 'vitest'
import { bakeryWith, bundledBots } from '../index.js'
import { createDirectory } from './bot.js'

let chat: TestChat | undefined
afterEach(() => chat?.close())

async function open(seed: Partial<OrganisationSeed> = {}): Promise<TestChat> {
  const organisation = { ...bakeryWith(bundledBots), ...seed }
  chat = await testBot(createDirectory, { account: 'Directory', simulator: { organisation } })
  return chat
}

describe('Directory', () => {
  it('lists no private channel, even if it is subscribed', async () => {
    const chat = await open()
    const { realm } = chat.simulator
    const principals = [realm.account('Directory').id]
    const books = {
      subscriptions: [{ name: 'books' }],
      principals,
      authorization_errors_fatal: true,
      invite_only: false,
    }
    realm.call('subscriptions.add', realm.account('iago'), books)
    const [reply] = await chat.as('hamlet').dm('folders all')
    expect(reply?.content).not.toMatch(/books/)
  })

  it('lists channels without a folder', async () => {
    const chat = await open({
      channel_folders: [],
      channels: [{ stream_id: 1, name: 'general', description: '' }],
      messages: [],
      scheduled_messages: [],
    })
    expect(await chat.as('hamlet').dm('folders')).toHaveReplied('- In no folder: #**general**')
  })

  it('escapes mentions and line breaks in descriptions', async () => {
    const chat = await open({
      channel_folders: [{ id: 1, name: '**Ovens**', description: 'Ask @**all**\n\n# first', order: 0, creator_id: 8 }],
    })
    const [reply] = await chat.as('hamlet').dm('folders')
    expect(reply?.content).toMatch(/^- \*\*&#42;&#42;Ovens&#42;&#42;\*\* \(Ask @_\*\*all\*\* # first\): /)
  })

  it('replies that there are no custom emoji and no profile fields', async () => {
    const chat = await open({
      emoji: [],
      profile_fields: [],
      users: bakeryWith([]).users.map(({ profile, ...user }) => user),
    })
    expect(await chat.as('hamlet').dm('emoji')).toHaveReplied('There are no emoji of our own.')
    expect(await chat.as('hamlet').dm('fields')).toHaveReplied('Profiles have no fields of their own here.')
  })

  it('checks the role again before it changes the order', async () => {
    const chat = await open()
    expect(await chat.as('iago').dm('move field About to 1')).toHaveReplied(/yes \/ no/)
    chat.simulator.realm.account('iago').role = 400
    expect(await chat.as('iago').dm('yes')).toHaveReplied('Only organization administrators may do this.')
    expect(chat.effects()).toEqual([])
  })
})
