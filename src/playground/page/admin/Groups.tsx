import type { Objection, UserGroup } from '../../../protocol/index.js'
import { choose } from '../address.js'
import { api, unlessRefused } from '../api.js'
import { useLive } from '../live.js'
import { accountOptions, nameOf } from '../organisation.js'
import { Refused } from '../simulator.js'
import { Fold, Moment, named } from '../ui/parts.js'
import { type Acting, saying } from './acting.js'
import { Form } from './Form.js'
import { type Detail, Listing } from './Listing.js'
import { objectionTexts, settingText } from './objections.js'
import { Tokens } from './Tokens.js'

/** The groups of users, deactivated and built-in ones among them. */
export function Groups({ actor }: Acting) {
  const live = useLive(
    async () => {
      const { user_groups } = await api(actor, 'GET /user_groups', { include_deactivated_groups: true })
      return user_groups.toSorted((one, other) => Number(one.is_system_group) - Number(other.is_system_group))
    },
    /^user_group|^realm_user/,
    [actor.api_key],
  )
  return (
    <Listing
      title="Groups"
      live={live}
      wordsOf={(group) =>
        [group.name, group.description, ...group.members.map(nameOf), ...marksOf(group).filter(Boolean)].join(' ')
      }
      idOf={({ id }) => id}
      empty="There are no groups yet."
      columns={{
        Name: [3, headingOf],
        Members: ['5rem', ({ members }) => members.length],
        Subgroups: ['5rem', ({ direct_subgroup_ids }) => direct_subgroup_ids.length],
      }}
      add="Create a group"
      blank={
        <Form
          title="Create a group"
          submit="Create"
          isNew
          fields={{
            name: naming,
            description: { label: 'Description' },
            members: { label: 'Members', kind: 'several', options: accountOptions() },
          }}
          onSubmit={async (_, given) =>
            choose({ id: String((await api(actor, 'POST /user_groups/create', given)).group_id) })
          }
        />
      }
      heading={headingOf}
      detail={(group) => detailOf(group, live?.value ?? [], actor)}
    />
  )
}

const naming = { label: 'Name', about: 'already exists' }
const marksOf = ({ is_system_group, deactivated }: UserGroup) => [
  is_system_group && 'built in',
  deactivated && 'deactivated',
]
const headingOf = (group: UserGroup) => named(group.name, ...marksOf(group))

function detailOf(group: UserGroup, all: readonly UserGroup[], actor: Acting['actor']): Detail {
  const { id: user_group_id, name, description, date_created, creator_id, deactivated, is_system_group } = group
  const isEditable = !is_system_group && !deactivated
  const active = all.filter((one) => !one.deactivated).map((one) => [one.id, one.name] as const)
  const change = (changes: object) =>
    api(actor, 'POST /user_groups/{user_group_id}/members', { user_group_id, ...changes })
  const save = (changes: object) =>
    saying('Saved.', () => api(actor, 'PATCH /user_groups/{user_group_id}', { user_group_id, ...changes }))()
  // Each permission is given to a group.
  const permissions = Object.entries(group).filter(
    (entry): entry is [string, number] => /^can_.*_group$/.test(entry[0]) && typeof entry[1] === 'number',
  )
  const old = Object.fromEntries(permissions)
  const reactivate = saying(`${name} is active again.`, () =>
    api(actor, 'PATCH /user_groups/{user_group_id}', { user_group_id, deactivated: false }),
  )
  return {
    facts: [
      ['Description', description || 'none'],
      ['Created', date_created ? <Moment seconds={date_created} /> : 'at the start'],
      creator_id != null && ['Creator', nameOf(creator_id)],
    ],
    buttons: [
      !is_system_group &&
        (deactivated
          ? ['Reactivate', reactivate, 'main']
          : [
              'Deactivate',
              saying(`${name} is deactivated.`, () => deactivate(group, all, actor), reactivate),
              'serious',
            ]),
    ],
    more: (
      <>
        <Tokens
          title="Members"
          empty="Nobody is in it by themselves."
          those={group.members.map((one) => [one, nameOf(one)])}
          options={accountOptions()}
          isEditable={isEditable}
          onChange={(id, isIn) => change(isIn ? { add: [id] } : { delete: [id] })}
        />
        <Tokens
          title="Subgroups"
          empty="It has no subgroups."
          those={group.direct_subgroup_ids.map((one) => [one, groupName(all, one)])}
          options={active.filter(([one]) => one !== user_group_id)}
          isEditable={isEditable}
          onChange={(id, isIn) => change(isIn ? { add_subgroups: [id] } : { delete_subgroups: [id] })}
        />
        {isEditable && (
          <>
            <Fold title="Name and description">
              <Form
                title="Name and description"
                fields={{
                  name: { ...naming, initial: name },
                  description: { label: 'Description', initial: description },
                }}
                onSubmit={save}
              />
            </Fold>
            <Fold title="Permissions">
              <Form
                title="Permissions"
                fields={Object.fromEntries(
                  permissions.map(([setting, initial]) => [
                    setting,
                    { label: `Who ${settingText(setting)}`, kind: 'choice', initial, options: active } as const,
                  ]),
                )}
                onSubmit={(changed) =>
                  save(
                    Object.fromEntries(
                      Object.entries(changed).map(([setting, now]) => [setting, { new: now, old: old[setting] }]),
                    ),
                  )
                }
              />
            </Fold>
          </>
        )}
      </>
    ),
  }
}

const groupName = (all: readonly UserGroup[], id: number) => all.find((one) => one.id === id)?.name ?? `group ${id}`

/** Takes a group out of use. @throws {Error} that says what uses it */
async function deactivate({ id, name }: UserGroup, all: readonly UserGroup[], actor: Acting['actor']): Promise<void> {
  try {
    await api(actor, 'POST /user_groups/{user_group_id}/deactivate', { user_group_id: id })
  } catch (error) {
    const told: readonly Objection[] = (error instanceof Refused && Object(error.answer).objections) || []
    if (told.length === 0) throw error
    const channels = (await unlessRefused(api(actor, 'GET /streams')))?.streams ?? []
    const uses = objectionTexts(told, {
      group: (one) => groupName(all, one),
      channel: (one) => channels.find(({ stream_id }) => stream_id === one)?.name ?? String(one),
    })
    throw new Error(`${name} can’t be deactivated as long as it is used:\n${uses.join('\n')}`)
  }
}
