import fc from 'fast-check'
import type { OrganisationSeed } from '../../../src/simulator/index.js'

type Seed = OrganisationSeed
type Entry<List extends keyof Seed> = Seed[List] extends readonly (infer One)[] ? One : never

/** Text with all that a file may mistake for something else. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom(
    '',
    '7',
    '007',
    '1.5',
    'true',
    'yes',
    'null',
    '~',
    '- a',
    'a: b',
    '# no',
    '"',
    "'",
    '{',
    '[]',
    '&a',
    '*a',
  ),
  fc.constantFrom(
    '!x',
    '%YAML',
    '---',
    '...',
    '|',
    '> b',
    ' a ',
    'a\n\nb\n',
    '\ta',
    'a\r\nb',
    '\u2028',
    '🥐',
    '1:30',
    '2026-01-01',
  ),
)
const said = text.filter((one) => one.trim() !== '' && !one.includes('\0'))
const word = fc.stringMatching(/^[A-Za-z][A-Za-z ]{0,14}[A-Za-z]$/)
const seconds = fc.nat({ max: 10_000_000 })
const truth = fc.boolean()

/** A list of entries whose IDs, and what is to be a name, are each their own. */
function listOf<One>(entry: (id: number) => fc.Arbitrary<One>, minLength = 0): fc.Arbitrary<One[]> {
  return fc
    .uniqueArray(fc.integer({ min: 1, max: 1_000 }), { minLength, maxLength: minLength + 3 })
    .chain((ids) => fc.tuple(...ids.map(entry)))
}

function some<One>(of: readonly One[]): fc.Arbitrary<One[]> {
  return of.length === 0 ? fc.constant([]) : fc.uniqueArray(fc.constantFrom(...of), { maxLength: 4 })
}

/** An entry in which optional fields are there or not. */
function entry<One>(needed: Partial<One>, optional: { [Field in keyof One]?: fc.Arbitrary<One[Field]> }) {
  return fc.record(optional as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] }).map((rest) => {
    const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
    return { ...needed, ...given } as One
  })
}

/** Organisations of every kind, in which everything leads somewhere. */
export const seeds: fc.Arbitrary<Seed> = fc
  .record({
    names: fc.array(word, { minLength: 2, maxLength: 2 }),
    description: text,
    ids: listOf((id) => fc.constant(id), 3),
  })
  .chain(({ names, description, ids }) => {
    const [ownerId = 0, ...rest] = ids
    const people = rest.slice(0, -1)
    const botId = rest.at(-1) ?? 0
    const users = fc.tuple(
      fc.constant<Entry<'users'>>({
        user_id: ownerId,
        full_name: names[0] ?? '',
        email: 'owner@example.com',
        role: 'owner',
      }),
      ...people.map((id) => user(id, ids)),
    )
    const fields = listOf((id) => entry<Entry<'profile_fields'>>({ id, name: `Field ${id}`, hint: '', type: 2 }, {}))
    return fc
      .record({
        users,
        fields,
        folders: listOf((id) =>
          entry<Entry<'channel_folders'>>(
            { id, name: `Folder ${id}`, creator_id: ownerId, order: id },
            { description: text, is_archived: truth },
          ),
        ),
        groups: fc.uniqueArray(fc.integer({ min: 1, max: 1_000 }), { maxLength: 4 }),
        bots: entry<Entry<'bots'>>(
          {
            user_id: botId,
            full_name: names[1] ?? '',
            email: 'a-bot@example.com',
            type: 'outgoing webhook',
            owner_id: ownerId,
          },
          { role: fc.constantFrom('member', 'administrator'), payload_url: fc.constant('http://localhost:9/') },
        ),
      })
      .chain((first) =>
        fc
          .record({
            channels: listOf((id) => channel(id, ids, first.folders, first.groups), 1),
            groups: fc.tuple(...first.groups.map((id, at) => group(id, ids, first.groups.slice(0, at)))),
            attachments: listOf((id) =>
              entry<Entry<'attachments'>>(
                { id, owner_id: ownerId, name: `file-${id}.txt`, content: '', ago: 5 },
                { content: text, ago: seconds },
              ),
            ),
          })
          .chain((second) =>
            fc
              .record({
                messages: listOf((id) => message(id, ids, second.channels)),
                scheduled: listOf((id) => scheduled(id, ids, second.channels)),
              })
              .map(
                (third): Seed => ({
                  name: names[1] ?? '',
                  description,
                  subdomain: 'a-realm',
                  users: first.users,
                  bots: [first.bots],
                  channel_folders: first.folders.map((folder) => ({
                    ...folder,
                    description: folder.description ?? '',
                  })),
                  channels: second.channels,
                  groups: second.groups,
                  group_settings: Object.fromEntries(
                    first.groups.slice(0, 1).map((id) => ['can_invite_users_group', id]),
                  ),
                  linkifiers: [{ id: 1, pattern: '#(?P<id>[0-9]+)', url_template: 'https://tracker.example.com/{id}' }],
                  emoji: [{ id: 1, name: 'dance', author_id: ownerId, animated: true }],
                  profile_fields: first.fields,
                  attachments: second.attachments,
                  messages: third.messages,
                  scheduled_messages: third.scheduled,
                }),
              ),
          ),
      )
  })

function user(id: number, ids: readonly number[]): fc.Arbitrary<Entry<'users'>> {
  return entry<Entry<'users'>>(
    { user_id: id, full_name: `User ${id}`, email: `user-${id}@example.com`, role: 'member' },
    {
      role: fc.constantFrom('owner', 'administrator', 'moderator', 'member', 'guest'),
      email_visibility: fc.constantFrom('everyone', 'members', 'moderators', 'administrators', 'nobody'),
      timezone: fc.constantFrom('', 'Europe/Rome', 'UTC'),
      is_active: truth,
      last_active: seconds,
      status: fc.constantFrom({ text: 'kneading', emoji: 'bread' }, { emoji: 'dance' }, { text: '- 7' }, {}),
      muted: some(ids.filter((other) => other !== id)),
    },
  )
}

function channel(
  id: number,
  ids: readonly number[],
  folders: readonly Entry<'channel_folders'>[],
  groups: readonly number[],
): fc.Arbitrary<Entry<'channels'>> {
  const [folder] = folders
  const [groupId] = groups
  return entry<Entry<'channels'>>(
    { stream_id: id, name: `channel ${id}`, description: '' },
    {
      description: text,
      private: truth,
      is_archived: truth,
      subscribers: some(ids),
      folder_id: fc.constant(folder?.id),
      group_settings: fc.constant(groupId === undefined ? undefined : { can_send_message_group: groupId }),
    },
  )
}

/** Only groups that came before are inside it, so that there is no circle. */
function group(id: number, ids: readonly number[], before: readonly number[]): fc.Arbitrary<Entry<'groups'>> {
  return entry<Entry<'groups'>>(
    { id, name: `group ${id}`, description: 'A: group', members: [] },
    { members: some(ids), subgroups: some(before), deactivated: truth },
  )
}

function placeOf(
  ids: readonly number[],
  channels: readonly Entry<'channels'>[],
): fc.Arbitrary<Entry<'messages'>['to']> {
  return fc.oneof(
    fc.record({
      stream_id: fc.constantFrom(...channels.map((one) => one.stream_id)),
      topic: fc.constantFrom('', 'lunch', '- no', 'true', '12', '#12: oven'),
    }),
    fc.record({ user_ids: fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1, maxLength: 3 }) }),
  )
}

function message(
  id: number,
  ids: readonly number[],
  channels: readonly Entry<'channels'>[],
): fc.Arbitrary<Entry<'messages'>> {
  return fc
    .record({
      to: placeOf(ids, channels),
      content: said,
      ago: seconds,
      sender: fc.constantFrom(...ids),
      emoji: fc.constantFrom('heart', 'dance', 'svc'),
    })
    .map(({ to, content, ago, sender, emoji }) => ({
      id,
      sender_id: sender,
      to,
      content,
      ago,
      reactions: [{ user_id: sender, emoji_name: emoji }],
    }))
}

function scheduled(
  id: number,
  ids: readonly number[],
  channels: readonly Entry<'channels'>[],
): fc.Arbitrary<Entry<'scheduled_messages'>> {
  return fc
    .record({
      to: placeOf(ids, channels),
      content: said,
      due: seconds.map((one) => one + 1),
      sender: fc.constantFrom(...ids),
      failed: truth,
    })
    .map(({ to, content, due, sender, failed }) => ({
      id,
      sender_id: sender,
      to,
      content,
      due: failed ? -due : due,
      ...(failed && { failed }),
    }))
}
