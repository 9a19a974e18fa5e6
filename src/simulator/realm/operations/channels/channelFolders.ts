import type { Operations } from '../../access/operation.js'
import { badCharacter } from '../../conversations/topics.js'
import { folderShape } from '../../shapes/channel.js'
import { refuse } from '../../world/refusal.js'
import type { Folder } from '../../world/state.js'
import { nextId, seconds, type World } from '../../world/world.js'

export const channelFolderOperations = {
  'channelFolders.list': ({ world, params }) => {
    const ordered = world.has('channelFolderOrder')
    const folders = [...world.state.folders.values()]
      .filter((folder) => params.include_archived || !folder.is_archived)
      .sort((one, other) => (ordered ? one.order - other.order : 0) || one.id - other.id)
    return { channel_folders: folders.map((folder) => folderShape(world, folder)) }
  },

  'channelFolders.create': ({ world, caller, params }) => {
    const folders = [...world.state.folders.values()]
    const folder: Folder = {
      name: readName(world, params.name, undefined),
      id: nextId(world, 'folder'),
      description: params.description.trim(),
      order: folders.reduce((highest, { order }) => Math.max(highest, order), -1) + 1,
      is_archived: false,
      creator_id: caller.id,
      date_created: seconds(world),
    }
    world.state.folders.set(folder.id, folder)
    world.emit('channel_folder', 'everyone', { op: 'add', channel_folder: folderShape(world, folder) })
    return { channel_folder_id: folder.id }
  },

  'channelFolders.update': ({ world, params }) => {
    const folder = world.state.folders.get(params.channel_folder_id) ?? refuse('invalidChannelFolder')
    const name = params.name === undefined ? folder.name : readName(world, params.name, folder)
    const description = params.description?.trim() ?? folder.description
    const is_archived = params.is_archived ?? folder.is_archived
    if (is_archived && !folder.is_archived && isUsed(world, folder)) refuse('channelFolderInUse')
    const before = { ...folder }
    Object.assign(folder, { name, description, is_archived })
    const { rendered_description } = folderShape(world, folder)
    const data = {
      ...(name !== before.name && { name }),
      ...(description !== before.description && { description, rendered_description }),
      ...(is_archived !== before.is_archived && { is_archived }),
    }
    if (Object.keys(data).length > 0) {
      world.emit('channel_folder', 'everyone', { op: 'update', channel_folder_id: folder.id, data })
    }
  },

  'channelFolders.reorder': ({ world, params }) => {
    const { folders } = world.state
    const order = params.order
    const isWhole = order.length === folders.size && new Set(order).size === order.length
    if (!isWhole || !order.every((id) => folders.has(id))) refuse('invalidOrder')
    for (const [place, id] of order.entries()) Object.assign(folders.get(id) ?? {}, { order: place })
    world.emit('channel_folder', 'everyone', { op: 'reorder', order })
  },
} satisfies Partial<Operations>

/** @throws {Refusal} for a name that is not allowed or taken */
function readName(world: World, given: string, own: Folder | undefined): string {
  const name = given.trim()
  if (name === '') refuse('channelFolderNameEmpty')
  const position = badCharacter(name)
  if (position > 0) refuse('channelFolderCharacter', { position })
  const isTaken = [...world.state.folders.values()].some(
    (folder) => folder !== own && !folder.is_archived && folder.name.toLowerCase() === name.toLowerCase(),
  )
  return isTaken ? refuse('channelFolderExists', { name }) : name
}

function isUsed(world: World, folder: Folder): boolean {
  return [...world.state.channels.values()].some((channel) => channel.folder_id === folder.id && !channel.is_archived)
}
