import * as z from 'zod'
import { limits, nameRules } from '../../../protocol/index.js'
import { checkLinkifier } from '../../../text/linkify/readLinkifier.js'
import { parseJson } from '../../../values.js'
import {
  ago,
  channelName,
  content,
  due,
  email,
  fullName,
  groupSettings,
  id,
  line,
  name,
  profile,
  reference,
  text,
  timezone,
  topic,
  webAddress,
} from './fields.js'

/**
 * A seed file after its omissions are filled in (see `fillIn.ts`); `OrganisationSeed` is inferred from it. Rules that
 * involve several entries are in `references.ts`, `duplicates.ts` and `rules.ts`.
 */

const role = z.enum(['owner', 'administrator', 'moderator', 'member', 'guest'])

const canCreateUsers = z
  .boolean()
  .describe('Whether an administrator may add users through the API. On a server, only its operators can grant this.')

const emojiName = z
  .string()
  .regex(nameRules.emojiName, 'is not an emoji name; use a-z, 0-9, - and _, and end in a letter or digit')

const joined = ago.describe('Seconds before the start; or as text: 90s, 2d. (default: a year)')

const user = z
  .strictObject({
    user_id: id,
    full_name: fullName,
    email: email.describe('The real address. (default: made from the name)'),
    role: role.default('member'),
    email_visibility: z
      .enum(['everyone', 'members', 'moderators', 'administrators', 'nobody'])
      .optional()
      .describe('Who may see the real address. (default: everyone)'),
    timezone: timezone.optional(),
    is_active: z.boolean().optional().describe('(default: true)'),
    is_imported_stub: z
      .boolean()
      .optional()
      .describe('Whether the account was imported and its user has not logged in yet.'),
    is_deleted: z.boolean().optional().describe('Only with is_active: false.'),
    can_create_users: canCreateUsers.optional(),
    avatar: line(1000).optional().describe('Path of an uploaded picture.'),
    profile: profile.optional(),
    joined: joined.optional(),
    last_active: ago.optional(),
    status: z.strictObject({ text: line(limits.statusText).optional(), emoji: text.optional() }).optional(),
    muted: z.array(reference).optional().describe('IDs of the users that this person has muted.'),
  })
  .refine((one) => one.is_deleted !== true || one.is_active === false, {
    path: ['is_deleted'],
    message: 'is true for an active user; set is_active: false too',
  })

const bot = z
  .strictObject({
    user_id: id,
    full_name: fullName,
    email: email.describe('(default: made from the name)'),
    type: z.enum(['generic', 'incoming webhook', 'outgoing webhook', 'embedded']).default('outgoing webhook'),
    owner_id: reference.nullable().describe('A person; null for a legacy bot. (default: the first active owner)'),
    role: role.optional().describe('(default: member)'),
    can_create_users: canCreateUsers.optional(),
    is_active: z.boolean().optional().describe('(default: true)'),
    joined: joined.optional(),
    payload_url: webAddress.optional().describe("Where an outgoing-webhook bot's notifications go."),
  })
  .refine((one) => one.payload_url === undefined || one.type === 'outgoing webhook', {
    path: ['payload_url'],
    message: 'is given for a bot that is never called; leave it out, or set the type to "outgoing webhook"',
  })

const folder = z.strictObject({
  id,
  name: name(limits.channelFolderName),
  description: text.max(limits.channelFolderDescription, tooLong(limits.channelFolderDescription)).default(''),
  order: z.int().min(0, 'is below 0; folders count from 0').describe('(default: the place in the list)'),
  creator_id: reference.nullable().default(null),
  is_archived: z.boolean().optional(),
})

const channel = z.strictObject({
  stream_id: id,
  name: channelName,
  description: text.max(limits.channelDescription, tooLong(limits.channelDescription)).default(''),
  folder_id: reference.optional(),
  private: z.boolean().optional(),
  shared_history: z
    .boolean()
    .optional()
    .describe('Of a private channel: new subscribers see earlier messages. (default: false)'),
  is_archived: z.boolean().optional(),
  subscribers: z.array(reference).optional().describe('User IDs. (default: every active person)'),
  group_settings: groupSettings.optional(),
})

const group = z.strictObject({
  id,
  name: name(limits.groupName, nameRules.reservedForGroups, nameRules.forbiddenInGroupName),
  description: text.default(''),
  members: z.array(reference).default([]),
  subgroups: z.array(reference).optional(),
  deactivated: z.boolean().optional(),
  group_settings: groupSettings.optional(),
})

const linkifier = z
  .strictObject({
    id,
    pattern: text.describe('Regular expression, RE2 syntax.'),
    url_template: text.describe('RFC 6570; its variables are the named groups of the pattern.'),
    example_input: text.optional(),
    reverse_template: text.optional(),
    alternative_url_templates: z.array(text).optional(),
  })
  .check(({ value, issues }) => {
    for (const { field, message } of checkLinkifier(value)) {
      issues.push({ code: 'custom', input: value, path: [field], message: `is rejected ("${message}"); fix it` })
    }
  })

const emoji = z.strictObject({
  id,
  name: emojiName,
  author_id: reference.nullable().default(null),
  animated: z.boolean().optional(),
  deactivated: z.boolean().optional(),
})

const profileField = z
  .strictObject({
    id,
    name: name(limits.profileFieldName),
    hint: line(limits.profileFieldHint).default(''),
    type: z
      .int()
      .min(1, unknownType())
      .max(8, unknownType())
      .default(1)
      .describe('1 short text, 2 long text, 3 options, 4 date, 5 link, 6 users, 7 external account, 8 pronouns.'),
    field_data: text.refine(isJson, 'is not JSON; write it as JSON in a string').optional().describe('JSON as text.'),
  })
  .refine((one) => one.type !== 3 || one.field_data !== undefined, {
    path: ['field_data'],
    message: 'is missing; a field of type 3 needs its options there, as JSON in a string',
  })

const attachment = z.strictObject({
  id,
  owner_id: reference,
  name: name(255, /[/\\]/, /^\./).describe("The file's name."),
  content: text.describe("The file's content."),
  ago: ago.default(0),
})

const to = z
  .union([
    z.strictObject({ stream_id: reference, topic }),
    z.strictObject({ user_ids: z.array(reference).min(1, 'is empty; name at least one user') }),
  ])
  .describe('A channel and topic, or the other participants of a direct conversation.')

const message = z.strictObject({
  id,
  sender_id: reference,
  to,
  content,
  ago: ago.default(0),
  reactions: z.array(z.strictObject({ user_id: reference, emoji_name: text })).optional(),
})

const scheduledMessage = z
  .strictObject({ id, sender_id: reference, to, content, due, failed: z.boolean().optional() })
  .refine((one) => (one.failed === true ? one.due <= 0 : one.due > 0), {
    path: ['due'],
    message: 'contradicts failed; a failed message is due in the past (0 or below), a pending one in the future',
  })

export const seedSchema = z.strictObject({
  name: name(limits.realmName).describe('The name of the organisation.'),
  description: text.default('').describe('Markdown.'),
  subdomain: z
    .string()
    .regex(/^[a-z0-9-]{0,40}$/, 'is not a subdomain; use at most 40 of a-z, 0-9 and -')
    .describe("The organisation's identifier on the server. (default: made from the name)"),
  users: z.array(user).min(1, 'is empty; give at least one user, with the role owner'),
  bots: z.array(bot).default([]),
  channel_folders: z.array(folder).default([]),
  channels: z.array(channel).default([]),
  groups: z.array(group).default([]),
  group_settings: groupSettings.default({}),
  linkifiers: z.array(linkifier).default([]),
  emoji: z.array(emoji).default([]),
  profile_fields: z.array(profileField).default([]),
  attachments: z.array(attachment).default([]),
  messages: z.array(message).default([]),
  scheduled_messages: z.array(scheduledMessage).default([]),
})

function tooLong(limit: number): string {
  return `has more than ${limit} characters; shorten it`
}

function unknownType(): string {
  return 'is not a type of profile field; use 1 to 8'
}

function isJson(value: string): boolean {
  return parseJson(value) !== undefined
}
