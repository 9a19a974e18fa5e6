import * as z from 'zod/mini'
import { file, id } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { Attachment } from '../../entities/organisation.js'
import { upgrade } from '../../levels/upgrade.js'
import { limits } from '../../rules/limits.js'

export const fileEndpoints = [
  endpoint('files.upload', 'POST /user_uploads', {
    params: { file },
    response: {
      /** Path below the organisation's address: link it as `[name](url)`. */
      url: z.string(),
      /** Deprecated alias of `url`. */
      uri: z.optional(z.string()),
      filename: z.optional(z.string()),
    },
    takesUpTo: limits.uploadSeconds,
    upgrade: upgrade['files.upload'],
  }),
  endpoint('files.temporaryUrl', 'GET /user_uploads/{realm_id_str}/{filename}', {
    takesRest: true,
    params: {
      realm_id_str: id,
      /** The rest of the file's path. */
      filename: z.string(),
    },
    response: {
      /** Path below the organisation's address. */
      url: z.string(),
    },
    // As web pages, not JSON.
  }),
  endpoint('attachments.delete', 'DELETE /attachments/{attachment_id}', {
    spec: '4.10',
    params: { attachment_id: id },
  }),
  endpoint('attachments.list', 'GET /attachments', {
    response: {
      attachments: z.array(Attachment),
      /** Bytes. */
      upload_space_used: z.int(),
    },
    upgrade: upgrade['attachments.list'],
  }),
] as const
