import { inOrder } from '../access/groups.js'
import { mayReadMessage } from '../access/visibility.js'
import { refuse } from '../world/refusal.js'
import type { Account, StoredMessage, Upload } from '../world/state.js'
import { nextId, seconds, type World } from '../world/world.js'
import { makeThumbnails } from './thumbnails.js'

/** Stores a file; it is deleted later if no message links to it. */
export function storeUpload(
  world: World,
  owner: Account,
  name: string,
  { file, image }: Pick<Upload, 'file' | 'image'>,
): Upload {
  const folder = String(world.random.below(0x100).toString(16).padStart(2, '0'))
  const path_id = `${world.state.realm.id}/${folder}/${world.random.alphanumeric(24)}/${inPath(name)}`
  const id = nextId(world, 'upload')
  const upload = addUpload(world, { id, owner_id: owner.id, name, path_id, file, image, created: seconds(world) })
  makeThumbnails(world, upload)
  return upload
}

/** The name of a file in its address: without signs, and with a hyphen for blanks. */
function inPath(name: string): string {
  const safe = name.normalize('NFKC').replaceAll(/[^\p{L}\p{N}_\s.-]/gu, '')
  const whole = safe.trim().replaceAll(/[-\s]+/g, '-')
  return ['', '.', '..'].includes(whole) ? 'uploaded-file' : whole
}

export function addUpload(world: World, given: Omit<Upload, 'messageIds'>): Upload {
  // A new file, since the platform would date it by the machine's clock.
  const type = given.file.type.replace(/;.*$/s, '').trim()
  const file = new File([given.file], given.name, { type, lastModified: given.created * 1000 })
  const upload: Upload = { ...given, file, messageIds: new Set() }
  world.state.uploads.set(upload.id, upload)
  world.state.uploadsByPath.set(upload.path_id, upload)
  scheduleDeletion(world, upload)
  world.emit('attachment', [upload.owner_id], { op: 'add', ...described(world, upload) })
  return upload
}

/** The first part of a temporary file's path. */
export const temporaryFolder = 'temporary/'

/** Makes a file public for a minute, and returns the token for it. */
export function makeTemporary(world: World, { id: uploadId }: Upload): string {
  const { temporaryFiles } = world.state
  for (const [token, { until }] of temporaryFiles) if (until <= seconds(world)) temporaryFiles.delete(token)
  const token = world.random.alphanumeric(64)
  temporaryFiles.set(token, { uploadId, until: seconds(world) + 60 })
  return token
}

/** The file that a token was made for; undefined if the token is unknown or too old. */
export function temporaryUpload(world: World, token: string): Upload | undefined {
  const kept = world.state.temporaryFiles.get(token)
  return kept === undefined || kept.until <= seconds(world) ? undefined : world.state.uploads.get(kept.uploadId)
}

/** Deletes a file. Links to it in messages stay. */
export function deleteUpload(world: World, upload: Upload): void {
  world.cancelTimer('thumbnail', upload.id)
  world.cancelTimer('unused upload', upload.id)
  world.state.uploads.delete(upload.id)
  world.state.uploadsByPath.delete(upload.path_id)
  world.emit('attachment', [upload.owner_id], {
    op: 'remove',
    attachment: { id: upload.id },
    upload_space_used: spaceUsed(world, upload.owner_id),
  })
}

/** The files that a message links to, of those that its author may read. */
export function linkedUploads(world: World, author: Account, content: string): readonly Upload[] {
  if (!content.includes(uploadsFolder)) return []
  const paths = [...content.matchAll(/\/user_uploads\/([^\s()<>"'\]]+)/g)].map((match) => match[1] ?? '')
  return [...new Set(paths)]
    .flatMap((path) => world.state.uploadsByPath.get(path) ?? [])
    .filter((upload) => mayRead(world, author, upload))
}

const uploadsFolder = '/user_uploads/'

/** Records a message's links. */
export function linkUploads(world: World, message: Pick<StoredMessage, 'id' | 'uploads'>): void {
  for (const id of message.uploads) {
    const upload = world.state.uploads.get(id)
    if (upload === undefined || upload.messageIds.has(message.id)) continue
    upload.messageIds.add(message.id)
    world.emit('attachment', [upload.owner_id], { op: 'update', ...described(world, upload) })
  }
}

/**
 * Removes links from a message. Returns the uploads that nothing links to any more, for the caller to delete (the message
 * is gone) or to schedule for deletion (it was edited).
 */
export function unlinkUploads(world: World, messageId: number, uploadIds: readonly number[]): readonly Upload[] {
  return uploadIds.flatMap((id) => {
    const upload = world.state.uploads.get(id)
    if (upload === undefined || !upload.messageIds.delete(messageId)) return []
    if (upload.messageIds.size > 0) {
      world.emit('attachment', [upload.owner_id], { op: 'update', ...described(world, upload) })
      return []
    }
    return [upload]
  })
}

export function scheduleDeletion(world: World, upload: Upload): void {
  const due = (upload.created + world.assumptions.unusedUploadSeconds) * 1000
  world.setTimer('unused upload', upload.id, due)
}

export function deleteIfUnused(world: World, id: number): void {
  const upload = world.state.uploads.get(id)
  if (upload?.messageIds.size === 0) deleteUpload(world, upload)
}

export function uploadShape(world: World, upload: Upload) {
  const unit = world.has('attachmentTimesInSeconds') ? 1 : 1000
  const ids = inOrder(upload.messageIds)
  const dated = (id: number) => ({ id, date_sent: (world.state.messages.get(id)?.timestamp ?? 0) * unit })
  return {
    id: upload.id,
    name: upload.name,
    path_id: upload.path_id,
    size: upload.file.size,
    create_time: upload.created * unit,
    ...(world.has('attachmentMessageIds') ? { message_ids: ids } : { messages: ids.map(dated) }),
  }
}

export function uploadsOf({ state }: World, ownerId: number): readonly Upload[] {
  return [...state.uploads.values()].filter((upload) => upload.owner_id === ownerId)
}

export function spaceUsed(world: World, ownerId: number): number {
  return uploadsOf(world, ownerId).reduce((sum, upload) => sum + upload.file.size, 0)
}

function described(world: World, upload: Upload) {
  return { attachment: uploadShape(world, upload), upload_space_used: spaceUsed(world, upload.owner_id) }
}

/** A file that the viewer uploaded, or that is linked to by a message the viewer may read. @throws {Refusal} */
export function readableUpload(world: World, viewer: Account | undefined, pathId: string): Upload {
  const upload = world.state.uploadsByPath.get(pathId) ?? refuse('fileNotFound')
  return viewer !== undefined && mayRead(world, viewer, upload) ? upload : refuse('fileForbidden')
}

function mayRead(world: World, viewer: Account, { owner_id, messageIds }: Upload): boolean {
  if (owner_id === viewer.id) return true
  return [...messageIds].some((id) => {
    const message = world.state.messages.get(id)
    return message !== undefined && mayReadMessage(world, viewer, message)
  })
}
