import { type GroupSetting, noticeText, serverTexts } from '../../../protocol/index.js'
import { accountOf, isBot } from '../access/accounts.js'
import { sharesHistory } from '../access/visibility.js'
import { silentMentionOf } from '../conversations/messages.js'
import { postNotice, sendNotice } from '../messages/sending.js'
import type { Account, Group, StoredChannel } from '../world/state.js'
import type { World } from '../world/world.js'

export function noticeNewChannel(world: World, creator: Account, channel: StoredChannel): void {
  const facts = {
    policy: accessPolicy(channel),
    user: silentMentionOf(creator),
    description: described(channel.description),
  }
  post(world, channel, serverTexts.channelCreated, facts, creator)
}

export function noticeRename(world: World, user: Account, channel: StoredChannel, before: string): void {
  post(world, channel, serverTexts.channelRenamed, { user: silentMentionOf(user), before, after: channel.name })
}

export function noticeDescription(world: World, user: Account, channel: StoredChannel, before: string): void {
  const facts = { user: silentMentionOf(user), before: described(before), after: described(channel.description) }
  post(world, channel, serverTexts.descriptionChanged, facts)
}

/** @param before The channel's policy before the change. */
export function noticeAccess(world: World, user: Account, channel: StoredChannel, before: string): void {
  post(world, channel, serverTexts.accessChanged, { user: silentMentionOf(user), before, after: accessPolicy(channel) })
}

export function noticePosting(
  world: World,
  user: Account,
  channel: StoredChannel,
  { before, after }: { readonly before: GroupSetting; readonly after: GroupSetting },
): void {
  const facts = { user: silentMentionOf(user), before: membersNamed(world, before), after: membersNamed(world, after) }
  post(world, channel, serverTexts.postingChanged, facts)
}

/** @param before The channel's retention time before the change. */
export function noticeRetention(world: World, user: Account, channel: StoredChannel, before: number | null): void {
  // The organisation's own time is unlimited.
  const [old, now] = [before ?? -1, channel.message_retention_days ?? -1]
  const [forever, endsForever] = [serverTexts.forever, old === -1]
  const days = (count: number) => noticeText(serverTexts.days, { days: count })
  const isForever = now === -1 && !endsForever
  const summary = isForever ? serverTexts.retainedForever : serverTexts.deletedAfter
  post(world, channel, serverTexts.retentionChanged, {
    user: silentMentionOf(user),
    ...{ before: endsForever ? forever : days(old), after: isForever ? forever : days(now) },
    summary: noticeText(summary, { kind: kindWord(world), days: now }),
  })
}

/** Announces new channels in the organisation's channel for that, if there is one. */
export function announceChannels(world: World, user: Account, channels: readonly StoredChannel[]): void {
  const id = world.state.realmSettings.get('new_stream_announcements_stream_id')
  const place = world.state.channels.get(Number(id))
  if (place === undefined || channels.length === 0) return
  const kind = kindWord(world)
  const list = channels.map(({ name }) => `#**${name}**`).join(', ')
  const text = channels.length === 1 ? serverTexts.channelAnnounced : serverTexts.channelsAnnounced
  const topic = noticeText(serverTexts.newChannels, { kind })
  const content = noticeText(text, { user: silentMentionOf(user), kind, list })
  postNotice(world, { kind: 'channel', stream_id: place.id, topic }, content, user)
}

export function noticeArchiving(world: World, channel: StoredChannel): void {
  if (!channel.is_archived) post(world, channel, serverTexts.channelUnarchived, { channel: channel.name })
  else if (world.has('archivingNotices')) post(world, channel, serverTexts.channelArchived, { channel: channel.name })
}

/** Tells somebody to which existing channels another user subscribed them. */
export function noticeSubscribed(world: World, user: Account, subscriber: Account, channels: readonly string[]): void {
  const [first, second] = channels
  if (first === undefined) return
  const one = world.has('archivingNotices') ? serverTexts.subscribed : serverTexts.subscribedOlder
  const list = channels
    .toSorted()
    .map((channel) => `* #**${channel}**\n`)
    .join('')
  const text = second === undefined ? one : serverTexts.subscribedToSeveral
  const mention = world.has('archivingNotices') ? silentMentionOf(user) : silentMentionOf(user).replace('_', '')
  tell(world, user, subscriber, text, { channel: first, list, user: mention })
}

export function noticeGroup(
  world: World,
  user: Account,
  text: typeof serverTexts.addedToGroup | typeof serverTexts.removedFromGroup,
  group: Group,
  members: readonly number[],
): void {
  for (const id of members) tell(world, user, accountOf(world, id), text, { group: group.name })
}

type Facts = Readonly<Record<string, string>>

/** Bots get no such notices, and people none about what they did themselves. */
function tell(world: World, user: Account, recipient: Account, text: string, facts: Facts): void {
  if (recipient.id === user.id || isBot(recipient) || !recipient.is_active) return
  sendNotice(world, recipient, noticeText(text, { user: silentMentionOf(user), kind: kindWord(world), ...facts }))
}

function post(world: World, channel: StoredChannel, text: string, facts: Facts, reader?: Account): void {
  const kind = kindWord(world)
  const topic = noticeText(serverTexts.channelEvents, { kind })
  postNotice(world, { kind: 'channel', stream_id: channel.id, topic }, noticeText(text, { ...facts, kind }), reader)
}

/** Who may read a channel, in the words of the server's notices. */
export function accessPolicy(channel: StoredChannel): string {
  if (!channel.invite_only) return serverTexts.publicChannel
  return sharesHistory(channel) ? serverTexts.privateChannel : serverTexts.protectedChannel
}

/** What this server calls a channel. */
export function kindWord(world: World): string {
  return world.has('channelWords') ? 'channel' : 'stream'
}

/** The groups and users of a setting, as silent mentions. */
function membersNamed(world: World, setting: GroupSetting): string {
  const { direct_members: members, direct_subgroups: groups } =
    typeof setting === 'number' ? { direct_members: [], direct_subgroups: [setting] } : setting
  const groupNames = groups.map((id) => `@_*${world.state.groups.get(id)?.name ?? ''}*`)
  return [...groupNames, ...members.map((id) => silentMentionOf(accountOf(world, id)))].join(', ')
}

const described = (description: string) => (description === '' ? serverTexts.noDescription : description)
