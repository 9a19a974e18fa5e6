import { shop } from './reading.js'

const inUsers = (fields: string) => shop({ users: `  - { user_id: 3, full_name: Ophelia, ${fields} }` })
const inRest = (rest: string) => shop({ rest })
const message = (fields: string) =>
  inRest(
    `channels: [{ name: general }]\nmessages:\n  - { sender_id: 1, to: { stream_id: 1, topic: a }, content: b, ${fields} }`,
  )

/** Files with one mistake each, where it is (▸ stands before it), and what is said of it. */
export const mistakes: readonly (readonly [what: string, text: string, said: string | RegExp])[] = [
  // Fields.
  [
    'a field that nobody knows',
    inUsers('▸emial: a@b.c'),
    'users[2].emial is not a field of a seed; did you mean email?',
  ],
  ['a list that nobody knows', inRest('▸channel: []'), 'channel is not a field of a seed; did you mean channels?'],
  [
    'a field like no other',
    inRest('▸zzzzzzzz: 1'),
    /^zzzzzzzz is not a field of a seed; the fields here are name, description, /,
  ],
  [
    'a field of no object',
    inUsers('▸constructor: 1'),
    /^users\[2\]\.constructor is not a field of a seed; the fields here/,
  ],
  ['a missing field', shop({ users: '  - ▸{ user_id: 3 }' }), 'users[2].full_name is missing; give one'],
  ['no name', '▸users: [{ full_name: Iago, role: owner }]', 'name is missing; give one'],
  ['no users', '▸name: Shop', 'users is missing; give one'],
  [
    'an empty field',
    inRest('description:▸'),
    'description is empty where a text is needed; fill it in, or leave the field out',
  ],
  [
    'a field that is there twice',
    'name: A\nusers: [{ full_name: Iago, role: owner }]\n▸name: B',
    'name is given twice; remove one of them',
  ],
  // Types.
  [
    'a number for a text',
    shop({ users: '  - full_name: ▸007' }),
    'users[2].full_name is 7 where a text is needed; put it in quotes',
  ],
  ['a word for a truth', inUsers('is_active: ▸yes'), /is the text "yes" where true or false is needed/],
  [
    'a text for a number',
    inUsers('muted: [▸"2"]'),
    /^users\[2\]\.muted\[0\] is the text "2" where a whole number is needed; write it in digits/,
  ],
  ['a fraction for a number', inUsers('muted: [▸1.5]'), /users\[2\]\.muted\[0\] is 1.5 where a whole number is needed/],
  ['no number at all', inUsers('muted: [▸.nan]'), /users\[2\]\.muted\[0\] is NaN where a whole number is needed/],
  [
    'a field for a list',
    inRest('channels: ▸{ name: general }'),
    'channels is a set of fields where a list is needed; write each entry behind a dash, or all of them in [ ]',
  ],
  ['a list for fields', inUsers('status: ▸[kneading]'), /users\[2\]\.status is a list where a set of fields is needed/],
  [
    'a text for an entry',
    inRest('channels: [▸general]'),
    'channels[0] is the text "general" where a set of fields is needed; write each as "field: value"',
  ],
  // Words.
  [
    'a misspelt word',
    inUsers('role: ▸onwer'),
    /users\[2\]\.role is the text "onwer", which is not allowed; did you mean "owner"\?/,
  ],
  [
    'another word',
    inUsers('role: ▸emperor'),
    /; choose one of "owner", "administrator", "moderator", "member", "guest"$/,
  ],
  [
    'an unknown type of bot',
    inRest('bots: [{ full_name: Echo, type: ▸outgoing }]'),
    /bots\[0\]\.type is the text "outgoing"/,
  ],
  // What may be there only once.
  [
    'an ID of two users',
    shop({ users: '  - { user_id: ▸2, full_name: Yorick }' }),
    'users[2].user_id is 2, the same as users[1].user_id; change one of them',
  ],
  [
    'an ID of a user and a bot',
    inRest('bots: [{ user_id: ▸1, full_name: Echo }]'),
    'bots[0].user_id is 1, the same as users[0].user_id; change one of them',
  ],
  [
    'a name of two channels',
    inRest('channels: [{ name: general }, { name: ▸General }]'),
    'channels[1].name is "General", the same as channels[0].name; change one of them',
  ],
  [
    'a pattern of two linkifiers',
    inRest(`linkifiers:
  - &l { pattern: ▸'a(?P<i>.)', url_template: 'https://a.example/{i}' }
  - *l`),
    /linkifiers\[1\]\.pattern is "a\(\?P<i>\.\)", the same as linkifiers\[0\]\.pattern/,
  ],
  [
    'an ID of 0',
    inRest('channels: [{ stream_id: ▸0, name: general }]'),
    'channels[0].stream_id is below 1; IDs count from 1',
  ],
  [
    'an ID beyond all',
    inRest('channels: [{ stream_id: ▸4294967296, name: general }]'),
    'channels[0].stream_id is above 2147483647; give a smaller ID',
  ],
  [
    'a subscriber named twice',
    inRest('channels: [{ name: general, subscribers: [1, 2, ▸1] }]'),
    'channels[0].subscribers[2] is 1, the same as channels[0].subscribers[0]; change one of them',
  ],
  // References.
  [
    'a muted user who is not there',
    inUsers('muted: [▸9]'),
    'users[2].muted[0] means user or bot 9, but there is none; give an ID that is in users or bots, or add it there',
  ],
  [
    'an owner who is not there',
    inRest('bots: [{ full_name: Echo, owner_id: ▸9 }]'),
    /bots\[0\]\.owner_id means user 9, but there is none/,
  ],
  [
    'an owner who is a bot',
    inRest('bots: [{ user_id: 8, full_name: Echo, owner_id: ▸8 }]'),
    /bots\[0\]\.owner_id means user 8, but there is none/,
  ],
  [
    'a folder that is not there',
    inRest('channels: [{ name: general, folder_id: ▸3 }]'),
    /channels\[0\]\.folder_id means folder 3, but there is none/,
  ],
  [
    'a channel that is not there',
    inRest('messages: [{ sender_id: 1, to: { stream_id: ▸4, topic: a }, content: b }]'),
    /messages\[0\]\.to\.stream_id means channel 4, but there is none/,
  ],
  [
    'a recipient who is not there',
    inRest('messages: [{ sender_id: 1, to: { user_ids: [2, ▸7] }, content: b }]'),
    /messages\[0\]\.to\.user_ids\[1\] means user or bot 7/,
  ],
  [
    'a group that is not there',
    inRest('group_settings: { can_invite_users_group: ▸4 }'),
    /group_settings\.can_invite_users_group means group 4/,
  ],
  [
    'a subgroup that is not there',
    inRest('groups: [{ name: bakers, subgroups: [▸5] }]'),
    /groups\[0\]\.subgroups\[0\] means group 5/,
  ],
  [
    'a profile field that is not there',
    inUsers('profile: { ▸4: late }'),
    'users[2].profile.4 means profile field 4, but there is none; give an ID that is in profile_fields, or add it there',
  ],
  [
    'a profile field by its name',
    inUsers('profile: { ▸Phone: late }'),
    'users[2].profile.Phone is not an ID; use the ID of the profile field',
  ],
  [
    'an emoji that is not there',
    inUsers('status: { emoji: ▸braed }'),
    /users\[2\]\.status\.emoji means emoji braed, but there is none; did you mean "bread"\?/,
  ],
  [
    'an emoji that is no more',
    inRest(
      'emoji: [{ name: burnt, deactivated: true }]\nmessages: [{ sender_id: 1, to: { user_ids: [2] }, content: b, reactions: [{ user_id: 1, emoji_name: ▸burnt }] }]',
    ),
    /reactions\[0\]\.emoji_name means emoji burnt, but there is none/,
  ],
  // Names and addresses.
  [
    'a star in a name',
    shop({ users: '  - { full_name: ▸"De*mona" }' }),
    'users[2].full_name contains "*", which is not allowed; leave it out',
  ],
  ['a name that ends like a mention', shop({ users: '  - { full_name: ▸"Iago|7" }' }), /contains "\|7"/],
  ['a character that nobody sees', shop({ users: '  - { full_name: ▸"a\\0b" }' }), /contains the character U\+0000/],
  ['a blank name', shop({ users: '  - { full_name: ▸" " }' }), /users\[2\]\.full_name is blank; give a name/],
  [
    'white space around a name',
    inRest('channels: [{ name: ▸" general" }]'),
    /channels\[0\]\.name begins or ends with white space/,
  ],
  [
    'a long name',
    inRest('channels: [{ name: ▸xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx }]'),
    'channels[0].name has 61 characters, but only 60 are allowed; shorten it',
  ],
  [
    'a name of a group that is taken',
    inRest('groups: [{ name: ▸"role:bakers" }]'),
    /groups\[0\]\.name contains "role:"/,
  ],
  [
    'a name that is none of an emoji',
    inRest('emoji: [{ name: ▸Big Smile }]'),
    /emoji\[0\]\.name is not an emoji name; use a-z/,
  ],
  [
    'a file name that leads elsewhere',
    inRest('attachments: [{ owner_id: 1, name: ▸../a.txt, content: b }]'),
    /attachments\[0\]\.name contains "\/"/,
  ],
  [
    'a topic in two lines',
    inRest(
      'channels: [{ name: general }]\nmessages: [{ sender_id: 1, to: { stream_id: 1, topic: ▸"a\\nb" }, content: b }]',
    ),
    /messages\[0\]\.to\.topic contains the character U\+000A/,
  ],
  [
    'an address that is none',
    inUsers('email: ▸ophelia'),
    'users[2].email is not an address; write it as name@example.com',
  ],
  [
    'an address of a bot that is none',
    inRest('bots: [{ full_name: Echo, payload_url: ▸localhost }]'),
    /bots\[0\]\.payload_url is not a web address/,
  ],
  [
    'an address of a bot that is not called',
    inRest('bots: [{ full_name: Echo, type: generic, payload_url: ▸"http://a.example" }]'),
    /bots\[0\]\.payload_url is given for a bot that is never called/,
  ],
  // Times.
  [
    'a time in words',
    message('ago: ▸two weeks'),
    'messages[0].ago is not a time; give whole seconds, or text such as 90s, 40m, 3h, 2d or 1d 12h',
  ],
  ['a time with a fraction', message('ago: ▸1.5'), /messages\[0\]\.ago is not a time/],
  ['a date', message('ago: ▸2026-01-01'), /messages\[0\]\.ago is not a time/],
  ['a message from the future', message('ago: ▸-5'), /messages\[0\]\.ago is after the start; give a time of 0 or more/],
  [
    'a time in milliseconds',
    message('ago: ▸1700000000000'),
    /messages\[0\]\.ago is more than fifty years from the start/,
  ],
  [
    'a scheduled message of the past',
    inRest('scheduled_messages: [{ sender_id: 1, to: { user_ids: [2] }, content: b, due: ▸-5 }]'),
    /scheduled_messages\[0\]\.due contradicts failed/,
  ],
  [
    'a failed message of the future',
    inRest('scheduled_messages: [{ sender_id: 1, to: { user_ids: [2] }, content: b, due: ▸5, failed: true }]'),
    /scheduled_messages\[0\]\.due contradicts failed/,
  ],
  [
    'an unknown time zone',
    inUsers('timezone: ▸Europe/Elsinore'),
    /users\[2\]\.timezone is not a time zone; give its IANA name/,
  ],
  // What belongs together.
  [
    'nobody in charge',
    'name: Shop\n▸users: [{ full_name: Iago }]',
    'users include no active owner; give one of them role: owner',
  ],
  [
    'an owner who is gone',
    'name: Shop\n▸users: [{ full_name: Iago, role: owner, is_active: false }]',
    /^users include no active owner/,
  ],
  ['nobody at all', 'name: Shop\nusers: ▸[]', 'users is empty; give at least one user, with the role owner'],
  ['somebody deleted and active', inUsers('is_deleted: ▸true'), /users\[2\]\.is_deleted is true for an active user/],
  ['somebody who mutes nobody but themselves', inUsers('muted: [▸3]'), /users\[2\]\.muted\[0\] is the user's own ID/],
  [
    'a group in itself',
    inRest('groups: [{ id: 4, name: bakers, subgroups: ▸[4] }]'),
    'groups[0].subgroups lead back to the group itself (4 → 4); remove one of these steps',
  ],
  [
    'groups in a circle',
    inRest(
      'groups:\n  - { id: 4, name: a, subgroups: ▸[5] }\n  - { id: 5, name: b, subgroups: [6] }\n  - { id: 6, name: c, subgroups: [4] }',
    ),
    /groups\[0\]\.subgroups lead back to the group itself \(4 → 5 → 6 → 4\)/,
  ],
  [
    'a reaction given twice',
    message('reactions: [&r ▸{ user_id: 1, emoji_name: heart }, *r]'),
    /messages\[0\]\.reactions\[1\] repeats a reaction of user 1/,
  ],
  [
    'a message to nobody',
    inRest('messages: [{ sender_id: 1, to: { user_ids: ▸[] }, content: b }]'),
    /messages\[0\]\.to\.user_ids is empty; name at least one user/,
  ],
  [
    'a message to nowhere',
    inRest('messages: [{ sender_id: 1, ▸to: {}, content: b }]'),
    /messages\[0\]\.to\.\w+ is missing; give one/,
  ],
  [
    'a message that says nothing',
    inRest('messages: [{ sender_id: 1, to: { user_ids: [2] }, content: ▸" " }]'),
    /messages\[0\]\.content is blank; write something/,
  ],
  [
    'a pattern that is none',
    inRest("linkifiers: [{ pattern: ▸'(oven', url_template: 'https://a.example/' }]"),
    'linkifiers[0].pattern is rejected ("Bad regular expression: missing ): (oven"); fix it',
  ],
  [
    'a pattern of another engine',
    inRest("linkifiers: [{ pattern: ▸'x(?=y)', url_template: 'https://a.example/' }]"),
    /linkifiers\[0\]\.pattern is rejected \("Bad regular expression: /,
  ],
  [
    'a template that knows no such group',
    inRest("linkifiers: [{ pattern: 'x(?P<a>.)', url_template: ▸'https://a.example/{a}{b}' }]"),
    /linkifiers\[0\]\.url_template is rejected \("Group 'b' in URL template is not present/,
  ],
  [
    'options that are no JSON',
    inRest('profile_fields: [{ name: Shift, type: 3, field_data: ▸early }]'),
    /profile_fields\[0\]\.field_data is not JSON/,
  ],
  [
    'options that are missing',
    inRest('profile_fields: [▸{ name: Shift, type: 3 }]'),
    /profile_fields\[0\]\.field_data is missing; a field of type 3/,
  ],
  [
    'a type of profile field that is none',
    inRest('profile_fields: [{ name: Shift, type: ▸9 }]'),
    /profile_fields\[0\]\.type is not a type of profile field/,
  ],
  [
    'a setting whose name is none',
    inRest('groups: [{ id: 1, name: a }]\ngroup_settings: { ▸"Can Invite": 1 }'),
    /group_settings\.Can Invite is not a setting name/,
  ],
  [
    'a system group that is none',
    inRest('group_settings: { can_invite_users_group: ▸role:bakers }'),
    /group_settings\.can_invite_users_group is not a group; give an ID, a name such as role:members/,
  ],
  [
    'somebody in a setting who is not there',
    inRest('group_settings: { can_invite_users_group: { direct_members: [▸77], direct_subgroups: [role:members] } }'),
    /group_settings\.can_invite_users_group\.direct_members\[0\] means user or bot 77/,
  ],
]
