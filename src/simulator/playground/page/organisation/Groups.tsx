import { useSignal } from '@preact/signals'
import type { Objection, UserGroup } from '../../../../protocol/index.js'
import { accounts } from '../organisation.js'
import { Refused } from '../simulator.js'
import { named } from '../ui/chip.js'
import type { Options } from '../ui/Select.js'
import { act } from './acting.js'
import { Form } from './Form.js'
import { useLive } from './live.js'
import { accountOptions, createdText, nameOf } from './names.js'
import { objectionTexts, settingText } from './objections.js'
import { FormPart, Page, Part, Switch } from './Page.js'
import { Tokens } from './Tokens.js'

/** The groups of users, deactivated and built-in ones among them. */
export function Groups() {
  const { answer, problem } = useLive<{ user_groups: UserGroup[] }>('/user_groups', /^user_group/, {
    include_deactivated_groups: true,
  })
  const groups = answer?.user_groups ?? []
  return (
    <Page<UserGroup>
      title="Groups"
      rows={groups.toSorted((one, other) => Number(one.is_system_group) - Number(other.is_system_group))}
      problem={problem}
      hint="Name, member:hamlet, -is:system"
      fields={{
        member: ({ members }) => members.map(nameOf),
        is: {
          kind: 'flags',
          flags: {
            active: ({ deactivated }) => !deactivated,
            inactive: ({ deactivated }) => deactivated === true,
            system: ({ is_system_group }) => is_system_group,
          },
        },
      }}
      wordsOf={({ name, description }) => `${name} ${description}`}
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
          chooses="group_id"
          fields={{
            name: naming,
            description: 'Description',
            members: { label: 'Members', kind: 'several', options: accountOptions() },
          }}
          save={(given) => act('POST', '/user_groups/create', given)}
        />
      }
      heading={headingOf}
      facts={({ description, date_created, creator_id }) => [
        ['Description', description || 'none'],
        ['Created', createdText(date_created, creator_id)],
      ]}
      detail={(group) => <Group group={group} groups={groups} />}
    />
  )
}

const naming = { label: 'Name', about: /already exists/i }
const headingOf = ({ name, is_system_group, deactivated }: UserGroup) =>
  named(name, is_system_group && 'built in', deactivated && 'deactivated')

interface GroupProps {
  readonly group: UserGroup
  readonly groups: readonly UserGroup[]
}

function Group({ group, groups }: GroupProps) {
  const { id, name, description, deactivated, is_system_group } = group
  const path = `/user_groups/${id}`
  const objections = useSignal<readonly string[]>([])
  const channels = useLive<{ streams: { stream_id: number; name: string }[] }>('/streams', /^stream/).answer?.streams
  const groupName = (one: number) => groups.find((other) => other.id === one)?.name ?? `group ${one}`
  const channelName = (one: number) => channels?.find(({ stream_id }) => stream_id === one)?.name ?? String(one)
  const isEditable = !is_system_group && !deactivated
  const active: Options = groups.filter((one) => !one.deactivated).map((one) => [one.id, one.name])
  // Who may do what with a group: each permission is given to a group.
  const permissions = Object.entries(group).filter(
    (entry): entry is [string, number] => /^can_.*_group$/.test(entry[0]) && typeof entry[1] === 'number',
  )
  const set = (suffix: string) => (one: number, isIn: boolean) =>
    act('POST', `${path}/members`, { [`${isIn ? 'add' : 'delete'}${suffix}`]: [one] })
  const deactivate = async () => {
    objections.value = []
    try {
      await act('POST', `${path}/deactivate`)
    } catch (error) {
      const answer = error instanceof Refused ? (error.answer as { objections?: readonly Objection[] }) : {}
      objections.value = objectionTexts(answer.objections ?? [], { group: groupName, channel: channelName })
      throw error
    }
  }
  return (
    <>
      <Tokens
        title="Members"
        empty="Nobody is in it by themselves."
        ids={group.members}
        nameOf={nameOf}
        options={accountOptions()}
        isEditable={isEditable}
        set={set('')}
      />
      <Tokens
        title="Subgroups"
        empty="It has no subgroups."
        ids={group.direct_subgroup_ids}
        nameOf={groupName}
        options={active.filter(([one]) => one !== id)}
        isEditable={isEditable}
        set={set('_subgroups')}
      />
      <Part title="Is somebody a member?">
        <Membership {...group} />
      </Part>
      {isEditable && (
        <>
          <FormPart
            title="Name and description"
            fields={{
              name: { ...naming, initial: name },
              description: { label: 'Description', initial: description },
            }}
            save={(given) => act('PATCH', path, given)}
          />
          <FormPart
            title="Permissions"
            fields={Object.fromEntries(
              permissions.map(([setting, value]) => [
                setting,
                { label: `Who ${settingText(setting)}`, kind: 'choice', initial: String(value), options: active },
              ]),
            )}
            save={(given) => {
              const old = Object.fromEntries(permissions)
              const changes = Object.entries(given).map(([setting, now]) => [
                setting,
                { new: Number(now), old: old[setting] },
              ])
              return act('PATCH', path, Object.fromEntries(changes))
            }}
          />
        </>
      )}
      {!is_system_group && (
        <div class="buttons">
          <Switch
            isOff={deactivated}
            off={['Deactivate', `${name} is deactivated.`, deactivate]}
            on={['Reactivate', `${name} is active again.`, () => act('PATCH', path, { deactivated: false })]}
          />
        </div>
      )}
      {objections.value.length > 0 && (
        <div class="objections" role="alert">
          <p>{name} can’t be deactivated as long as it is used:</p>
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

/** Asks the service whether somebody is a member, also of a group deep inside. */
function Membership({ id, name }: UserGroup) {
  const said = useSignal('')
  return (
    <>
      <Form
        title={`Is somebody a member of ${name}?`}
        submit="Ask"
        done=""
        fields={{
          user_id: {
            label: 'Who',
            kind: 'choice',
            options: [...accounts.value.values()].map(({ user_id, full_name }) => [user_id, full_name]),
          },
          direct_member_only: { label: 'Leave subgroups out', kind: 'check' },
        }}
        save={async (_, { user_id, direct_member_only }) => {
          said.value = ''
          const { is_user_group_member } = await act<{ is_user_group_member: boolean }>(
            'GET',
            `/user_groups/${id}/members/${user_id}`,
            { direct_member_only },
          )
          said.value = `${nameOf(Number(user_id))} is ${is_user_group_member ? 'a member' : 'no member'} of ${name}.`
        }}
      />
      <p role="status">{said.value}</p>
    </>
  )
}
