import type { View } from '../view.js'
import { bots } from './bots.js'
import { calls } from './calls.js'
import { channels } from './channels.js'
import { emoji } from './emoji.js'
import { files } from './files.js'
import { folders } from './folders.js'
import { groups } from './groups.js'
import { linkifiers } from './linkifiers.js'
import { profileFields } from './profileFields.js'
import { scheduled } from './scheduled.js'
import { server } from './server.js'
import type { OrganisationTab } from './tabs.js'
import { users } from './users.js'

/** What the organisation holds, a view for each. */
export const organisationViews: Readonly<Record<OrganisationTab, View>> = {
  users,
  bots,
  groups,
  channels,
  folders,
  linkifiers,
  emoji,
  fields: profileFields,
  files,
  scheduled,
  calls,
  server,
}
