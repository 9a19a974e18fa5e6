import { bad, coded } from './errorRow.js'

/** The refusals that a client acts upon: those after which things are as the call wanted them, or nobody is found. */
export const handledErrors = {
  noSuchUser: bad('No such user', 'spec'),
  topicAlreadyMuted: bad('Topic already muted'),
  topicNotMuted: bad('Topic is not muted'),
  reactionExists: coded('REACTION_ALREADY_EXISTS', 'Reaction already exists.'),
  reactionDoesNotExist: coded('REACTION_DOES_NOT_EXIST', "Reaction doesn't exist."),
} as const

/**
 * Codes of a refusal that concerns the credentials. Over Basic authentication a server sends the first; the others
 * are documented for it, and session paths use them.
 *
 * @see spec 5
 */
export const authenticationCodes = ['UNAUTHORIZED', 'INVALID_API_KEY', 'USER_DEACTIVATED', 'REALM_DEACTIVATED'] as const
