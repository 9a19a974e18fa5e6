import type { CodeWithExtras } from './errorExtras.js'
import type { ErrorId, errors } from './errors.js'

/**
 * Codes of authentication errors. Over Basic authentication a server sends the first; the others are documented for it,
 * and session paths use them.
 */
export const authenticationCodes = ['UNAUTHORIZED', 'INVALID_API_KEY', 'USER_DEACTIVATED', 'REALM_DEACTIVATED'] as const

type DeclaredCode = Extract<(typeof errors)[ErrorId], { readonly code: string }>['code']

/** A code that the server is known to send; `HTTP_` and the status if it sends none. */
export type ErrorCode = DeclaredCode | CodeWithExtras | (typeof authenticationCodes)[number] | `HTTP_${number}`
