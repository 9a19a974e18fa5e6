import type { Operations } from '../../access/operation.js'
import {
  deleteUpload,
  makeTemporary,
  readableUpload,
  spaceUsed,
  storeUpload,
  temporaryFolder,
  uploadShape,
  uploadsOf,
} from '../../organisation/uploads.js'
import { refuse } from '../../world/refusal.js'

export const attachmentOperations = {
  'attachments.delete': ({ world, caller, params }) => {
    const upload = world.state.uploads.get(params.attachment_id)
    if (upload === undefined || upload.owner_id !== caller.id) refuse('invalidAttachment')
    deleteUpload(world, upload)
  },

  'attachments.list': ({ world, caller }) => ({
    attachments: uploadsOf(world, caller.id).map((upload) => uploadShape(world, upload)),
    upload_space_used: spaceUsed(world, caller.id),
  }),

  'files.upload': ({ world, caller, params, context }) => {
    const { file } = params
    const limit = world.assumptions.uploadMebibytes
    if (file.size > limit * 1024 * 1024) refuse('fileTooLarge', { limit })
    const name = file instanceof File ? unquoted(file.name) : ''
    const upload = storeUpload(world, caller, name || 'file', { file, image: context.image })
    const url = `/user_uploads/${upload.path_id}`
    return { url, uri: url, filename: upload.name }
  },

  'files.temporaryUrl': ({ world, caller, params }) => {
    const upload = readableUpload(world, caller, `${params.realm_id_str}/${params.filename}`)
    const name = encodeURIComponent(upload.path_id.split('/').at(-1) ?? '')
    return { url: `/user_uploads/${temporaryFolder}${makeTemporary(world, upload)}/${name}` }
  },
} satisfies Partial<Operations>

/** Programs may send the name percent-encoded. */
function unquoted(name: string): string {
  return name.replaceAll(/(?:%[0-9a-f]{2})+/gi, (encoded) =>
    new TextDecoder().decode(Uint8Array.from(encoded.slice(1).split('%'), (byte) => Number.parseInt(byte, 16))),
  )
}
