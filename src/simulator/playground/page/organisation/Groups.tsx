import { useSignal } from '@preact/signals'
import type { Objection, UserGroup } from '../../../../protocol/index.js'
import { choose } from '../address.js'
import { Refused } from '../simulator.js'
import { act, press } from './acting.js'
import { Form } from './Form.js'
import { GroupMembers } from './GroupMembers.js'
import { useLive } from './live.js'
import { accountOptions, dateText, nameOf } from './names.js'
import { objectionTexts, settingText } from './objections.js'
import { Facts, Page, Part } from './Page.js'

/** The groups of users, deactivated and built-in ones among them. */
export function Groups() {
  const { answer, problem } = useLive<{ user_groups: UserGroup[] }>('/user_groups', /^user_group/, {
    include_deactivated_groups: true,
  })
  const groups = answer?.user_groups ?? []
  return (
    <Page<UserGroup>
      title="Groups"
      rows={[...groups].sort((one, other) => Number(one.is_system_group) - Number(other.is_system_group))}
      problem={problem}
      hint="Name, member:hamlet, -is:system"
      fields={{
        member: { kind: 'text', of: ({ members }) => members.map(nameOf) },
        is: {
          kind: 'flags',
          flags: {
            active: ({ deactivated }) => deactivated !== true,
            inactive: ({ deactivated }) => deactivated === true,
            system: ({ is_system_group }) => is_system_group,
          },
        },
      }}
      wordsOf={({ name, description }) => `${name} ${description}`}
      idOf={({ id }) => String(id)}
      empty="There are no groups yet."
      add="Create a group"
      columns={[
        { title: 'Name', width: 'minmax(0, 3fr)', cell: (group) => <Named group={group} /> },
        { title: 'Members', width: '5rem', cell: ({ members }) => members.length },
        { title: 'Subgroups', width: '5rem', cell: ({ direct_subgroup_ids }) => direct_subgroup_ids.length },
      ]}
      blank={CreateGroup}
      detail={(group) => <Group group={group} groups={groups} />}
    />
  )
}

function Named({ group: { name, is_system_group, deactivated } }: { group: UserGroup }) {
  return (
    <>
      {name} {is_system_group && <span class="chip">built in</span>}
      {deactivated && <span class="chip">deactivated</span>}
    </>
  )
}

const naming = [
  { name: 'name', label: 'Name', about: /group name|already exists/i },
  { name: 'description', label: 'Description' },
] as const

function CreateGroup() {
  return (
    <>
      <h3>Create a group</h3>
      <Form
        label="Create a group"
        submit="Create"
        empties
        fields={[...naming, { name: 'members', label: 'Members', kind: 'several', options: accountOptions() }]}
        save={async (filled) => {
          const { group_id } = await act<{ group_id?: number }>('POST', '/user_groups/create', {
            name: filled.text('name'),
            description: filled.text('description'),
            members: filled.several('members').map(Number),
          })
          if (group_id !== undefined) choose({ id: String(group_id) })
        }}
      />
    </>
  )
}

function Group({ group, groups }: { group: UserGroup; groups: readonly UserGroup[] }) {
  const path = `/user_groups/${group.id}`
  const isEditable = !group.is_system_group && group.deactivated !== true
  const reactivate = () => act('PATCH', path, { deactivated: false })
  return (
    <>
      <h3>
        <Named group={group} />
      </h3>
      <Facts
        facts={[
          ['Description', group.description || 'none'],
          [
            'Created',
            group.creator_id ? `${dateText(group.date_created)} by ${nameOf(group.creator_id)}` : 'at the start',
          ],
        ]}
      />
      <GroupMembers group={group} groups={groups} isEditable={isEditable} />
      {isEditable && (
        <>
          <Part title="Name and description">
            <Form
              label={`Name and description of ${group.name}`}
              submit="Save"
              done="Saved."
              fields={naming.map((field) => ({ ...field, initial: group[field.name] }))}
              save={(filled) => {
                const [name, description] = [filled.text('name'), filled.text('description')]
                return act('PATCH', path, {
                  ...(name !== group.name && { name }),
                  ...(description !== group.description && { description }),
                })
              }}
            />
          </Part>
          <Part title="Permissions">
            <Permissions group={group} groups={groups} />
          </Part>
          <Deactivate group={group} groups={groups} reactivate={reactivate} />
        </>
      )}
      {group.deactivated && (
        <div class="buttons">
          <button type="button" class="main" onClick={() => press(`${group.name} is active again.`, reactivate)}>
            Reactivate
          </button>
        </div>
      )}
    </>
  )
}

/** Who may do what with a group: each permission is given to a group. */
function Permissions({ group, groups }: { group: UserGroup; groups: readonly UserGroup[] }) {
  const settings = Object.entries(group).filter(
    (entry): entry is [string, number] => /^can_.*_group$/.test(entry[0]) && typeof entry[1] === 'number',
  )
  const options = groups
    .filter(({ deactivated }) => deactivated !== true)
    .map(({ id, name }) => [String(id), name] as const)
  return (
    <Form
      label={`Permissions of ${group.name}`}
      submit="Save"
      done="Saved."
      fields={settings.map(([name, value]) => ({
        name,
        label: `Who ${settingText(name)}`,
        kind: 'choice' as const,
        initial: String(value),
        options,
      }))}
      save={(filled) => {
        const changed = settings.filter(([name, old]) => Number(filled.text(name)) !== old)
        const changes = changed.map(([name, old]) => [name, { new: Number(filled.text(name)), old }] as const)
        return act('PATCH', `/user_groups/${group.id}`, Object.fromEntries(changes))
      }}
    />
  )
}

/** Deactivates a group, or says what is in the way. */
function Deactivate({
  group,
  groups,
  reactivate,
}: {
  group: UserGroup
  groups: readonly UserGroup[]
  reactivate(): Promise<unknown>
}) {
  const objections = useSignal<readonly string[]>([])
  const channels = useLive<{ streams: { stream_id: number; name: string }[] }>('/streams', /^stream/).answer?.streams
  const named = {
    group: (id: number) => groups.find((one) => one.id === id)?.name ?? String(id),
    channel: (id: number) => channels?.find(({ stream_id }) => stream_id === id)?.name ?? String(id),
  }
  const deactivate = async () => {
    objections.value = []
    try {
      await act('POST', `/user_groups/${group.id}/deactivate`)
    } catch (error) {
      const answer = error instanceof Refused ? (error.answer as { objections?: readonly Objection[] }) : {}
      objections.value = objectionTexts(answer.objections ?? [], named)
      throw error
    }
  }
  return (
    <>
      <div class="buttons">
        <button
          type="button"
          class="serious"
          onClick={() => press(`${group.name} is deactivated.`, deactivate, reactivate)}
        >
          Deactivate
        </button>
      </div>
      {objections.value.length > 0 && (
        <div class="objections" role="alert">
          <p>{group.name} can’t be deactivated as long as it is used:</p>
          <ul>
            {objections.value.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
