import type * as z from 'zod'
import type { seedSchema } from './schema.js'

type DeepReadonly<Value> = Value extends object ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> } : Value

/** The initial content of an organisation, as a seed file describes it. Times are relative: seconds before the simulator's start. */
export interface OrganisationSeed extends DeepReadonly<z.output<typeof seedSchema>> {}

export type SeedUser = OrganisationSeed['users'][number]
export type SeedBot = OrganisationSeed['bots'][number]
export type SeedChannel = OrganisationSeed['channels'][number]
export type SeedMessage = OrganisationSeed['messages'][number]
export type SeedRole = SeedUser['role']
export type SeedBotType = SeedBot['type']
/** Who may see a person's real address. */
export type SeedEmailVisibility = NonNullable<SeedUser['email_visibility']>
/** A setting that names people: a group, or users and groups. */
export type SeedGroupSetting = OrganisationSeed['group_settings'][string]

const minutes = 60
const hours = 60 * minutes
const days = 24 * hours

/** The seed that comes with Earshot: a bakery with every role, every kind of bot, and a scheduled message that failed. */
export const bakery: OrganisationSeed = {
  name: 'Oberon Bakery',
  description: 'Bread before *dawn*.',
  subdomain: 'bakery',
  users: [
    {
      user_id: 7,
      full_name: 'Desdemona',
      email: 'desdemona@example.com',
      role: 'owner',
      can_create_users: true,
      last_active: 3 * minutes,
    },
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
    { user_id: 15, full_name: 'Yorick', email: 'yorick@example.com', role: 'member', is_imported_stub: true },
    {
      user_id: 16,
      full_name: 'Deleted user 16',
      email: 'deleted-user-16@example.com',
      role: 'member',
      is_active: false,
      is_deleted: true,
    },
    { user_id: 17, full_name: 'Ophelia', email: 'ophelia@example.com', role: 'member', email_visibility: 'nobody' },
  ],
  bots: [
    { user_id: 20, full_name: 'Echo', email: 'echo-bot@example.com', type: 'outgoing webhook', owner_id: 8 },
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
    { id: 1, sender_id: 8, to: { stream_id: 2, topic: 'lunch' }, content: 'Lunch in ten minutes', due: 1 * hours },
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
