import type { FunctionComponent } from 'preact'
import { actor } from '../actor.js'
import { choice, choose, goTo, hashOf } from '../address.js'
import type { Acting } from '../admin/acting.js'
import { Bots } from '../admin/Bots.js'
import { Channels } from '../admin/Channels.js'
import { Emoji } from '../admin/Emoji.js'
import { Files } from '../admin/Files.js'
import { Groups } from '../admin/Groups.js'
import { Linkifiers } from '../admin/Linkifiers.js'
import { Scheduled } from '../admin/Scheduled.js'
import { Users } from '../admin/Users.js'
import { useCommands } from '../commands.js'
import { organisation } from '../organisation.js'

const tabId = choice('tab')
const asked = choice('as')

/** What the organisation holds. By what stands for each in the page's address, the title is its name. */
const tabs: Readonly<Record<string, FunctionComponent<Acting>>> = {
  users: Users,
  bots: Bots,
  groups: Groups,
  channels: Channels,
  linkifiers: Linkifiers,
  emoji: Emoji,
  files: Files,
  scheduled: Scheduled,
}

const titleOf = (tab: string) => tab.charAt(0).toUpperCase() + tab.slice(1)

/** Everything that is not chatting, each thing done by a chosen person: what they may not do is refused. */
export function Organisation() {
  const tab = Object.hasOwn(tabs, tabId.value) ? tabId.value : 'users'
  const Tab = tabs[tab]
  const acting = actor.value
  const choices = (id: string) => ({ tab: id, ...(asked.value !== '' && { as: asked.value }) })
  useCommands(() =>
    Object.keys(tabs).map((id) => ({
      title: titleOf(id),
      group: 'Organisation',
      run: () => goTo('organisation', choices(id)),
    })),
  )
  return (
    <div class="org">
      <div class="org-side stack">
        <WhoActs />
        <nav aria-label="Organisation">
          {Object.keys(tabs).map((id) => (
            <a
              key={id}
              href={hashOf({ screen: 'organisation', choices: choices(id) })}
              aria-current={id === tab ? 'page' : undefined}
            >
              {titleOf(id)}
            </a>
          ))}
        </nav>
      </div>
      <div class="org-main">{Tab && acting && <Tab key={`${tab} ${acting.user_id}`} actor={acting} />}</div>
    </div>
  )
}

function WhoActs() {
  const { users, bots } = organisation.value
  return (
    <div class="field">
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
