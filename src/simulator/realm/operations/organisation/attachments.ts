import { byAccount, type Operation } from '../../operation.js'
import { readableUpload } from '../../organisation/uploadAccess.js'
import {
  dropUpload,
  keepTemporarily,
  keepUpload,
  spaceUsed,
  temporaryFolder,
  uploadShape,
  uploadsOf,
} from '../../organisation/uploads.js'
import { refuse } from '../../refusal.js'

type Names = 'attachments.delete' | 'attachments.list' | 'files.upload' | 'files.temporaryUrl'

export const attachmentOperations: { readonly [Name in Names]: Operation<Name> } = {
  'attachments.delete': byAccount(({ world, caller, params }) => {
    const upload = world.state.uploads.get(params.attachment_id)
    if (upload === undefined || upload.ownerId !== caller.id) refuse('invalidAttachment')
    dropUpload(world, upload)
    return {}
  }),

  'attachments.list': byAccount(({ world, caller }) => ({
    attachments: uploadsOf(world, caller.id).map((upload) => uploadShape(world, upload)),
    upload_space_used: spaceUsed(world, caller.id),
  })),

  'files.upload': byAccount(({ world, caller, params }) => {
    const { file } = params
    const limit = world.assumptions.uploadMebibytes
    if (file.size > limit * 1024 * 1024) refuse('fileTooLarge', { limit })
    const name = file instanceof File ? file.name : ''
    const upload = keepUpload(world, caller, name || 'file', file)
    const url = `/user_uploads/${upload.pathId}`
    return { url, uri: url, filename: upload.name }
  }),

  'files.temporaryUrl': byAccount(({ world, caller, params }) => {
    const upload = readableUpload(world, caller, `${params.realm_id_str}/${params.filename}`)
    if (upload === undefined) refuse('fileNotFound')
    const name = encodeURIComponent(upload.pathId.split('/').at(-1) ?? '')
    return { url: `/user_uploads/${temporaryFolder}${keepTemporarily(world, upload)}/${name}` }
  }),
}
