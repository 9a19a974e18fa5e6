import { organisation } from '../../organisation.js'
import { emojiList } from '../emoji/emojiList.js'
import { recentEmoji, unicodeEmoji } from '../emoji/known.js'
import type { ChatState } from '../state.js'
import type { Known, KnownPerson } from './candidates.js'
import type { Recipients } from './composer.js'

/** What can be completed for somebody who writes to these recipients. */
export function knownFor(state: ChatState, { channelId, userIds }: Recipients): Known {
  const channel = channelId === undefined ? undefined : state.channels.get(channelId)
  return {
    people: peopleOf(state),
    groups: [...state.groups.values()].filter(({ isUsed }) => isUsed),
    channels: [...state.channels.values()].filter(({ isArchived }) => !isArchived),
    topicsOf: (id) => topicsOf(state, id),
    emoji: emojiList(unicodeEmoji.value, [...state.emoji.values()]),
    recentEmoji: recentEmoji.value,
    isForChannel: channelId !== undefined,
    nearby: channel?.subscribers ?? new Set(userIds),
  }
}

/** Everybody who can be written to or mentioned, oneself too. */
export function peopleOf(state: ChatState): readonly KnownPerson[] {
  const connected = new Set(organisation.value.bots.flatMap(({ user_id, address }) => (address ? [user_id] : [])))
  return [...state.people.values()]
    .filter(({ user_id }) => !state.mutedUsers.has(user_id))
    .map(({ user_id, full_name, is_bot, is_active }) => ({
      ...{ id: user_id, name: full_name, isBot: is_bot, isActive: is_active },
      isConnected: connected.has(user_id),
    }))
}

/** The topics of a channel that are known, the newest first. */
export function topicsOf(state: ChatState, channelId: number): readonly string[] {
  const topics = [...(state.topics.get(channelId) ?? [])]
  return topics.sort(([, one], [, other]) => other - one).map(([topic]) => topic)
}
