import * as z from 'zod/mini'
import { file, id } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { errors } from '../../errors/errors.js'
import { limits } from '../../rules/limits.js'

export const uploadFile = endpoint({
  name: 'files.upload',
  method: 'POST',
  path: '/user_uploads',
  spec: 'companion',
  summary: 'Upload a file, to be linked in a message.',
  access: 'account',
  params: { file },
  response: {
    /** Path below the organisation's address: link it as `[name](url)`. */
    url: z.string(),
    /** Deprecated alias of `url`. */
    uri: z.optional(z.string()),
    filename: z.optional(z.string()),
  },
  errors: [errors.noFile, errors.severalFiles, errors.fileTooLarge],
  repeatable: 'never',
  takesUpTo: limits.uploadSeconds,
})

export const getTemporaryUrl = endpoint({
  name: 'files.temporaryUrl',
  method: 'GET',
  path: '/user_uploads/{realm_id_str}/{filename}',
  spec: 'companion',
  summary: 'Get an address at which an uploaded file can be fetched for a minute without credentials.',
  access: 'account',
  takesRest: true,
  params: {
    realm_id_str: id,
    /** What follows in the path of the file. */
    filename: z.string(),
  },
  response: {
    /** Path below the organisation's address. */
    url: z.string(),
  },
  errors: [errors.fileNotFound],
  repeatable: 'always',
})
