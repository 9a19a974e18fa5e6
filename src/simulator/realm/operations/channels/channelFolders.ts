import { renderPlainly } from '../../markdown/index.js'
import type { Operation } from '../../operation.js'
import type { Folder } from '../../state.js'
import type { World } from '../../world.js'

export const channelFolderOperations = {
  'channelFolders.list': ({ world, params }) => {
    const ordered = world.has('channelFolderOrder')
    const folders = [...world.state.folders.values()]
      .filter((folder) => params.include_archived || !folder.isArchived)
      .sort((one, other) => (ordered ? one.order - other.order : 0) || one.id - other.id)
    return { channel_folders: folders.map((folder) => folderShape(world, folder)) }
  },
} satisfies { 'channelFolders.list': Operation<'channelFolders.list'> }

export function folderShape(world: World, folder: Folder) {
  return {
    id: folder.id,
    name: folder.name,
    ...(world.has('channelFolderOrder') && { order: folder.order }),
    date_created: folder.created,
    creator_id: folder.creatorId,
    description: folder.description,
    rendered_description: folder.description === '' ? '' : renderPlainly(world, folder.description),
    is_archived: folder.isArchived,
  }
}
