import type { FunctionComponent } from 'preact'
import { Bots } from './Bots.js'
import { Calls } from './Calls.js'
import { Channels } from './Channels.js'
import { Emoji } from './Emoji.js'
import { Files } from './Files.js'
import { Folders } from './Folders.js'
import { Groups } from './Groups.js'
import { Linkifiers } from './Linkifiers.js'
import { ProfileFields } from './ProfileFields.js'
import { Scheduled } from './Scheduled.js'
import { Server } from './Server.js'
import { Users } from './Users.js'

export interface OrganisationTab {
  /** In the page's address. */
  readonly id: string
  readonly title: string
  readonly Component: FunctionComponent
}

/** What the organisation holds, a view for each. */
export const tabs: readonly OrganisationTab[] = [
  { id: 'users', title: 'Users', Component: Users },
  { id: 'bots', title: 'Bots', Component: Bots },
  { id: 'groups', title: 'Groups', Component: Groups },
  { id: 'channels', title: 'Channels', Component: Channels },
  { id: 'folders', title: 'Folders', Component: Folders },
  { id: 'linkifiers', title: 'Linkifiers', Component: Linkifiers },
  { id: 'emoji', title: 'Emoji', Component: Emoji },
  { id: 'fields', title: 'Profile fields', Component: ProfileFields },
  { id: 'files', title: 'Files', Component: Files },
  { id: 'scheduled', title: 'Scheduled', Component: Scheduled },
  { id: 'calls', title: 'Video calls', Component: Calls },
  { id: 'server', title: 'Server', Component: Server },
]
