import { describe, expect, it } from 'vitest'
import { sectionsOf } from '../../src/playground/page/chat/sidebar/sections.js'
import { stateFrom, withConversations, withTopics } from '../../src/playground/page/chat/state.js'

const user = (user_id: number, full_name: string, is_bot = false) => ({ user_id, full_name, is_bot, is_active: true })
const channel = (stream_id: number, name: string, invite_only = false) => ({ stream_id, name, invite_only })
const state = stateFrom({
  user_id: 10,
  realm_users: [user(10, 'Hamlet'), user(8, 'Iago'), user(9, 'ariel'), user(20, 'Echo', true), user(21, 'Timer', true)],
  realm_non_active_users: [{ ...user(14, 'Yorick'), is_active: false }],
  cross_realm_bots: [user(1, 'Notifications', true)],
  subscriptions: [channel(2, 'kitchen'), channel(3, 'books', true)],
  never_subscribed: [channel(4, 'yard'), { ...channel(5, 'old'), is_archived: true }],
  unread_msgs: {
    streams: [{ stream_id: 2, topic: 'Oven', unread_message_ids: [4, 5] }],
    pms: [{ other_user_id: 8, unread_message_ids: [9] }],
    huddles: [],
    mentions: [5],
  },
})

/** The sidebar in a few signs: what is shown on demand behind a bar. */
function written(of = state): Record<string, string> {
  const signs = { channel: '#', 'private channel': '🔒', topic: '>', person: '@', people: '@@', bot: '' }
  const line = ({ kind, standing, name, unread, isMentioned }: ReturnType<typeof sectionsOf>[0]['lines'][0]) =>
    `${standing?.says ?? signs[kind]}${name}${unread > 0 ? ` ${unread}` : ''}${isMentioned ? '!' : ''}`
  return Object.fromEntries(
    sectionsOf(of, (bot) => ({ tone: '', says: bot === 20 ? '●' : '○' })).map(({ title, lines, more }) => [
      title,
      [...lines.map(line), ...(more.length > 0 ? ['|', ...more.map(line)] : [])].join(', '),
    ]),
  )
}

describe('the sidebar', () => {
  it('lists channels by name with unread counts, unsubscribed ones on demand, and no archived ones', () => {
    expect(written().Channels).toBe('🔒books, #kitchen 2!, >Oven 2!, |, #yard')
  })

  it('lists the newest five topics, and older unread ones, in any case', () => {
    const topics = Array.from({ length: 8 }, (_, at) => ({ name: `topic ${at}`, max_id: 100 + at }))
    const known = withTopics(state, 2, [...topics, { name: 'oven', max_id: 5 }])
    expect(written(known).Channels).toBe(
      '🔒books, #kitchen 2!, >topic 7, >topic 6, >topic 5, >topic 4, >topic 3, >oven 2!, |, #yard',
    )
  })

  it("lists direct conversations, newest first, with unread ones that weren't fetched", () => {
    const known = withConversations(state, [
      { userIds: [8, 9], newest: 12 },
      { userIds: [10], newest: 3 },
    ])
    expect(written(known)['Direct messages']).toBe('@@Iago, ariel, @Iago 1, @Hamlet (you)')
  })

  it('lists bots with their state, and people, without deactivated and system accounts', () => {
    expect(written().Bots).toBe('●Echo, ○Timer')
    expect(written().People).toBe('@ariel, @Hamlet (you), @Iago 1')
  })
})
