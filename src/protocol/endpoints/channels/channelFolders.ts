import * as z from 'zod/mini'
import { id, textUpTo } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { ChannelFolder } from '../../entities/organisation.js'
import { upgrade } from '../../levels/upgrade.js'
import { limits } from '../../rules/limits.js'

export const channelFolderEndpoints = [
  endpoint('channelFolders.list', 'GET /channel_folders', {
    spec: '4.15',
    since: 'channelFolders',
    params: { include_archived: z._default(z.boolean(), false) },
    response: { channel_folders: z.array(ChannelFolder) },
    upgrade: upgrade['channelFolders.list'],
  }),
  endpoint('channelFolders.create', 'POST /channel_folders/create', {
    access: 'administrator',
    since: 'channelFolders',
    params: {
      name: textUpTo(limits.channelFolderName),
      /** Markdown. */
      description: z._default(textUpTo(limits.channelFolderDescription), ''),
    },
    response: { channel_folder_id: z.int() },
  }),
  endpoint('channelFolders.update', 'PATCH /channel_folders/{channel_folder_id}', {
    access: 'administrator',
    since: 'channelFolders',
    params: {
      channel_folder_id: id,
      name: z.optional(textUpTo(limits.channelFolderName)),
      description: z.optional(textUpTo(limits.channelFolderDescription)),
      is_archived: z.optional(z.boolean()),
    },
    repeatable: 'always',
  }),
  endpoint('channelFolders.reorder', 'PATCH /channel_folders', {
    access: 'administrator',
    since: 'channelFolderOrder',
    params: {
      /** The IDs of all folders. */
      order: z.array(id),
    },
    repeatable: 'always',
  }),
] as const
