import type { SystemGroupName } from '../groups/systemGroups.js'

/**
 * What an organisation holds when it starts. Pure data: `bakery` is the one that ships with Earshot, and every test,
 * example and document speaks of its people by name.
 *
 * Times are given in seconds before the simulator's start, because an organisation has no birthday of its own.
 */

export type SeedRole = 'owner' | 'administrator' | 'moderator' | 'member' | 'guest'

/** Who may see a person's real address. @see spec 2.2 and the assumption `email-visibility` */
export type SeedEmailVisibility = 'everyone' | 'members' | 'moderators' | 'administrators' | 'nobody'

export interface SeedUser {
  readonly user_id: number
  readonly full_name: string
  /** The real address. */
  readonly email: string
  readonly role: SeedRole
  /** `everyone` when not given. */
  readonly email_visibility?: SeedEmailVisibility
  readonly timezone?: string
  /** `true` when not given. */
  readonly is_active?: boolean
  readonly is_imported_stub?: boolean
  readonly is_deleted?: boolean
  /** Path of an uploaded picture; without one the picture is hosted by the avatar provider. */
  readonly avatar?: string
  /** Values by profile-field ID. */
  readonly profile?: Readonly<Record<number, string>>
  /** Seconds before the start; without one the person has never reported presence. */
  readonly last_active?: number
  readonly status?: { readonly text?: string; readonly emoji?: string }
  /** IDs of the users this person has muted. */
  readonly muted?: readonly number[]
}

export type SeedBotType = 'generic' | 'incoming webhook' | 'outgoing webhook' | 'embedded'

export interface SeedBot {
  readonly user_id: number
  readonly full_name: string
  readonly email: string
  readonly type: SeedBotType
  /** ID of the person the bot belongs to; `null` for a legacy bot. */
  readonly owner_id: number | null
  /** `member` when not given. */
  readonly role?: SeedRole
  readonly is_active?: boolean
  /** Where an outgoing-webhook bot's deliveries go; without one they fail as an unreachable address does. */
  readonly payload_url?: string
}

/** The value of a setting that names people: a group, by ID or as one that every organisation has, or users and groups. */
export type SeedGroupSetting =
  | SeedGroupReference
  | { readonly direct_members: readonly number[]; readonly direct_subgroups: readonly SeedGroupReference[] }

/** A group by ID, or by name where every organisation has it. */
export type SeedGroupReference = number | SystemGroupName

export interface SeedChannel {
  readonly stream_id: number
  readonly name: string
  readonly description: string
  readonly folder_id?: number
  readonly private?: boolean
  readonly is_archived?: boolean
  /** User IDs; every active person when not given. */
  readonly subscribers?: readonly number[]
  /** Settings of the channel whose value is a group: they too make deactivating that group refused. */
  readonly group_settings?: Readonly<Record<string, SeedGroupSetting>>
}

export interface SeedFolder {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly order: number
  readonly creator_id: number | null
  readonly is_archived?: boolean
}

export interface SeedGroup {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly members: readonly number[]
  readonly subgroups?: readonly number[]
  readonly deactivated?: boolean
  /** Settings of the group whose value is a group, such as `can_manage_group`. */
  readonly group_settings?: Readonly<Record<string, SeedGroupSetting>>
}

export interface SeedMessage {
  readonly id: number
  readonly sender_id: number
  /** A channel and topic, or the other participants of a direct conversation. */
  readonly to: { readonly stream_id: number; readonly topic: string } | { readonly user_ids: readonly number[] }
  readonly content: string
  /** Seconds before the start. */
  readonly ago: number
  readonly reactions?: readonly { readonly user_id: number; readonly emoji_name: string }[]
}

export interface SeedScheduledMessage {
  readonly id: number
  readonly sender_id: number
  readonly to: SeedMessage['to']
  readonly content: string
  /** Seconds after the start; a failed one lies in the past. */
  readonly due: number
  readonly failed?: boolean
}

export interface SeedLinkifier {
  readonly id: number
  readonly pattern: string
  readonly url_template: string
  readonly example_input?: string
  readonly reverse_template?: string
  readonly alternative_url_templates?: readonly string[]
}

export interface SeedEmoji {
  readonly id: number
  readonly name: string
  readonly author_id: number | null
  readonly animated?: boolean
  readonly deactivated?: boolean
}

export interface SeedProfileField {
  readonly id: number
  readonly name: string
  readonly hint: string
  /** 1 short text, 2 long text, 3 options, 4 date, 5 link, 6 users, 7 external account, 8 pronouns. */
  readonly type: number
  readonly field_data?: string
}

export interface SeedAttachment {
  readonly id: number
  readonly owner_id: number
  readonly name: string
  readonly content: string
  /** Seconds before the start. */
  readonly ago: number
}

export interface OrganisationSeed {
  readonly name: string
  readonly description: string
  /** The organisation's identifier within the server: `sender_realm_str` of a delivery. */
  readonly subdomain: string
  readonly users: readonly SeedUser[]
  readonly bots: readonly SeedBot[]
  readonly channel_folders: readonly SeedFolder[]
  readonly channels: readonly SeedChannel[]
  readonly groups: readonly SeedGroup[]
  /** Realm settings whose value is a group: what makes deactivating that group refused. */
  readonly group_settings: Readonly<Record<string, SeedGroupSetting>>
  readonly linkifiers: readonly SeedLinkifier[]
  readonly emoji: readonly SeedEmoji[]
  readonly profile_fields: readonly SeedProfileField[]
  readonly attachments: readonly SeedAttachment[]
  readonly messages: readonly SeedMessage[]
  readonly scheduled_messages: readonly SeedScheduledMessage[]
}

const minutes = 60
const hours = 60 * minutes
const days = 24 * hours

/** A small bakery: every role, every kind of bot, two channel folders, and one scheduled message that failed. */
export const bakery: OrganisationSeed = {
  name: 'Oberon Bakery',
  description: 'Bread before *dawn*.',
  subdomain: 'bakery',
  users: [
    { user_id: 7, full_name: 'Desdemona', email: 'desdemona@example.com', role: 'owner', last_active: 3 * minutes },
    {
      user_id: 8,
      full_name: 'Iago',
      email: 'iago@example.com',
      role: 'administrator',
      timezone: 'Europe/Rome',
      last_active: 10,
      status: { text: 'kneading', emoji: 'bread' },
    },
    { user_id: 9, full_name: 'Shiva', email: 'shiva@example.com', role: 'moderator', last_active: 2 * hours },
    {
      user_id: 10,
      full_name: 'Hamlet',
      email: 'hamlet@example.com',
      role: 'member',
      timezone: 'Europe/Copenhagen',
      avatar: '/user_avatars/2/hamlet.png?version=2',
      profile: { 1: '+45 12 34 56 78', 2: 'Rye, *mostly*.' },
      last_active: 30,
    },
    {
      user_id: 11,
      full_name: 'Cordelia',
      email: 'cordelia@example.com',
      role: 'member',
      email_visibility: 'administrators',
      last_active: 40 * minutes,
    },
    { user_id: 12, full_name: 'Othello', email: 'othello@example.com', role: 'member', muted: [11] },
    { user_id: 13, full_name: 'Polonius', email: 'polonius@example.com', role: 'guest', last_active: 5 * days },
    { user_id: 14, full_name: 'Prospero', email: 'prospero@example.com', role: 'member', is_active: false },
    {
      user_id: 15,
      full_name: 'Yorick',
      email: 'yorick@example.com',
      role: 'member',
      is_imported_stub: true,
    },
    {
      user_id: 16,
      full_name: 'Deleted user 16',
      email: 'deleted-user-16@example.com',
      role: 'member',
      is_active: false,
      is_deleted: true,
    },
    {
      user_id: 17,
      full_name: 'Ophelia',
      email: 'ophelia@example.com',
      role: 'member',
      email_visibility: 'nobody',
    },
  ],
  bots: [
    {
      user_id: 20,
      full_name: 'Echo',
      email: 'echo-bot@example.com',
      type: 'outgoing webhook',
      owner_id: 8,
    },
    { user_id: 21, full_name: 'Yeast Counter', email: 'yeast-bot@example.com', type: 'generic', owner_id: 10 },
    { user_id: 22, full_name: 'Oven Alarm', email: 'oven-bot@example.com', type: 'incoming webhook', owner_id: 10 },
    { user_id: 23, full_name: 'Timer', email: 'timer-bot@example.com', type: 'embedded', owner_id: 8 },
    { user_id: 24, full_name: 'Old Scale', email: 'scale-bot@example.com', type: 'generic', owner_id: null },
    {
      user_id: 25,
      full_name: 'Night Shift',
      email: 'night-bot@example.com',
      type: 'outgoing webhook',
      owner_id: 10,
      is_active: false,
    },
  ],
  channel_folders: [
    { id: 1, name: 'Kitchen', description: 'Where the *work* is done', order: 1, creator_id: 8 },
    { id: 2, name: 'Front of house', description: '', order: 0, creator_id: 7 },
    { id: 3, name: 'Closed branch', description: '', order: 2, creator_id: null, is_archived: true },
  ],
  channels: [
    { stream_id: 1, name: 'general', description: 'Everyone', folder_id: 2 },
    { stream_id: 2, name: 'kitchen', description: 'Doughs, ovens, timers', folder_id: 1 },
    { stream_id: 3, name: 'suppliers', description: 'Flour and butter', folder_id: 1, subscribers: [7, 8, 9, 10] },
    { stream_id: 4, name: 'books', description: 'Accounts', private: true, subscribers: [7, 8] },
    { stream_id: 5, name: 'old-branch', description: 'Closed', is_archived: true, folder_id: 3, subscribers: [7, 8] },
  ],
  groups: [
    { id: 20, name: 'bakers', description: 'Who bakes', members: [8, 10, 11], subgroups: [21] },
    { id: 21, name: 'apprentices', description: 'Who learns to', members: [12, 14] },
    { id: 22, name: 'drivers', description: 'Who delivers', members: [9, 12] },
    { id: 23, name: 'night-shift', description: 'Gone', members: [10], deactivated: true },
    { id: 24, name: 'keyholders', description: 'May invite people', members: [7, 8] },
  ],
  group_settings: { can_invite_users_group: 24 },
  linkifiers: [
    {
      id: 1,
      pattern: '#(?P<id>[0-9]+)',
      url_template: 'https://tracker.example.com/issue/{id}',
      example_input: '#1234',
      reverse_template: '#{id}',
      alternative_url_templates: ['https://tracker.example.com/i/{id}'],
    },
    { id: 2, pattern: 'ORDER-(?P<order>[0-9]+)', url_template: 'https://orders.example.com/{order}' },
    { id: 3, pattern: 'batch (?P<batch>[a-z]+)', url_template: 'https://batches.example.com/?name={batch}' },
  ],
  emoji: [
    { id: 1, name: 'croissant_dance', author_id: 8, animated: true },
    { id: 2, name: 'baguette', author_id: 10 },
    { id: 3, name: 'burnt', author_id: null, deactivated: true },
  ],
  profile_fields: [
    { id: 1, name: 'Phone', hint: 'With country code', type: 1 },
    { id: 2, name: 'About', hint: '', type: 2 },
    {
      id: 3,
      name: 'Shift',
      hint: '',
      type: 3,
      field_data: '{"early":{"text":"Early","order":"1"},"late":{"text":"Late","order":"2"}}',
    },
    { id: 4, name: 'First day', hint: '', type: 4 },
  ],
  attachments: [
    { id: 1, owner_id: 8, name: 'oven-manual.txt', content: 'Turn it on first.\n', ago: 2 * days },
    { id: 2, owner_id: 10, name: 'unused.txt', content: 'Nobody linked this.\n', ago: 3 * days },
  ],
  messages: [
    { id: 101, sender_id: 8, to: { stream_id: 1, topic: 'greetings' }, content: 'Good morning', ago: 2 * days },
    {
      id: 102,
      sender_id: 10,
      to: { stream_id: 1, topic: 'greetings' },
      content: 'Morning **all of you**',
      ago: 2 * days - 60,
      reactions: [{ user_id: 8, emoji_name: 'heart' }],
    },
    {
      id: 103,
      sender_id: 8,
      to: { stream_id: 2, topic: 'oven #12' },
      content: 'See [oven-manual.txt](/user_uploads/2/ab/oven-manual/oven-manual.txt)',
      ago: 2 * days - 120,
    },
    { id: 104, sender_id: 11, to: { stream_id: 2, topic: 'oven #12' }, content: 'Still cold.', ago: 1 * days },
    { id: 105, sender_id: 12, to: { stream_id: 2, topic: 'lunch' }, content: 'Soup?', ago: 5 * hours },
    { id: 106, sender_id: 10, to: { stream_id: 2, topic: 'lunch' }, content: 'Soup.', ago: 5 * hours - 30 },
    { id: 107, sender_id: 8, to: { user_ids: [10] }, content: 'Are you in today?', ago: 4 * hours },
    { id: 108, sender_id: 10, to: { user_ids: [8] }, content: 'Yes', ago: 4 * hours - 60 },
    { id: 109, sender_id: 8, to: { stream_id: 4, topic: 'march' }, content: 'We made a profit.', ago: 3 * hours },
    { id: 110, sender_id: 11, to: { user_ids: [8, 12] }, content: 'Who has the key?', ago: 1 * hours },
  ],
  scheduled_messages: [
    {
      id: 1,
      sender_id: 8,
      to: { stream_id: 2, topic: 'lunch' },
      content: 'Lunch in ten minutes',
      due: 1 * hours,
    },
    { id: 2, sender_id: 8, to: { user_ids: [10] }, content: 'Lock the back door', due: 8 * hours },
    {
      id: 3,
      sender_id: 8,
      to: { stream_id: 5, topic: 'closing' },
      content: 'Last one out turns off the light',
      due: -1 * hours,
      failed: true,
    },
  ],
}
