import * as z from 'zod/mini'
import { id } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { Attachment } from '../../entities/organisation.js'
import { errors } from '../../errors/errors.js'
import { upgrade } from '../../levels/upgrade.js'

export const deleteAttachment = endpoint({
  name: 'attachments.delete',
  method: 'DELETE',
  path: '/attachments/{attachment_id}',
  spec: '4.10',
  summary: "Delete one of the caller's uploaded files.",
  access: 'account',
  params: { attachment_id: id },
  response: {},
  errors: [errors.invalidAttachment],
  repeatable: 'never',
})

export const listAttachments = endpoint({
  name: 'attachments.list',
  method: 'GET',
  path: '/attachments',
  spec: 'companion',
  summary: "List the caller's uploaded files.",
  access: 'account',
  params: {},
  response: {
    attachments: z.array(Attachment),
    /** Bytes. */
    upload_space_used: z.int(),
  },
  errors: [],
  repeatable: 'always',
  upgrade: upgrade['attachments.list'],
})
