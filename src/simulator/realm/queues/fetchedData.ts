import {
  eventRules,
  limits,
  settingChoices,
  settingFields,
  settingsByThemselves,
  settingsObject,
  versionOf,
} from '../../../protocol/index.js'
import { own } from '../../../values.js'
import { botsOf, isAdministrator, isBot, isGuest, isModerator, settingOf } from '../access/accounts.js'
import { isAllowed } from '../access/groups.js'
import { hasCopy, isSubscribed, mayAccessUser, maySeeChannel } from '../access/visibility.js'
import { byPlace, messagesIn, newestCopy } from '../conversations/messages.js'
import { displayedTopic, isKnownPolicy, mutedTopics } from '../conversations/topics.js'
import { isMentioned, isUnread } from '../messages/flags.js'
import { timeLimit, timeLimitNames } from '../organisation/timeLimits.js'
import { channelShape, defaultChannelIds, folderShape, subscriptionShape } from '../shapes/channel.js'
import { hasEvents } from '../shapes/olderShapes.js'
import {
  domainShapes,
  emojiShapes,
  fieldShapes,
  groupShapes,
  linkifierShapes,
  realmSettingFields,
} from '../shapes/organisation.js'
import { isSimple, lastUpdate, presencesFor, presencesShape } from '../shapes/presence.js'
import { fieldsAt, registerFields, SystemGroup, statefulAt } from '../shapes/registerFields.js'
import { draftsOf, remindersOf, scheduledBy, snippetsOf } from '../shapes/unsentMessages.js'
import { botShape, mutedUsers, userShape, userShapes } from '../shapes/user.js'
import { botDomain } from '../users/newAccount.js'
import { userSettings as settingsOfAccount } from '../users/userSettings.js'
import type { Wants } from '../world/eventQueues.js'
import type { Wire } from '../world/events.js'
import type { Account, State, StoredMessage } from '../world/state.js'
import type { World } from '../world/world.js'

/** What `POST /register` returns in addition to the queue: the state of every requested type. */
export function fetchedData(world: World, viewer: Account, wants: Wants, types: readonly string[] | undefined): Wire {
  const chosen = types ?? [...new Set([...defaultTypes, ...Object.keys(data)])]
  const isNamed = (type: string) => types?.includes(type) === true
  const whom = { world, viewer, wants, isNamed, isAsked: (type: string) => types === undefined || isNamed(type) }
  const version = versionOf(world.level())
  const fetched: Wire[] = chosen
    .filter((type) => hasEvents(world, type))
    .flatMap((type) => [defaultFields(world, viewer, wants, type), own(data, type)?.(whom) ?? {}])
  return Object.assign(
    {
      svc_version: version,
      svc_feature_level: world.level(),
      ...(world.has('serverMergeBase') && { svc_merge_base: version }),
    },
    ...fetched,
  )
}

interface For {
  readonly world: World
  readonly viewer: Account
  readonly wants: Wants
  /** Whether the data of a type is asked for by its name. */
  isNamed(type: string): boolean
  /** Whether it is asked for, by its name or with everything. */
  isAsked(type: string): boolean
}

/** By the type that requests it. */
const data: Readonly<Record<string, (whom: For) => Wire>> = {
  message: ({ world, viewer }) => ({ max_message_id: newestCopy(world.state, viewer) }),

  realm: ({ world }) => {
    const { assumptions, state } = world
    return {
      realm_name: state.realm.name,
      realm_description: state.realm.description,
      realm_uri: world.url(),
      ...(world.has('realmUrl') && { realm_url: world.url() }),
      realm_bot_domain: botDomain(world),
      realm_icon_url: `/user_avatars/${state.realm.id}/realm/icon.png?version=1`,
      realm_push_notifications_enabled: assumptions.pushNotifications,
      realm_mandatory_topics: assumptions.topicsRequired,
      ...statefulAt(world.levelReached(), {
        realm_date_created: created(state),
        realm_topics_policy: assumptions.topicsRequired ? 'disable_empty_topic' : 'allow_empty_topic',
        realm_enable_read_receipts: assumptions.readReceipts,
        ...Object.fromEntries(timeLimitNames.map((name) => [`realm_${name}`, timeLimit(world, name)])),
        max_channel_folder_name_length: limits.channelFolderName,
        max_channel_folder_description_length: limits.channelFolderDescription,
        event_queue_longpoll_timeout_seconds: eventRules.longPoll,
        max_message_length: assumptions.messageLength,
        max_topic_length: assumptions.topicLength,
        max_stream_name_length: limits.channelName,
        max_stream_description_length: limits.channelDescription,
        server_presence_ping_interval_seconds: 60,
        server_presence_offline_threshold_seconds: assumptions.offlineSeconds,
        server_typing_started_wait_period_milliseconds: 30_000,
        server_typing_stopped_wait_period_milliseconds: 12_000,
        server_typing_started_expiry_period_milliseconds: 45_000,
      }),
      server_generation: created(state),
      ...(world.has('emptyTopic') && { realm_empty_topic_display_name: assumptions.emptyTopicDisplayName }),
      max_file_upload_size_mib: assumptions.uploadMebibytes,
      ...realmSettingFields(world),
    }
  },

  realm_user: ({ world, viewer, wants }) => {
    const shapes = userShapes(world, viewer, {
      client_gravatar: wants.client_gravatar,
      include_custom_profile_fields: true,
      withUnknown: world.has('unknownUsers') && !wants.capabilities.includes('user_list_incomplete'),
    })
    const some = (isActive: boolean) =>
      shapes.filter(({ is_active }) => is_active === isActive).map(({ is_active: _, ...shape }) => shape)
    const how = { client_gravatar: false, include_custom_profile_fields: false }
    const { user_id, email, delivery_email, full_name, avatar_url, is_admin, is_owner, is_guest, ...own } = userShape(
      world,
      viewer,
      viewer,
      how,
    )
    const systemBots = [...world.state.accounts.values()].filter(({ is_system_bot }) => is_system_bot)
    const isMember = !isGuest(viewer)
    return {
      realm_users: some(true),
      realm_non_active_users: some(false),
      cross_realm_bots: systemBots.map((bot) => userShape(world, viewer, bot, how)),
      ...{ user_id, email, delivery_email, full_name, avatar_url, is_admin, is_guest },
      ...('is_billing_admin' in own && { is_billing_admin: own.is_billing_admin }),
      avatar_url_medium: avatar_url,
      can_create_streams: isMember,
      ...statefulAt(world.levelReached(), {
        is_owner,
        is_moderator: isModerator(viewer) && (!is_admin || world.has('adminsModerate')),
        ...{ can_create_private_streams: isMember, can_create_public_streams: isMember },
        can_invite_others_to_realm: isAllowed(world, 'can_invite_users_group', viewer),
        can_subscribe_other_users: isMember,
      }),
    }
  },

  realm_bot: ({ world, viewer }) => {
    const bots = isAdministrator(viewer) ? [...world.state.accounts.values()].filter(isBot) : botsOf(world, viewer)
    return { realm_bots: bots.filter((bot) => !bot.is_system_bot).map((bot) => botShape(world, viewer, bot)) }
  },

  realm_emoji: ({ world }) => ({ realm_emoji: emojiShapes(world) }),

  realm_linkifiers: ({ world, wants }) => {
    const canTake = !world.has('linkifierUrlTemplate') || wants.capabilities.includes('linkifier_url_template')
    return { realm_linkifiers: canTake ? linkifierShapes(world) : [] }
  },

  custom_profile_fields: ({ world }) => ({ custom_profile_fields: fieldShapes(world) }),

  realm_user_groups: ({ world, wants }) => ({
    realm_user_groups: groupShapes(world, wants.capabilities.includes('include_deactivated_groups')),
  }),

  stream: ({ world, viewer, wants }) => ({
    streams: visibleChannels(world, viewer, wants).map((channel) => channelShape(world, channel)),
  }),

  subscription: ({ world, viewer, wants }) => {
    const visible = visibleChannels(world, viewer, wants)
    const subscriptions = visible
      .filter((channel) => isSubscribed(channel, viewer))
      .map((channel) => subscriptionShape(world, viewer, channel, wants.include_subscribers))
    const never = visible
      .filter((channel) => !isSubscribed(channel, viewer))
      .map((channel) => ({
        ...channelShape(world, channel),
        ...(wants.include_subscribers && { subscribers: [...channel.subscribers] }),
      }))
    const takesNull = wants.capabilities.includes('notification_settings_null')
    return {
      subscriptions: takesNull ? subscriptions : subscriptions.map((one) => withoutNull(viewer, one)),
      ...{ unsubscribed: [], never_subscribed: never },
    }
  },

  channel_folders: ({ world }) =>
    world.has('channelFolders')
      ? { channel_folders: [...world.state.folders.values()].map((folder) => folderShape(world, folder)) }
      : {},

  presence: ({ world, viewer, wants }) => {
    const found = presencesFor(world, viewer)
    return {
      presences: presencesShape(world, viewer, found, wants.slim_presence || isSimple(world, wants)),
      ...statefulAt(world.levelReached(), {
        server_timestamp: world.clock.now() / 1000,
        presence_last_update_id: lastUpdate(found),
      }),
    }
  },

  alert_words: ({ viewer }) => ({ alert_words: [...viewer.alert_words] }),

  realm_domains: ({ world }) => ({ realm_domains: domainShapes(world) }),

  realm_playgrounds: ({ world }) => ({ realm_playgrounds: world.state.playgrounds }),

  reminders: ({ world, viewer }) => ({ reminders: remindersOf(world, viewer) }),

  default_streams: ({ world, viewer }) => ({ realm_default_streams: isGuest(viewer) ? [] : defaultChannelIds(world) }),

  user_status: ({ world, viewer }) => {
    const set = [...world.state.accounts.values()].flatMap((account) =>
      account.status === undefined || !mayAccessUser(world, viewer, account)
        ? []
        : [[String(account.id), account.status] as const],
    )
    return { user_status: Object.fromEntries(set) }
  },

  user_topic: ({ world, viewer, wants }) => ({
    user_topics: [...viewer.topicPolicies.values()]
      .filter((entry) => isKnownPolicy(world, entry.visibility_policy))
      .map((entry) => ({ ...entry, topic_name: shownTopic(world, wants, entry.topic_name) })),
  }),

  // Whoever asks by name for the newer data gets only that.
  muted_topics: ({ world, viewer, isNamed }) =>
    isNamed('user_topic') && hasEvents(world, 'user_topic') ? {} : { muted_topics: mutedTopics(world, viewer) },

  muted_users: ({ viewer }) => ({ muted_users: mutedUsers(viewer) }),

  scheduled_messages: ({ world, viewer }) => ({ scheduled_messages: scheduledBy(world, viewer) }),

  drafts: ({ world, viewer }) => ({ drafts: draftsOf(world, viewer) }),

  saved_snippets: ({ world, viewer }) => ({ saved_snippets: snippetsOf(world, viewer) }),

  recent_private_conversations: ({ world, viewer }) => ({
    recent_private_conversations: [...world.state.conversations.values()].flatMap(({ user_ids }) => {
      const isCopied = (message: StoredMessage) => hasCopy(message, viewer.id)
      const last =
        user_ids.includes(viewer.id) && messagesIn(world.state, { kind: 'direct', user_ids }).findLast(isCopied)
      const others = user_ids.filter((id) => id !== viewer.id)
      return last ? [{ user_ids: others, max_message_id: last.id }] : []
    }),
  }),

  starred_messages: ({ world, viewer }) => ({
    starred_messages: [...viewer.flagged.entries()].flatMap(([id, flags]) =>
      flags.includes('starred') && world.state.messages.has(id) ? [id] : [],
    ),
  }),

  // It would be out of date without the events of both types.
  update_message_flags: ({ world, viewer, wants, isAsked }) =>
    isAsked('message') ? { unread_msgs: unreadMessages(world, viewer, wants) } : {},
}

/** When the first account was created. */
function created({ accounts }: State): number {
  return Math.min(...[...accounts.values()].map((account) => account.created))
}

function visibleChannels(world: World, viewer: Account, { capabilities }: Wants) {
  return [...world.state.channels.values()].filter(
    (channel) => maySeeChannel(viewer, channel) && (!channel.is_archived || capabilities.includes('archived_channels')),
  )
}

/** Clients that can't read null get the account's own setting where a subscription has none. */
function withoutNull(viewer: Account, subscription: Wire): Wire {
  const names = ['audible', 'desktop', 'email', 'push'].map((kind) => `${kind}_notifications`)
  const unset = names.filter((name) => subscription[name] === null)
  return {
    ...subscription,
    ...Object.fromEntries(unset.map((name) => [name, settingOf(viewer, `enable_stream_${name}`)])),
  }
}

/** Clients that don't support the empty topic get a name for it. */
function shownTopic(world: World, { capabilities }: Wants, topic: string): string {
  return capabilities.includes('empty_topic_name') ? topic : displayedTopic(world, topic)
}

/** Unread messages by conversation. */
function unreadMessages(world: World, viewer: Account, wants: Wants) {
  const { messages } = world.state
  const unread = [...messages.values()].slice(-mostLookedAt).filter((message) => isUnread(viewer, message))
  const entries = [...byPlace(unread).values()].map((group) =>
    entry(viewer, group, (topic) => shownTopic(world, wants, topic)),
  )
  return {
    count: unread.length,
    pms: entries.filter((one) => 'other_user_id' in one),
    streams: entries.filter((one) => 'stream_id' in one),
    huddles: entries.filter((one) => 'user_ids_string' in one),
    mentions: unread.filter((message) => isMentioned(world, viewer, message)).map(({ id }) => id),
    old_unreads_missing: messages.size > mostLookedAt,
  }
}

/** Older messages count as read. */
const mostLookedAt = 50_000

function entry(viewer: Account, messages: readonly StoredMessage[], shown: (topic: string) => string) {
  const unread_message_ids = messages.map((message) => message.id)
  const place = messages[0]?.place
  if (place === undefined || place.kind === 'channel') {
    return { stream_id: place?.stream_id ?? 0, topic: shown(place?.topic ?? ''), unread_message_ids }
  }
  if (place.user_ids.length > 2) return { user_ids_string: place.user_ids.join(','), unread_message_ids }
  const other_user_id = place.user_ids.find((id) => id !== viewer.id) ?? viewer.id
  return { other_user_id, sender_id: other_user_id, unread_message_ids }
}

/** Types whose fields are not backed by state. */
const defaultTypes: readonly string[] = [
  ...Object.keys(registerFields),
  ...Object.keys(settingsByThemselves),
  'user_settings',
  'realm_user_settings_defaults',
]

/** The fields of a type that are not backed by state, at this level. An assumption. */
function defaultFields(world: World, viewer: Account, { capabilities }: Wants, type: string): Wire {
  const level = world.levelReached()
  if (type === 'user_settings') {
    return fieldsAt(level, [['user_settings', settingsOf(world, viewer), settingsObject.since]])
  }
  if (type === 'realm_user_settings_defaults') {
    const { userDefaults } = world.state
    const there = fieldsAt(level, [...settingFields, ...settingChoices])
    return statefulAt(level, { realm_user_settings_defaults: withSet(there, userDefaults) })
  }
  const alone = own(settingsByThemselves, type)
  if (alone !== undefined) {
    const until = capabilities.includes('user_settings_object') ? settingsObject.since : settingsObject.alone
    const settings = level < until ? settingsOf(world, viewer) : {}
    return Object.fromEntries(alone.filter((name) => name in settings).map((name) => [name, settings[name]]))
  }
  const fields = Object.entries(fieldsAt(level, own(registerFields, type) ?? []))
  return Object.fromEntries(
    fields.map(([name, value]) => [name, value instanceof SystemGroup ? groupNamed(world.state, value.name) : value]),
  )
}

function groupNamed({ groups }: State, name: string): number | undefined {
  return [...groups.values()].find((group) => group.name === name)?.id
}

function settingsOf(world: World, account: Account): Wire {
  const there = { ...fieldsAt(world.levelReached(), [...settingFields, ...settingChoices]), timezone: account.timezone }
  return withSet(there, new Map(Object.entries(settingsOfAccount(account))))
}

/** Settings with the values that were set in place of the usual ones. */
function withSet(usual: Wire, set: ReadonlyMap<string, unknown>): Wire {
  return Object.fromEntries(Object.entries(usual).map(([name, value]) => [name, set.get(name) ?? value]))
}
