import type { FunctionComponent } from 'preact'
import { choice, hashOf } from '../address.js'
import { administrator } from '../admin/administer.js'
import { Bots } from '../admin/Bots.js'
import { Channels } from '../admin/Channels.js'
import { Users } from '../admin/Users.js'

const tabId = choice('tab')

/** By the value in the page's address. */
const tabs: Readonly<Record<string, FunctionComponent>> = {
  users: Users,
  bots: Bots,
  channels: Channels,
}

const titleOf = (tab: string) => tab.charAt(0).toUpperCase() + tab.slice(1)

/** People, bots, channels and their subscribers. */
export function Organisation() {
  const tab = Object.hasOwn(tabs, tabId.value) ? tabId.value : 'users'
  const Tab = tabs[tab]
  const acting = administrator.value
  return (
    <div class="inspector tall">
      <div class="head">
        <nav aria-label="Organisation" class="in-a-row">
          {Object.keys(tabs).map((id) => (
            <a key={id} href={hashOf('organisation', { tab: id })} aria-current={id === tab ? 'page' : undefined}>
              {titleOf(id)}
            </a>
          ))}
        </nav>
      </div>
      {Tab && acting && <Tab key={`${tab} ${acting.user_id}`} />}
    </div>
  )
}
