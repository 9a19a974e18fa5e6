import { useSignal } from '@preact/signals'
import type { UserGroup } from '../../../../protocol/index.js'
import { accounts } from '../organisation.js'
import { act, press } from './acting.js'
import { Form } from './Form.js'
import { accountOptions, nameOf } from './names.js'
import { Part } from './Page.js'
import { Tokens } from './Tokens.js'

/** Who is in a group, by itself and through its subgroups. */
export function GroupMembers({
  group,
  groups,
  isEditable,
}: {
  group: UserGroup
  groups: readonly UserGroup[]
  isEditable: boolean
}) {
  const path = `/user_groups/${group.id}/members`
  const change = (changes: Record<string, readonly number[]>) => () => act('POST', path, changes)
  const subgroupName = (id: number) => groups.find((one) => one.id === id)?.name ?? `group ${id}`
  const others = groups.filter(
    ({ id, deactivated }) => id !== group.id && deactivated !== true && !group.direct_subgroup_ids.includes(id),
  )
  return (
    <>
      <Tokens
        title="Members"
        empty="Nobody is in it by themselves."
        tokens={group.members.map((id) => [id, nameOf(id)])}
        options={accountOptions((id) => !group.members.includes(id))}
        isEditable={isEditable}
        add={(id) => press(`${nameOf(id)} is in ${group.name}.`, change({ add: [id] }), change({ delete: [id] }))}
        remove={(id) =>
          press(`${nameOf(id)} is out of ${group.name}.`, change({ delete: [id] }), change({ add: [id] }))
        }
      />
      <Tokens
        title="Subgroups"
        empty="It has no subgroups."
        tokens={group.direct_subgroup_ids.map((id) => [id, subgroupName(id)])}
        options={others.map(({ id, name }) => [String(id), name])}
        isEditable={isEditable}
        add={(id) =>
          press(
            `${subgroupName(id)} is a subgroup.`,
            change({ add_subgroups: [id] }),
            change({ delete_subgroups: [id] }),
          )
        }
        remove={(id) =>
          press(`${subgroupName(id)} is out.`, change({ delete_subgroups: [id] }), change({ add_subgroups: [id] }))
        }
      />
      <Part title="Is somebody a member?">
        <Membership group={group} />
      </Part>
    </>
  )
}

/** Asks the service whether somebody is a member, also of a group deep inside. */
function Membership({ group }: { group: UserGroup }) {
  const said = useSignal('')
  return (
    <>
      <Form
        label={`Is somebody a member of ${group.name}?`}
        submit="Ask"
        fields={[
          {
            name: 'user_id',
            label: 'Who',
            kind: 'choice',
            options: [...accounts.value.values()].map(({ user_id, full_name }) => [String(user_id), full_name]),
          },
          { name: 'direct_member_only', label: 'Leave subgroups out', kind: 'check' },
        ]}
        save={async (filled) => {
          said.value = ''
          const id = Number(filled.text('user_id'))
          const { is_user_group_member } = await act<{ is_user_group_member: boolean }>(
            'GET',
            `/user_groups/${group.id}/members/${id}`,
            { direct_member_only: filled.isOn('direct_member_only') },
          )
          said.value = `${nameOf(id)} is ${is_user_group_member ? 'a member' : 'no member'} of ${group.name}.`
        }}
      />
      <p role="status">{said.value}</p>
    </>
  )
}
