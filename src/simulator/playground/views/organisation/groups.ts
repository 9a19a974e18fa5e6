import type { Objection, UserGroup } from '../../../../protocol/index.js'
import { Refused } from '../../service.js'
import { type Asked, accountOptions, created, nameOf } from '../asking.js'
import { listing } from '../listing.js'
import { buttons, el, fold, named, type Options, part, type Shown } from '../shown.js'
import { type Deed, making, refusalIn, saying, type View } from '../view.js'
import { objectionTexts, settingText } from './objections.js'

/** The groups of users, deactivated and built-in ones among them. */
export const groups: View = {
  changes: /^user_group|^realm_user/,
  async show(asked) {
    const { all, problem } = await allGroups(asked)
    return listing<UserGroup>(asked, {
      title: 'Groups',
      rows: all.toSorted((one, other) => Number(one.is_system_group) - Number(other.is_system_group)),
      problem,
      hint: 'Name, member:hamlet, -is:system',
      fields: {
        member: ({ members }) => members.map((id) => nameOf(asked, id)),
        is: {
          kind: 'flags',
          flags: {
            active: ({ deactivated }) => !deactivated,
            inactive: ({ deactivated }) => deactivated === true,
            system: ({ is_system_group }) => is_system_group,
          },
        },
      },
      wordsOf: ({ name, description }) => `${name} ${description}`,
      idOf: ({ id }) => id,
      empty: 'There are no groups yet.',
      columns: {
        Name: [3, headingOf],
        Members: ['5rem', ({ members }) => members.length],
        Subgroups: ['5rem', ({ direct_subgroup_ids }) => direct_subgroup_ids.length],
      },
      add: 'Create a group',
      blank: part('Form', {
        title: 'Create a group',
        submit: 'Create',
        isNew: true,
        deed: 'create',
        fields: {
          name: naming,
          description: 'Description',
          members: { label: 'Members', kind: 'several', options: accountOptions(asked) },
        },
      }),
      heading: headingOf,
      facts: ({ description, date_created, creator_id }) => [
        ['Description', description || 'none'],
        ['Created', created(asked, date_created, creator_id)],
      ],
      detail: (group) => detailOf(asked, group, all),
    })
  },
  deeds: {
    create: making('group_id', ({ act }, given) => act('POST', '/user_groups/create', given)),
    edit: saying('Saved.', ({ act, id }, given) => act('PATCH', `/user_groups/${id}`, given)),
    async permit(asked, given) {
      const { all } = await allGroups(asked)
      const old = Object(all.find(({ id }) => String(id) === asked.id))
      const changes = Object.entries(given).map(([setting, now]) => [setting, { new: Number(now), old: old[setting] }])
      await asked.act('PATCH', `/user_groups/${asked.id}`, Object.fromEntries(changes))
      return { said: 'Saved.' }
    },
    members: setting(''),
    subgroups: setting('_subgroups'),
    async isMember(asked, _, { user_id, direct_member_only }) {
      const { name } = await theGroup(asked)
      const { is_user_group_member } = await asked.act<{ is_user_group_member: boolean }>(
        'GET',
        `/user_groups/${asked.id}/members/${user_id}`,
        { direct_member_only },
      )
      return {
        shown: `${nameOf(asked, Number(user_id))} is ${is_user_group_member ? 'a member' : 'no member'} of ${name}.`,
      }
    },
    async deactivate(asked) {
      const { name } = await theGroup(asked)
      try {
        await asked.act('POST', `/user_groups/${asked.id}/deactivate`)
        return { said: `${name} is deactivated.`, back: { deed: 'reactivate' } }
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        return { ...refusalIn(error), shown: await objections(asked, name, error) }
      }
    },
    async reactivate(asked) {
      const { name } = await theGroup(asked)
      await asked.act('PATCH', `/user_groups/${asked.id}`, { deactivated: false })
      return { said: `${name} is active again.`, back: { deed: 'deactivate' } }
    },
  },
}

const naming = { label: 'Name', about: 'already exists' }
const headingOf = ({ name, is_system_group, deactivated }: UserGroup) =>
  named(name, is_system_group && 'built in', deactivated && 'deactivated')

async function allGroups({ look }: Asked): Promise<{ all: readonly UserGroup[]; problem: string | undefined }> {
  const { answer, problem } = await look<{ user_groups: UserGroup[] }>('/user_groups', {
    include_deactivated_groups: true,
  })
  return { all: answer?.user_groups ?? [], problem }
}

async function theGroup(asked: Asked): Promise<Pick<UserGroup, 'name'>> {
  const { all } = await allGroups(asked)
  return all.find(({ id }) => String(id) === asked.id) ?? { name: `group ${asked.id}` }
}

/** Puts somebody or something into a group, or takes it out. */
function setting(suffix: string): Deed {
  return async ({ act, id: group }, { id, isIn }) => {
    await act('POST', `/user_groups/${group}/members`, { [`${isIn ? 'add' : 'delete'}${suffix}`]: [id] })
    return undefined
  }
}

function detailOf(asked: Asked, group: UserGroup, all: readonly UserGroup[]): Shown {
  const { id, name, description, deactivated, is_system_group } = group
  const isEditable = !is_system_group && !deactivated
  const active: Options = all.filter((one) => !one.deactivated).map((one) => [one.id, one.name])
  // Who may do what with a group: each permission is given to a group.
  const permissions = Object.entries(group).filter(
    (entry): entry is [string, number] => /^can_.*_group$/.test(entry[0]) && typeof entry[1] === 'number',
  )
  return [
    part('Tokens', {
      title: 'Members',
      empty: 'Nobody is in it by themselves.',
      those: group.members.map((one) => [one, nameOf(asked, one)]),
      options: accountOptions(asked),
      isEditable,
      deed: 'members',
    }),
    part('Tokens', {
      title: 'Subgroups',
      empty: 'It has no subgroups.',
      those: group.direct_subgroup_ids.map((one) => [one, groupName(all, one)]),
      options: active.filter(([one]) => one !== id),
      isEditable,
      deed: 'subgroups',
    }),
    fold(
      'Is somebody a member?',
      false,
      part('Form', {
        title: `Is somebody a member of ${name}?`,
        submit: 'Ask',
        deed: 'isMember',
        fields: {
          user_id: {
            label: 'Who',
            kind: 'choice',
            options: [...asked.accounts.values()].map(({ user_id, full_name }) => [user_id, full_name]),
          },
          direct_member_only: { label: 'Leave subgroups out', kind: 'check' },
        },
      }),
    ),
    isEditable && [
      fold(
        'Name and description',
        false,
        part('Form', {
          title: 'Name and description',
          deed: 'edit',
          fields: {
            name: { ...naming, initial: name },
            description: { label: 'Description', initial: description },
          },
        }),
      ),
      fold(
        'Permissions',
        false,
        part('Form', {
          title: 'Permissions',
          deed: 'permit',
          fields: Object.fromEntries(
            permissions.map(([setting, value]) => [
              setting,
              { label: `Who ${settingText(setting)}`, kind: 'choice', initial: String(value), options: active },
            ]),
          ),
        }),
      ),
    ],
    !is_system_group &&
      buttons(
        deactivated
          ? part('Press', { name: 'Reactivate', deed: 'reactivate', tone: 'main' })
          : part('Press', { name: 'Deactivate', deed: 'deactivate', tone: 'serious' }),
      ),
  ]
}

const groupName = (all: readonly UserGroup[], id: number) => all.find((one) => one.id === id)?.name ?? `group ${id}`

async function objections(asked: Asked, name: string, { answer }: Refused): Promise<Shown> {
  const told = (answer as { objections?: readonly Objection[] }).objections ?? []
  if (told.length === 0) return undefined
  const { all } = await allGroups(asked)
  const { answer: channels } = await asked.look<{ streams: { stream_id: number; name: string }[] }>('/streams')
  const texts = objectionTexts(told, {
    group: (id) => groupName(all, id),
    channel: (id) => channels?.streams.find(({ stream_id }) => stream_id === id)?.name ?? String(id),
  })
  return el(
    'div',
    { class: 'objections', role: 'alert' },
    el('p', '', `${name} can’t be deactivated as long as it is used:`),
    el(
      'ul',
      '',
      texts.map((text) => el('li', '', text)),
    ),
  )
}
