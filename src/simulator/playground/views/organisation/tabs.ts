/** What the views of the organisation are called, by what stands for them in the page's address. */
export const organisationTabs = {
  users: 'Users',
  bots: 'Bots',
  groups: 'Groups',
  channels: 'Channels',
  folders: 'Folders',
  linkifiers: 'Linkifiers',
  emoji: 'Emoji',
  fields: 'Profile fields',
  files: 'Files',
  scheduled: 'Scheduled',
  calls: 'Video calls',
  server: 'Server',
}

export type OrganisationTab = keyof typeof organisationTabs
