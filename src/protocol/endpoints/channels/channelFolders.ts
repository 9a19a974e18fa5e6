import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.js'
import { ChannelFolder } from '../../entities/organisation.js'
import { upgrade } from '../../levels/upgrade.js'

export const listChannelFolders = endpoint({
  name: 'channelFolders.list',
  method: 'GET',
  path: '/channel_folders',
  spec: '4.15',
  summary: 'List the channel folders in order.',
  access: 'account',
  since: 'channelFolders',
  params: { include_archived: z._default(z.boolean(), false) },
  response: { channel_folders: z.array(ChannelFolder) },
  errors: [],
  repeatable: 'always',
  upgrade: upgrade['channelFolders.list'],
})
