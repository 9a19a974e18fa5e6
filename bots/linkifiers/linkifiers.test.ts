import { type TestChat, testBot } from 'earshot/testing'
import 'earshot/testing/vitest'
import { createLinkifier } from 'earshot/linkify'
import type { OrganisationSeed } from 'earshot/simulator'
import { afterEach, describe, expect, it } from 'vitest'
import { bakeryWith, bundledBots } from '../index.js'
import { createLinkifiers } from './bot.js'
import { listOf } from './list.js'

let chat: TestChat | undefined
afterEach(() => chat?.close())

async function open(seed: Partial<OrganisationSeed> = {}): Promise<TestChat> {
  const organisation = { ...bakeryWith(bundledBots), ...seed }
  chat = await testBot(createLinkifiers, { account: 'Linkifiers', simulator: { organisation } })
  return chat
}

describe('Linkifiers', () => {
  it('checks the role again before it changes the order', async () => {
    const chat = await open()
    expect(await chat.as('iago').dm('move 3 to 1')).toHaveReplied(/yes \/ no/)
    chat.simulator.realm.account('iago').role = 400
    expect(await chat.as('iago').dm('yes')).toHaveReplied('Only organization administrators may do this.')
    expect(chat.effects()).toEqual([])
  })

  it('sets only the order that it has shown', async () => {
    const chat = await open()
    await chat.as('iago').dm('move 3 to 1')
    const { realm } = chat.simulator
    realm.call('linkifiers.delete', realm.account('desdemona'), { filter_id: 2 })
    expect(await chat.as('iago').dm('yes')).toHaveReplied(/^The server refused: The ordered list must enumerate all/)
  })

  it('lists the problem of an invalid linkifier', () => {
    const broken = { id: 4, pattern: '(oven', url_template: 'https://oven.example.com/' }
    const linkifier = { ...broken, example_input: null, reverse_template: null, alternative_url_templates: [] }
    const text = listOf([linkifier], createLinkifier([linkifier]).problems)
    expect(text).toMatch(/- Linkifier 4: Bad regular expression/)
  })

  it('replies that there are no linkifiers', async () => {
    const chat = await open({ linkifiers: [] })
    expect(await chat.as('hamlet').dm('list')).toHaveReplied('Nothing becomes a link by itself here.')
  })

  it('mentions nobody when it quotes a text', async () => {
    const chat = await open({
      linkifiers: [{ id: 1, pattern: String.raw`(?P<who>@\*\*all\*\*)`, url_template: 'https://a.example.com/{who}' }],
    })
    const [reply] = await chat.as('hamlet').dm('try @**all**')
    expect(reply?.content).toMatch(/^- `@\*\*all\*\*` leads to/)
  })
})
