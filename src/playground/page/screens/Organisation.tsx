import type { FunctionComponent } from 'preact'
import { actor } from '../actor.js'
import { choice, hashOf } from '../address.js'
import type { Acting } from '../admin/acting.js'
import { Bots } from '../admin/Bots.js'
import { Channels } from '../admin/Channels.js'
import { Users } from '../admin/Users.js'
import { WhoActs } from '../admin/WhoActs.js'

const tabId = choice('tab')
const asked = choice('as')

/** By the value in the page's address. */
const tabs: Readonly<Record<string, FunctionComponent<Acting>>> = {
  users: Users,
  bots: Bots,
  channels: Channels,
}

const titleOf = (tab: string) => tab.charAt(0).toUpperCase() + tab.slice(1)

/** People, bots and channels, changed as a chosen person. */
export function Organisation() {
  const tab = Object.hasOwn(tabs, tabId.value) ? tabId.value : 'users'
  const Tab = tabs[tab]
  const acting = actor.value
  const choices = (id: string) => ({ tab: id, ...(asked.value !== '' && { as: asked.value }) })
  return (
    <div class="inspector tall">
      <div class="head">
        <nav aria-label="Organisation" class="in-a-row">
          {Object.keys(tabs).map((id) => (
            <a key={id} href={hashOf('organisation', choices(id))} aria-current={id === tab ? 'page' : undefined}>
              {titleOf(id)}
            </a>
          ))}
        </nav>
        <WhoActs />
      </div>
      {Tab && acting && <Tab key={`${tab} ${acting.user_id}`} actor={acting} />}
    </div>
  )
}
