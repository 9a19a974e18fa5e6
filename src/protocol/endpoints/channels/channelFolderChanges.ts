import * as z from 'zod/mini'
import { id, textUpTo } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { errors } from '../../errors/errors.js'
import { limits } from '../../rules/limits.js'

const naming = [
  errors.channelFolderNameEmpty,
  errors.channelFolderExists,
  errors.channelFolderCharacter,
  errors.tooLong,
]

export const createChannelFolder = endpoint({
  name: 'channelFolders.create',
  method: 'POST',
  path: '/channel_folders/create',
  spec: 'companion',
  summary: 'Create a folder of channels.',
  access: 'administrator',
  since: 'channelFolders',
  params: {
    name: textUpTo(limits.channelFolderName),
    /** Markdown. */
    description: z._default(textUpTo(limits.channelFolderDescription), ''),
  },
  response: { channel_folder_id: z.int() },
  errors: naming,
  repeatable: 'never',
})

export const updateChannelFolder = endpoint({
  name: 'channelFolders.update',
  method: 'PATCH',
  path: '/channel_folders/{channel_folder_id}',
  spec: 'companion',
  summary: 'Change the name or description of a folder, archive it, or bring it back.',
  access: 'administrator',
  since: 'channelFolders',
  params: {
    channel_folder_id: id,
    name: z.optional(textUpTo(limits.channelFolderName)),
    description: z.optional(textUpTo(limits.channelFolderDescription)),
    is_archived: z.optional(z.boolean()),
  },
  response: {},
  errors: [...naming, errors.invalidChannelFolder, errors.channelFolderInUse],
  repeatable: 'always',
})

export const reorderChannelFolders = endpoint({
  name: 'channelFolders.reorder',
  method: 'PATCH',
  path: '/channel_folders',
  spec: 'companion',
  summary: 'Set the order in which folders are shown.',
  access: 'administrator',
  since: 'channelFolderOrder',
  params: {
    /** The IDs of all folders. */
    order: z.array(id),
  },
  response: {},
  errors: [errors.invalidOrder],
  repeatable: 'always',
})
