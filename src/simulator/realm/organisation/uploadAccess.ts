import { mayReadMessage } from '../messages/visibility.js'
import type { Account, Upload } from '../state.js'
import type { World } from '../world.js'

/** A file that the viewer uploaded, or that a message links to which the viewer may read. */
export function readableUpload(world: World, viewer: Account, pathId: string): Upload | undefined {
  const upload = world.state.uploadsByPath.get(pathId)
  if (upload === undefined || upload.ownerId === viewer.id) return upload
  const isShown = [...upload.messageIds].some((id) => {
    const message = world.state.messages.get(id)
    return message !== undefined && mayReadMessage(world, viewer, message)
  })
  return isShown ? upload : undefined
}
