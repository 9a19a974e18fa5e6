import type { Account, StoredMessage, Upload } from '../state.js'
import { nextId, seconds, type World } from '../world.js'

/** Keeps a file; it goes again when no message has linked to it for too long. */
export function keepUpload(world: World, owner: Account, name: string, file: Blob): Upload {
  const safeName = name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '') || 'file'
  const folder = String(world.random.below(0x100).toString(16).padStart(2, '0'))
  const pathId = `${world.state.realm.id}/${folder}/${world.random.alphanumeric(24)}/${safeName}`
  const upload = { id: nextId(world, 'upload'), ownerId: owner.id, name, pathId, file, created: seconds(world) }
  return addUpload(world, upload)
}

/** Puts a file into the tables and waits for its time to be up. */
export function addUpload(world: World, given: Omit<Upload, 'messageIds'>): Upload {
  // A file of its own, since the platform dates files by the machine's clock.
  const file = new File([given.file], given.name, { type: given.file.type, lastModified: given.created * 1000 })
  const upload: Upload = { ...given, file, messageIds: new Set() }
  world.state.uploads.set(upload.id, upload)
  world.state.uploadsByPath.set(upload.pathId, upload)
  sweepWhenUnused(world, upload)
  world.emit('attachment', [upload.ownerId], { op: 'add', ...described(world, upload) })
  return upload
}

/** What begins the path of a file that anybody may fetch for a while, below the folder of uploads. */
export const temporaryFolder = 'temporary/'

/** Lets anybody fetch a file for a minute. Gives the token for it. */
export function keepTemporarily(world: World, { id: uploadId }: Upload): string {
  const { temporaryFiles } = world.state
  for (const [token, { until }] of temporaryFiles) if (until <= seconds(world)) temporaryFiles.delete(token)
  const token = world.random.alphanumeric(64)
  temporaryFiles.set(token, { uploadId, until: seconds(world) + 60 })
  return token
}

/** The file behind a path such as `temporary/<token>/cake.png`, while its time has not passed. */
export function temporaryUpload(world: World, path: string): Upload | undefined {
  const [token = ''] = path.slice(temporaryFolder.length).split('/')
  const kept = world.state.temporaryFiles.get(token)
  return kept === undefined || kept.until <= seconds(world) ? undefined : world.state.uploads.get(kept.uploadId)
}

/** Deletes a file. Messages keep their links, which lead nowhere from then on. */
export function dropUpload(world: World, upload: Upload): void {
  world.callOff('unused upload', upload.id)
  world.state.uploads.delete(upload.id)
  world.state.uploadsByPath.delete(upload.pathId)
  world.emit('attachment', [upload.ownerId], {
    op: 'remove',
    attachment: { id: upload.id },
    upload_space_used: spaceUsed(world, upload.ownerId),
  })
}

/** The files that a content links to. */
export function linkedUploads({ state }: World, content: string): readonly Upload[] {
  if (!content.includes(uploadsFolder)) return []
  const paths = [...content.matchAll(/\/user_uploads\/([^\s()<>"'\]]+)/g)].map((match) => match[1] ?? '')
  return [...new Set(paths)].flatMap((path) => state.uploadsByPath.get(path) ?? [])
}

const uploadsFolder = '/user_uploads/'

/** Takes note of a message's links. */
export function linkUploads(world: World, message: Pick<StoredMessage, 'id' | 'uploads'>): void {
  for (const id of message.uploads) {
    const upload = world.state.uploads.get(id)
    if (upload === undefined || upload.messageIds.has(message.id)) continue
    upload.messageIds.add(message.id)
    world.emit('attachment', [upload.ownerId], { op: 'update', ...described(world, upload) })
  }
}

/**
 * Forgets links from a message. Those that nothing links to any more are given back; with the message gone they are
 * to be deleted, after an edit they wait to be swept.
 */
export function unlinkUploads(world: World, messageId: number, uploadIds: readonly number[]): readonly Upload[] {
  return uploadIds.flatMap((id) => {
    const upload = world.state.uploads.get(id)
    if (upload === undefined || !upload.messageIds.delete(messageId)) return []
    if (upload.messageIds.size > 0) {
      world.emit('attachment', [upload.ownerId], { op: 'update', ...described(world, upload) })
      return []
    }
    return [upload]
  })
}

/** Waits until an unused file has been there for too long, and deletes it then. */
export function sweepWhenUnused(world: World, upload: Upload): void {
  const due = (upload.created + world.assumptions.unusedUploadSeconds) * 1000
  world.wait('unused upload', upload.id, due)
}

/** Deletes a file that nothing links to, now that its time is up. */
export function sweepUpload(world: World, id: number): void {
  const upload = world.state.uploads.get(id)
  if (upload?.messageIds.size === 0) dropUpload(world, upload)
}

/** A file as it is listed. */
export function uploadShape(world: World, upload: Upload) {
  const unit = world.has('attachmentTimesInSeconds') ? 1 : 1000
  const ids = [...upload.messageIds].sort((one, other) => one - other)
  const dated = (id: number) => ({ id, date_sent: (world.state.messages.get(id)?.sent ?? 0) * unit })
  return {
    id: upload.id,
    name: upload.name,
    path_id: upload.pathId,
    size: upload.file.size,
    create_time: upload.created * unit,
    ...(world.has('attachmentMessageIds') ? { message_ids: ids } : { messages: ids.map(dated) }),
  }
}

/** The files of a user, oldest first. */
export function uploadsOf({ state }: World, ownerId: number): readonly Upload[] {
  return [...state.uploads.values()].filter((upload) => upload.ownerId === ownerId)
}

/** In bytes. */
export function spaceUsed(world: World, ownerId: number): number {
  return uploadsOf(world, ownerId).reduce((sum, upload) => sum + upload.file.size, 0)
}

function described(world: World, upload: Upload) {
  return { attachment: uploadShape(world, upload), upload_space_used: spaceUsed(world, upload.ownerId) }
}
