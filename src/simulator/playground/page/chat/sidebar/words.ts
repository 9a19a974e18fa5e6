import { presenceWords } from '../../../presence.js'
import { isResolved } from '../actions/topicNames.js'
import type { Row } from './rows.js'

/** What a line of the sidebar says to who doesn't see it: all of its signs in words. */
export function rowWords(row: Row): string {
  return said(row).filter(Boolean).join(', ')
}

function said(row: Row): readonly (string | false)[] {
  switch (row.kind) {
    case 'section':
      return [row.title, String(row.count)]
    case 'fold':
      return [row.title]
    case 'channel': {
      const { name, isPrivate, isMuted, isSubscribed } = row.channel
      return [
        `${isPrivate ? 'private ' : ''}channel ${name}`,
        !isSubscribed && 'not subscribed',
        isMuted && 'muted',
        ...unreadWords(row),
      ]
    }
    case 'topic': {
      const { title, name, policy } = row.topic
      return [
        title,
        isResolved(name) && 'resolved',
        row.isMuted && 'muted',
        policy === 'followed' && 'followed',
        ...unreadWords(row.topic),
      ]
    }
    case 'direct':
      return [row.title, ...unreadWords({ unread: row.conversation.unread, isMentioned: false })]
    case 'person': {
      const { name, isBot, isActive, isDeleted, presence } = row.person
      return [
        name,
        row.isYou && 'you',
        isBot && 'bot',
        row.isMuted && 'muted',
        isDeleted ? 'deleted' : !isActive && 'deactivated',
        isActive && !isBot && !row.isMuted && presenceWords[presence],
      ]
    }
  }
}

function unreadWords({ unread, isMentioned }: { unread: number; isMentioned: boolean }): readonly (string | false)[] {
  return [unread > 0 && `${unread} unread`, isMentioned && 'mentions you']
}
