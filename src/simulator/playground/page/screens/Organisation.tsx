import { organisationTabs } from '../../views/organisation/tabs.js'
import { choice, choose, goTo, hashOf } from '../address.js'
import { useCommands } from '../commands.js'
import { actor } from '../organisation/acting.js'
import { organisation } from '../organisation.js'
import { View } from '../views/View.js'

const tabId = choice('tab')
const asked = choice('as')

/** Everything that is not chatting, each thing done by a chosen person: what they may not do is refused. */
export function Organisation() {
  const tabs = Object.entries(organisationTabs)
  const tab = tabId.value in organisationTabs ? tabId.value : 'users'
  const as = actor.value?.user_id
  const choices = (id: string) => ({ tab: id, ...(asked.value !== '' && { as: asked.value }) })
  useCommands(() =>
    tabs.map(([id, title]) => ({ title, group: 'Organisation', run: () => goTo('organisation', choices(id)) })),
  )
  return (
    <div class="org">
      <div class="org-side">
        <WhoActs />
        <nav aria-label="Organisation">
          {tabs.map(([id, title]) => (
            <a
              key={id}
              href={hashOf({ screen: 'organisation', choices: choices(id) })}
              aria-current={id === tab ? 'page' : undefined}
            >
              {title}
            </a>
          ))}
        </nav>
      </div>
      <div class="org-main">
        {as !== undefined && (
          <View key={`${tab} ${as}`} view={tab} as={as} id={choice('id').value} query={choice('q').value} />
        )}
      </div>
    </div>
  )
}

function WhoActs() {
  const { users, bots } = organisation.value
  return (
    <div class="who-acts">
      <label for="who-acts">Who acts</label>
      <select
        id="who-acts"
        value={actor.value?.user_id}
        onChange={({ currentTarget }) => choose({ as: currentTarget.value })}
      >
        <optgroup label="People">{users.map(optionOf)}</optgroup>
        <optgroup label="Bots">{bots.map(optionOf)}</optgroup>
      </select>
    </div>
  )
}

function optionOf({
  user_id,
  full_name,
  role,
  is_active,
}: {
  user_id: number
  full_name: string
  role: string
  is_active: boolean
}) {
  return (
    <option key={user_id} value={user_id}>
      {full_name}, {is_active ? role : 'deactivated'}
    </option>
  )
}
