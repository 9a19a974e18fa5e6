import type { FeatureId } from 'earshot/protocol'
import type { Service } from '../ways.js'
import type { LevelCase } from './levelCase.js'

/** The HTML of a text, as a member sees it. */
async function html(service: Service, content: string): Promise<unknown> {
  const { body } = await service.call('hamlet', 'POST', '/messages/render', { content })
  return body.rendered
}

const text = (level: number, content: string, before: unknown, since: unknown): LevelCase => ({
  level,
  see: (service) => html(service, content),
  before: `<p>${before}</p>`,
  since: `<p>${since}</p>`,
})

const all = (classes: string, word: string) => `<span class="${classes}" data-user-id="*">@${word}</span>`
const emoji = (code: string, name: string) =>
  `<span aria-label="${name.replaceAll('_', ' ')}" class="emoji emoji-${code}" role="img" title="${name.replaceAll('_', ' ')}">:${name}:</span>`
const kitchen = (kind: string, path: string, shown: string) =>
  `<a class="stream${kind}" data-stream-id="2" href="/#narrow/${path}">#kitchen${shown}</a>`
const bothClasses = 'user-mention channel-wildcard-mention'

/** Rows about the HTML of messages. */
export const markdownCases = {
  channelWildcard: text(247, '@**channel**', '@<strong>channel</strong>', all('user-mention', 'channel')),
  channelWildcardClass: text(296, '@**all**', all('user-mention', 'all'), all(bothClasses, 'all')),
  emojiSequences: text(261, '🇩🇪', '🇩🇪', emoji('1f1e9-1f1ea', 'flag_germany')),
  messageLinks: text(
    319,
    '#**kitchen>rye@5**',
    kitchen('-topic', 'stream/2-kitchen/topic/rye.405', ' &gt; rye@5'),
    '<a class="message-link" href="/#narrow/stream/2-kitchen/topic/rye/near/5">#kitchen &gt; rye @ 💬</a>',
  ),
  channelInPaths: text(324, '#**kitchen**', kitchen('', 'stream/2-kitchen', ''), kitchen('', 'channel/2-kitchen', '')),
  systemGroupNames: text(
    333,
    '@_*role:members*',
    '<span class="user-group-mention silent" data-user-group-id="3">role:members</span>',
    '<span class="user-group-mention silent" data-user-group-id="3">Members</span>',
  ),
  topicLinksWithMessage: text(
    347,
    '#**kitchen>lunch**',
    kitchen('-topic', 'channel/2-kitchen/topic/lunch', ' &gt; lunch'),
    kitchen('-topic', 'channel/2-kitchen/topic/lunch/with/105', ' &gt; lunch'),
  ),
  newestTopicLinks: text(
    400,
    '#**kitchen>lunch**',
    kitchen('-topic', 'channel/2-kitchen/topic/lunch/with/105', ' &gt; lunch'),
    kitchen('-topic', 'channel/2-kitchen/topic/lunch/with/106', ' &gt; lunch'),
  ),
  newerEmojiNames: text(387, ':smile:', emoji('1f642', 'smile'), emoji('1f604', 'smile')),
  inlineImages: text(
    437,
    '![oven](/user_uploads/2/ab/oven.png)',
    '![oven](/user_uploads/2/ab/oven.png)',
    '<img alt="oven" class="inline-image" src="/user_uploads/2/ab/oven.png">',
  ),
  invalidTimesAsText: text(
    451,
    '<time:soon>',
    '<span class="timestamp-error">Invalid time format: soon</span>',
    '&lt;time:soon&gt;',
  ),
} satisfies Partial<Record<FeatureId, LevelCase>>
