import { zulipDialect } from 'earshot/protocol'
import { type TestBotOptions, type TestChat, testBot } from 'earshot/testing'
import 'earshot/testing/vitest'
import { afterEach, describe, expect, it } from 'vitest'
import { bakeryWith, bundledBots } from '../index.js'
import { createServer } from './bot.js'
import { statusPage } from './statusPage.js'

let chat: TestChat | undefined
afterEach(() => chat?.close())

async function open(options: TestBotOptions['simulator'] = {}): Promise<TestChat> {
  chat = await testBot(createServer, {
    account: 'Server',
    simulator: { organisation: bakeryWith(bundledBots), ...options },
  })
  return chat
}

describe('Server', () => {
  it('shows each user only their own message, and never the token', async () => {
    const chat = await open()
    const { token } = chat.simulator.credentials('Server')
    const replies = await Promise.all(['hamlet', 'iago'].map((who) => chat.as(who).dm('delivery')))
    expect(chat.text()).not.toContain(token)
    for (const [at, who] of ['Hamlet', 'Iago'].entries()) {
      const other = ['iago@example.com', 'hamlet@example.com'][at]
      const text = replies[at]?.map(({ content }) => content).join('\n') ?? ''
      expect(text, who).toMatch(/"sender_full_name": |Another message came in between/)
      expect(text, who).not.toContain(`"sender_email": "${other}"`)
    }
  })

  it("replies that the server doesn't report its deliveries", async () => {
    const chat = await open({ dialect: zulipDialect })
    expect(await chat.as('hamlet').dm('delivery')).toHaveReplied('This server does not tell what it sends.')
  })

  it("omits settings that the server doesn't report", () => {
    const settings = { result: 'success', msg: '', svc_feature_level: 0 } as const
    expect(statusPage(settings)).toBe(
      '**This server**\nVersion: `unknown`, feature level 0\nPeople log in with: nothing that I know of',
    )
  })

  it('shows the base version of a fork', () => {
    const settings = { result: 'success', msg: '', svc_feature_level: 496 } as const
    const fork = { ...settings, svc_version: '12.0-baker', svc_merge_base: '12.0' }
    expect(statusPage(fork)).toContain('Built upon: `12.0`')
    expect(statusPage({ ...fork, svc_merge_base: '' })).not.toContain('Built upon')
  })
})
